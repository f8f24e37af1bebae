package lookup

import (
	"context"
	"slices"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/observations"
)

// AccountRequest requests one account on behalf of a workspace: by URL, or by platform with a handle or an id.
type AccountRequest struct {
	Workspace  string
	By         billing.Spender
	URL        string
	Platform   content.Platform
	Handle, ID string
	MaxAge     time.Duration
}

func (r AccountRequest) query(ctx context.Context, s *Service) (query, error) {
	platform, selector := r.Platform, sources.AccountSelector{ID: r.ID, Handle: r.Handle}
	if r.URL != "" {
		link, problem := s.platforms.Recognize(r.URL)
		if problem != nil {
			return query{}, problem
		}
		link, err := s.Follow(ctx, link)
		if err != nil {
			return query{}, err
		}
		if problem := s.platforms.Unsupported(link, sources.TargetAccount); problem != nil {
			return query{}, problem
		}
		platform, selector = link.Platform, link.Account()
	}
	if err := s.policy.check(platform, selector.ID); err != nil {
		return query{}, err
	}
	q := s.accountQuery(platform, selector)
	q.workspace, q.by, q.maxAge = r.Workspace, r.By, r.MaxAge
	return q, nil
}

// accountQuery is the query for one account.
func (s *Service) accountQuery(platform content.Platform, selector sources.AccountSelector) query {
	subject := func(key string) string { return "account:" + string(platform) + ":" + key }
	return query{
		subject:  subject(selectorKey(selector)),
		rename:   s.accountID(platform, selector, subject),
		platform: platform,
		op:       sources.OpAccount,
		view:     s.wholeView(false),
		fetch: func(ctx context.Context, route sources.Route) (*answer, error) {
			account, err := route.Account(ctx, selector)
			if err != nil {
				return nil, err
			}
			account.Finish()
			body, err := encode(account)
			return &answer{body: body, rows: 1, subject: subject(account.LocalID()), incomplete: account.Incomplete,
				names: accountNames(account.Ref(), selector)}, err
		},
	}
}

// selectorKey identifies a selector: handles are compared case-insensitively.
func selectorKey(a sources.AccountSelector) string {
	if a.ID != "" {
		return a.ID
	}
	return selectorName(a)
}

// selectorName returns the name in a selector without its id, in the form that is stored with the id.
func selectorName(a sources.AccountSelector) string {
	if a.Handle != "" {
		return "@" + strings.ToLower(a.Handle)
	}
	return a.URL
}

// accountID returns a query.rename for an account that is requested by name. It returns the subject by the account's id
// once the id is known, so that queries for the same account are equal. It returns nil if the selector has the id.
func (s *Service) accountID(p content.Platform, sel sources.AccountSelector, subject func(key string) string) func(context.Context) (string, error) {
	if sel.ID != "" {
		return nil
	}
	return func(ctx context.Context) (string, error) {
		id, err := s.store.Observations.FindAccountByName(ctx, p, selectorName(sel))
		_, local, known := strings.Cut(id, ":")
		if err != nil || !known {
			return "", err
		}
		return subject(local), nil
	}
}

// accountNames returns the names of an account in an answer: its handle, and those by which it was requested.
func accountNames(ref *content.AccountRef, asked ...sources.AccountSelector) []observations.AccountName {
	if ref == nil {
		return nil
	}
	var list []observations.AccountName
	add := func(name string) {
		if !slices.ContainsFunc(list, func(have observations.AccountName) bool { return have.Name == name }) {
			list = append(list, observations.AccountName{Platform: ref.Platform, Name: name, AccountID: ref.ID})
		}
	}
	for _, sel := range asked {
		if sel.ID == "" {
			add(selectorName(sel))
		}
	}
	if ref.Handle != nil {
		add("@" + strings.ToLower(*ref.Handle))
	}
	return list
}

// withHandle adds the handle that was last seen for an id, if the platform needs one.
func (s *Service) withHandle(ctx context.Context, p content.Platform, a sources.AccountSelector) (sources.AccountSelector, error) {
	if of, _ := s.platforms.Find(p); a.ID == "" || a.Handle != "" || !of.Accounts.ListByHandle {
		return a, nil
	}
	var err error
	a.Handle, err = s.store.Observations.LastHandle(ctx, content.NaturalID(p, a.ID))
	return a, err
}
