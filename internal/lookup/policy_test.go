package lookup_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
)

// crowd answers everything with objects of two accounts of the platform: 1, which a test refuses, and 2.
func crowd(p content.Platform, calls *int) sources.Route {
	by := func(id string) *content.AccountRef {
		return &content.AccountRef{ID: content.NaturalID(p, id), Platform: p}
	}
	rows := func() []content.ItemSummary {
		return []content.ItemSummary{{ID: content.NaturalID(p, "11"), Platform: p, Author: by("1")}, {ID: content.NaturalID(p, "22"), Platform: p, Author: by("2")}}
	}
	return sources.Route{ID: string(p) + ".web", Platform: p, ContractVersion: "1",
		Item: func(_ context.Context, r sources.ItemRequest) (*content.Item, error) {
			*calls++
			return &content.Item{ID: content.NaturalID(p, r.Link.LocalID), Platform: p, Author: by("1")}, nil
		},
		Account: func(context.Context, sources.AccountSelector) (*content.Account, error) {
			*calls++
			return &content.Account{ID: content.NaturalID(p, "1"), Platform: p}, nil
		},
		Items: func(context.Context, sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
			*calls++
			return &sources.Page[content.ItemSummary]{Rows: rows(), Account: by("1")}, nil
		},
		Search: func(context.Context, sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
			*calls++
			return &sources.Page[content.ItemSummary]{Rows: rows()}, nil
		},
		Comments: func(context.Context, sources.CommentsRequest) (*sources.Page[content.Comment], error) {
			*calls++
			return &sources.Page[content.Comment]{Rows: []content.Comment{{ID: "c", Author: by("2")}}}, nil
		},
	}
}

// everyWay asks for objects of photo_site in every spelling.
func everyWay(b *lookup.Service, workspace string, maxAge time.Duration) map[string]func() (*lookup.Result, error) {
	ctx, p := context.Background(), content.PhotoSite
	account := func(a sources.AccountSelector) func() (*lookup.Result, error) {
		return func() (*lookup.Result, error) {
			return b.Answer(ctx, lookup.ListRequest{Workspace: workspace, Platform: p, Account: a, MaxAge: maxAge})
		}
	}
	return map[string]func() (*lookup.Result, error){
		"item": func() (*lookup.Result, error) {
			return b.Answer(ctx, lookup.ItemRequest{Workspace: workspace, URL: "https://instagr.am/p/AAAAAAAAAAA/", MaxAge: maxAge})
		},
		"account by handle": func() (*lookup.Result, error) {
			return b.Answer(ctx, lookup.AccountRequest{Workspace: workspace, Platform: p, Handle: "someone", MaxAge: maxAge})
		},
		"account by link": func() (*lookup.Result, error) {
			return b.Answer(ctx, lookup.AccountRequest{Workspace: workspace, URL: "https://www.instagram.com/someone/", MaxAge: maxAge})
		},
		"items by id":     account(sources.AccountSelector{ID: "1"}),
		"items by handle": account(sources.AccountSelector{Handle: "someone"}),
		"comments": func() (*lookup.Result, error) {
			return b.Answer(ctx, lookup.CommentsRequest{Workspace: workspace, ID: "photo_site:AAAAAAAAAAA", MaxAge: maxAge})
		},
		"search": func() (*lookup.Result, error) {
			return b.Answer(ctx, lookup.SearchRequest{Workspace: workspace, Platform: p, Query: "bread", MaxAge: maxAge})
		},
	}
}

func TestBlockedHostIsItsPlatform(t *testing.T) {
	calls := 0
	routes := []sources.Route{crowd(content.PhotoSite, &calls)}
	for _, host := range []string{"www.instagram.com", "instagram.com", "instagr.am", "Instagram.COM"} {
		each(t, routes, func(t *testing.T, b *bench) {
			for name, ask := range everyWay(b.Service, b.workspace, 0) {
				if _, err := ask(); !apierror.Is(err, apierror.CodePolicyBlocked) {
					t.Errorf("%s with %s blocked: %v", name, host, err)
				}
			}
		}, func(o *lookup.Options) { o.Blocked = []string{host} })
	}
	if calls != 0 {
		t.Errorf("%d calls of a blocked platform", calls)
	}
}

// TestBlockedAccountIsBlockedInEveryAnswer: fetched and stored, by whatever name.
func TestBlockedAccountIsBlockedInEveryAnswer(t *testing.T) {
	for name, maxAge := range map[string]time.Duration{"live": 0, "stored": time.Hour} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			routes := []sources.Route{crowd(content.PhotoSite, &calls)}
			inTurn(t, routes, func(t *testing.T, b *bench) {
				for way, ask := range everyWay(b.Service, b.workspace, 0) {
					if _, err := ask(); err != nil {
						t.Fatalf("%s: %v", way, err)
					}
				}
				strict := lookup.New(lookup.Options{Store: b.store, Platforms: release(), Routes: routes, Blocked: []string{"photo_site:1"}, Budget: 5 * time.Second, Clock: b.clock.Now})
				spent := b.spent(t)
				for way, ask := range everyWay(strict, b.workspace, maxAge) {
					r, err := ask()
					if way == "search" {
						if err != nil || strings.Contains(string(r.Body), `"photo_site:1"`) || !strings.Contains(string(r.Body), `"photo_site:2"`) {
							t.Errorf("search: %v", err)
						}
						spent += r.Receipt.Usage.CreditsCharged
						continue
					}
					if !apierror.Is(err, apierror.CodePolicyBlocked) {
						t.Errorf("%s: %v", way, err)
					}
				}
				if b.spent(t) != spent {
					t.Errorf("a refusal cost %d", b.spent(t)-spent)
				}
			})
		})
	}
}
