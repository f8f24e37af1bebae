package sources

import (
	"context"

	"socialdata/internal/apierror"
)

// Known lists objects that the platform has had for years. If a route cannot read these, the route is broken rather than the link.
// Each belongs to the platform itself or is as public as possible. A zero field means that the operation has no known object.
type Known struct {
	Item        *Link // nil if single items do not last; the account's list is asked for instead
	Account     AccountSelector
	Search      SearchRequest
	List        ListRequest // without Account
	CommentSort string
	Captions    bool // Item has captions
	Playlist    *ListLink
	Hashtag     *ListLink
	Others      []Link // further items of other kinds, such as a short or an album
	Missing     *Link  // an item that cannot exist
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

// AskKnown calls an operation of the route for its known object. It returns the call's error, or source_changed if the
// answer is empty, since the known object has contents.
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

// AskAllKnown does what AskKnown does, for every known object of the operation. begins reports whether the bytes of a file come; nil
// leaves that out.
func (r Route) AskAllKnown(ctx context.Context, op Operation, begins func(context.Context, MediaFile) error) error {
	switch known := r.known(); {
	case op == OpItem && known.Item != nil:
		return r.askKnownItems(ctx, known)
	case op == OpMedia && known.Item != nil && r.Media != nil:
		media, err := r.Media(ctx, ItemRequest{Link: *known.Item})
		if err = wantKnown(err, "files", func() bool { return len(media.Files) > 0 }); err != nil || begins == nil {
			return err
		}
		return begins(ctx, media.Files[0])
	}
	return r.AskKnown(ctx, op)
}

// askKnownItems asks for each known item, and for the one that must be missing.
func (r Route) askKnownItems(ctx context.Context, known Known) error {
	for _, link := range append([]Link{*known.Item}, known.Others...) {
		item, err := r.Item(ctx, ItemRequest{Link: link})
		err = wantKnown(err, "title, text or author", func() bool { return item.Title != nil || item.Text != nil || item.Author != nil })
		if err != nil {
			return err
		}
	}
	if known.Missing == nil {
		return nil
	}
	_, err := r.Item(ctx, ItemRequest{Link: *known.Missing})
	switch {
	case apierror.Is(err, apierror.CodeNotFound, apierror.CodeUnavailableRemoved):
		return nil
	case err == nil:
		return Missing("the refusal of an item that cannot exist")
	}
	return err
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

// wantKnown returns err, or source_changed if the call succeeded without the contents that the known object has.
func wantKnown(err error, what string, has func() bool) error {
	if err != nil || has() {
		return err
	}
	return Missing(what + " of the known object")
}
