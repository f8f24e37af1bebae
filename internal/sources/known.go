package sources

import (
	"context"
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
	}
	return false
}

// AskKnown calls an operation of the route for its known object and returns the error of that call.
func (r Route) AskKnown(ctx context.Context, op Operation) error {
	switch op {
	case OpItem, OpTranscript, OpMedia, OpComments:
		return r.askKnownItem(ctx, op)
	case OpAccount, OpItems:
		return r.askKnownAccount(ctx, op)
	case OpSearch:
		return r.searchKnown(ctx)
	}
	return nil
}

func (r Route) askKnownItem(ctx context.Context, op Operation) (err error) {
	known := r.known()
	if known.Item == nil {
		return r.askKnownAccount(ctx, OpItems)
	}
	link := *known.Item
	ask := ItemRequest{Link: link, Transcript: op == OpTranscript}
	switch {
	case op == OpComments:
		_, err = r.Comments(ctx, CommentsRequest{Link: link, Sort: known.CommentSort})
	case op == OpMedia && r.Media != nil:
		_, err = r.Media(ctx, ask)
	default:
		_, err = r.Item(ctx, ask)
	}
	return err
}

func (r Route) askKnownAccount(ctx context.Context, op Operation) (err error) {
	known := r.known()
	if op == OpAccount {
		_, err = r.Account(ctx, known.Account)
		return err
	}
	ask := known.List
	ask.Account = known.Account
	_, err = r.Items(ctx, ask)
	return err
}

func (r Route) searchKnown(ctx context.Context) (err error) {
	ask := r.known().Search
	if r.Search != nil {
		_, err = r.Search(ctx, ask)
		return err
	}
	_, err = r.Accounts(ctx, ask)
	return err
}
