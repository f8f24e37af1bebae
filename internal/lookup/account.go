package lookup

import (
	"context"
	"strings"
	"time"

	"socialdata/internal/sources"
	"socialdata/models/content"
)

// AccountRequest asks for one account on behalf of a workspace: by URL, or by platform with a handle or an id.
type AccountRequest struct {
	Workspace  string
	URL        string
	Platform   content.Platform
	Handle, ID string
	MaxAge     time.Duration
}

// Account answers GET /v1/accounts/lookup.
func (s *Service) Account(ctx context.Context, r AccountRequest) (*Result, error) {
	platform, selector := r.Platform, sources.AccountSelector{ID: r.ID, Handle: r.Handle}
	if r.URL != "" {
		link, problem := sources.Recognize(r.URL)
		if problem != nil {
			return nil, problem
		}
		if problem := link.Unsupported(sources.TargetAccount); problem != nil {
			return nil, problem
		}
		platform, selector = link.Platform, link.Account()
	}
	if err := s.permitted(platform, selector.ID, r.URL, selector.URL); err != nil {
		return nil, err
	}
	return s.serve(ctx, query{
		workspace: r.Workspace,
		subject:   "account:" + string(platform) + ":" + selectorKey(selector),
		maxAge:    r.MaxAge,
		platform:  platform,
		op:        sources.OpAccount,
		view:      whole(false),
		fetch: func(ctx context.Context, route sources.Route) (*answer, error) {
			account, err := route.Account(ctx, selector)
			if err != nil {
				return nil, err
			}
			account.Finish()
			s.seeHandle(ctx, account.Ref())
			body, err := encode(account)
			return &answer{body: body, rows: 1}, err
		},
	})
}

// selectorKey names a selector: handles compare without case.
func selectorKey(a sources.AccountSelector) string {
	switch {
	case a.ID != "":
		return a.ID
	case a.Handle != "":
		return "@" + strings.ToLower(a.Handle)
	}
	return a.URL
}

// byHandle tells platforms that can list by handle only.
func byHandle(p content.Platform) bool { return p == content.ClipSite || p == content.PhotoSite }

// seeHandle remembers which handle goes with a stable id. It is a help, not part of the answer: a failure is logged.
func (s *Service) seeHandle(ctx context.Context, ref *content.AccountRef) {
	if ref == nil || ref.Handle == nil || !byHandle(ref.Platform) {
		return
	}
	if err := s.store.SeeHandle(ctx, ref.ID, *ref.Handle); err != nil {
		s.log.WarnContext(ctx, "a handle was not remembered", "cause", err)
	}
}

// knownHandle adds the handle that was seen with a stable id, where the platform needs one.
func (s *Service) knownHandle(ctx context.Context, p content.Platform, a sources.AccountSelector) (sources.AccountSelector, error) {
	if a.ID == "" || a.Handle != "" || !byHandle(p) {
		return a, nil
	}
	var err error
	a.Handle, err = s.store.HandleOf(ctx, content.NaturalID(p, a.ID))
	return a, err
}
