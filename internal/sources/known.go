package sources

import (
	"context"

	"socialdata/internal/apierror"
)

// Known are objects that the platform has had for years: whether it answers for these distinguishes a route that does
// not work from links that do not. Each is the platform's own or as public as can be. A zero field is an operation that
// has no known object.
type Known struct {
	Item        *Link // nil where single items do not last: the account's list stands for them
	Account     AccountSelector
	Search      SearchRequest
	List        ListRequest // without Account
	CommentSort string
	Captions    bool // Item has captions
	Playlist    *ListLink
	Hashtag     *ListLink
}

func (r Route) known() Known {
	if r.Known == nil {
		return Known{}
	}
	return r.Known()
}

// HasKnown reports whether the route has a known object for an operation.
func (r Route) HasKnown(op Operation) bool {
	known := r.known()
	switch op {
	case OpItem, OpTranscript, OpMedia, OpComments:
		return known.Item != nil || r.HasKnown(OpItems)
	case OpAccount:
		return known.Account != (AccountSelector{})
	case OpItems:
		return known.Account != (AccountSelector{}) && r.Items != nil
	case OpSearch:
		return known.Search.Query != ""
	case OpPlaylist:
		return known.Playlist != nil
	case OpHashtag:
		return known.Hashtag != nil
	}
	return false
}

// AskKnown calls an operation of the route for its known object. It returns the error of that call, or source_changed with
// what the answer lacks: an empty answer for an object that is known to have contents is none.
func (r Route) AskKnown(ctx context.Context, op Operation) error {
	switch op {
	case OpItem, OpTranscript, OpMedia, OpComments:
		return r.askKnownItem(ctx, op)
	case OpAccount, OpItems:
		return r.askKnownAccount(ctx, op)
	case OpSearch:
		return r.searchKnown(ctx)
	case OpPlaylist, OpHashtag:
		return r.askKnownList(ctx, op)
	}
	return nil
}

func (r Route) askKnownItem(ctx context.Context, op Operation) error {
	known := r.known()
	if known.Item == nil {
		return r.askKnownAccount(ctx, OpItems)
	}
	link := *known.Item
	ask := ItemRequest{Link: link, Transcript: op == OpTranscript}
	switch {
	case op == OpComments:
		page, err := r.Comments(ctx, CommentsRequest{Link: link, Sort: known.CommentSort})
		return wantKnown(err, "comments", func() bool { return len(page.Rows) > 0 })
	case op == OpMedia && r.Media != nil:
		media, err := r.Media(ctx, ask)
		return wantKnown(err, "files", func() bool { return len(media.Files) > 0 })
	}
	item, err := r.Item(ctx, ask)
	if op == OpTranscript && known.Captions {
		return wantKnown(err, "captions", func() bool { return item.Transcript != nil && len(item.Transcript.Segments) > 0 })
	}
	return wantKnown(err, "title, text or author", func() bool { return item.Title != nil || item.Text != nil || item.Author != nil })
}

func (r Route) askKnownAccount(ctx context.Context, op Operation) error {
	known := r.known()
	if op == OpAccount {
		account, err := r.Account(ctx, known.Account)
		return wantKnown(err, "name or handle", func() bool { return account.Name != nil || account.Handle != nil })
	}
	ask := known.List
	ask.Account = known.Account
	page, err := r.Items(ctx, ask)
	return wantKnown(err, "items", func() bool { return len(page.Rows) > 0 })
}

func (r Route) askKnownList(ctx context.Context, op Operation) error {
	known := r.known()
	list := known.Playlist
	if op == OpHashtag {
		list = known.Hashtag
	}
	page, err := r.ReadsLists(list.Kind)(ctx, LinkedListRequest{List: *list})
	return wantKnown(err, "items", func() bool { return len(page.Rows) > 0 })
}

func (r Route) searchKnown(ctx context.Context) error {
	ask := r.known().Search
	if r.Search != nil {
		page, err := r.Search(ctx, ask)
		return wantKnown(err, "results", func() bool { return len(page.Rows) > 0 })
	}
	page, err := r.Accounts(ctx, ask)
	return wantKnown(err, "results", func() bool { return len(page.Rows) > 0 })
}

// wantKnown returns the error of a call, or source_changed if its answer lacks what the known object has.
func wantKnown(err error, what string, has func() bool) error {
	if err != nil || has() {
		return err
	}
	return apierror.New(apierror.CodeSourceChanged, "missing", []string{what + " of the known object"})
}
