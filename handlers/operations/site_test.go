package operations

import (
	"cmp"
	"context"
	"log/slog"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/boards"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// Links of the tests. The second video has captions that the platform refuses.
const (
	videoLink   = "https://www.youtube.com/watch?v=aaaaaaaaaaa"
	refusedLink = "https://www.youtube.com/watch?v=bbbbbbbbbbb"
	failingLink = "https://www.youtube.com/watch?v=ccccccccccc"
	failingAd   = "https://www.facebook.com/ads/library/?id=999999999999999"
	channelLink = "https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv"
	listLink    = "https://www.youtube.com/playlist?list=PLabcdefghijklmnopqrstuvwxyz0123456"
	channelID   = "video_site:UCabcdefghijklmnopqrstuv"
)

// site is a service on an empty store with a workspace, its owner, and routes that answer without a network.
type site struct {
	*Service
	t         testing.TB
	clock     *modelstest.Clock
	workspace string
	owner     *session.Caller
	asked     []sources.ItemRequest // of the routes
	delivered []string              // ids of imports
}

// newSite returns a site whose workspace has 1000 credits.
func newSite(t testing.TB) *site {
	t.Helper()
	clock := &modelstest.Clock{}
	store := modelstest.SQLite(t, clock)
	in := modelstest.Install(t, store, 1000)
	signed, err := store.Accounts.SignIn(t.Context(), "owner@example.com", modelstest.Password)
	testkit.Must(t, err)
	s := &site{t: t, clock: clock, workspace: in.Workspace, owner: &session.Caller{WorkspaceID: in.Workspace, Role: accounts.Owner, Person: signed, RequestID: "request"}}
	set := platforms.All().Set()
	kept, err := blobs.Open(t.TempDir())
	testkit.Must(t, err)
	links, err := media.NewSigner(modelstest.Secrets()...)
	testkit.Must(t, err)
	s.Service = &Service{Store: store, Platforms: set, Imports: s, Links: links, Uploads: kept, MaxMediaBytes: 64 << 20, InitialCredits: 7,
		Passwords: &session.Passwords{Store: store, Guard: open{}},
		Lookup:    lookup.New(lookup.Options{Store: store, Platforms: set, Fetcher: offline{}, Routes: s.routes(), Budget: 10 * time.Second, Clock: clock.Now, Log: slog.New(slog.DiscardHandler)})}
	return s
}

// open is a guard that lets everyone try.
type open struct{}

// Try implements session.SignInGuard.
func (open) Try(_ context.Context, _ string, check func() error) error { return check() }

// offline is a network that answers nothing.
type offline struct{}

// Fetch implements sources.Fetcher.
func (offline) Fetch(context.Context, sources.Request) (*sources.Answer, error) {
	return nil, apierror.New(apierror.CodeNetworkTransport)
}

// Deliver implements jobs.Deliverer.
func (s *site) Deliver(_ context.Context, id string) { s.delivered = append(s.delivered, id) }

// routes returns a route of each platform with every operation.
func (s *site) routes() (list []sources.Route) {
	rows := func() (*sources.Page[content.ItemSummary], error) { return &sources.Page[content.ItemSummary]{}, nil }
	for _, p := range platforms.All() {
		list = append(list, sources.Route{ID: string(p.Name) + ".test", Platform: p.Name, ContractVersion: "1", Captions: true, Item: s.item,
			Account: func(context.Context, sources.AccountSelector) (*content.Account, error) {
				return &content.Account{ID: channelID, Platform: content.VideoSite, Handle: new("mira.oven"), URL: new(string(channelLink)), Stats: content.AccountStats{Followers: new(int64(5))}}, nil
			},
			Items: func(context.Context, sources.ListRequest) (*sources.Page[content.ItemSummary], error) { return rows() },
			Search: func(context.Context, sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
				return rows()
			},
			Playlist: func(context.Context, sources.LinkedListRequest) (*sources.Page[content.ItemSummary], error) {
				return rows()
			},
		})
	}
	return list
}

// item answers a video, unless its link says that its captions or all of it are refused.
func (s *site) item(_ context.Context, r sources.ItemRequest) (*content.Item, error) {
	s.asked = append(s.asked, r)
	if r.Link.Canonical == failingLink || r.Link.Canonical == failingAd || r.Transcript && r.Link.Canonical == refusedLink {
		return nil, apierror.New(apierror.CodeUnavailableRestricted)
	}
	return &content.Item{ID: r.Link.NaturalID(), Platform: r.Link.Platform, Kind: content.KindVideo, URL: r.Link.Canonical}, nil
}

// key returns the caller of a new key.
func (s *site) key(scopes []accounts.Scope, dailyCredits *int64) *session.Caller {
	s.t.Helper()
	_, text, err := s.Store.Accounts.CreateKey(s.t.Context(), accounts.NewAPIKey{WorkspaceID: s.workspace, Name: "key", Scopes: scopes, CreatedBy: s.owner.UserID(),
		KeyBounds: accounts.KeyBounds{DailyCredits: dailyCredits}})
	testkit.Must(s.t, err)
	k, err := s.Store.Accounts.FindKey(s.t.Context(), text)
	testkit.Must(s.t, err)
	return &session.Caller{WorkspaceID: s.workspace, Key: k}
}

// board creates a board of the workspace: a smart one if it has a filter.
func (s *site) board(name Name, filter *ReferenceFilter) *boards.Board {
	s.t.Helper()
	in := CreateBoard{Name: name, Filter: filter}
	if filter != nil {
		in.Kind = boards.Smart
	}
	b, err := s.CreateBoard(s.t.Context(), s.owner, in)
	testkit.Must(s.t, err)
	return b
}

// save stores a reference.
func (s *site) save(in modelstest.Saved) string {
	s.t.Helper()
	return modelstest.Save(s.t, s.Store, s.workspace, in)
}

// list returns the ids of the references of a listing.
func (s *site) list(l references.Listing) (ids []string) {
	s.t.Helper()
	testkit.Must(s.t, s.Store.References.Each(s.t.Context(), s.workspace, l, func(r references.Reference) error {
		ids = append(ids, r.ID)
		return nil
	}))
	return ids
}

// fail ends an import with a failure, as a worker does.
func (s *site) fail(id string, code apierror.Code) {
	s.t.Helper()
	testkit.Must(s.t, s.Store.Imports.EndRun(s.t.Context(), s.begin(id), imports.Outcome{Code: code}))
}

// wantCode fails the test unless err has the code; "" is no error.
func wantCode(t testing.TB, what string, err error, code apierror.Code) {
	t.Helper()
	if (err == nil) != (code == "") || err != nil && !apierror.Is(err, code) {
		t.Errorf("%s: %v, want %s", what, err, cmp.Or(code, "no error"))
	}
}

// did returns a context, and what an operation recorded in it.
func did(t testing.TB) (context.Context, *session.Done) { return session.WithDone(t.Context()) }

// wantDone fails the test unless an operation recorded this.
func wantDone(t testing.TB, got *session.Done, want session.Done) {
	t.Helper()
	if *got != want {
		t.Errorf("recorded %+v, want %+v", *got, want)
	}
	*got = session.Done{}
}
