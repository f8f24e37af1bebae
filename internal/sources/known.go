package sources

import (
	"context"

	"socialdata/models/content"
)

// Known is what the platform has had for years: whether it answers for these tells a route that does not work from links
// of callers that do not. Each is the platform's own or as public as can be. A zero field is an operation without one.
type Known struct {
	Item    string // link; where single items do not last, "": the account's list stands for it
	Account AccountSelector
	Query   string      // for a search
	List    ListRequest // but for Account
}

// HasKnown reports whether the route has a known object for an operation.
func (r Route) HasKnown(op Operation) bool {
	switch op {
	case OpItem, OpTranscript, OpMedia, OpComments:
		return r.Known.Item != "" || r.HasKnown(OpItems)
	case OpAccount, OpItems:
		return r.Known.Account != (AccountSelector{}) && r.Items != nil
	case OpSearch:
		return r.Known.Query != ""
	}
	return false
}

// AskKnown calls an operation of the route for its known object and returns how that ended.
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
	if r.Known.Item == "" {
		return r.askKnownAccount(ctx, OpItems)
	}
	link, problem := Recognize(r.Known.Item)
	if problem != nil {
		return problem
	}
	ask := ItemRequest{Link: link, Transcript: op == OpTranscript}
	switch {
	case op == OpComments:
		_, err = r.Comments(ctx, CommentsRequest{Link: link, Sort: commentSort(r.Platform)})
	case op == OpMedia && r.Media != nil:
		_, err = r.Media(ctx, ask)
	default:
		_, err = r.Item(ctx, ask)
	}
	return err
}

func commentSort(p content.Platform) string {
	if p == content.VideoSite {
		return "top"
	}
	return ""
}

func (r Route) askKnownAccount(ctx context.Context, op Operation) (err error) {
	if op == OpAccount {
		_, err = r.Account(ctx, r.Known.Account)
		return err
	}
	ask := r.Known.List
	ask.Account = r.Known.Account
	_, err = r.Items(ctx, ask)
	return err
}

func (r Route) searchKnown(ctx context.Context) (err error) {
	ask := SearchRequest{Query: r.Known.Query, Sort: r.Known.List.Sort, Ads: r.Known.List.Ads}
	if r.Search != nil {
		_, err = r.Search(ctx, ask)
		return err
	}
	_, err = r.Accounts(ctx, ask)
	return err
}
