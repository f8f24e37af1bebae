package operations

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
	"socialdata/models/work"
)

// accountSource is the source of a watch of a channel.
func accountSource() WatchSource { return WatchSource{Kind: watches.Account, Account: channelID} }

// watch creates a watch that runs every hour.
func (s *site) watch(in CreateWatch) *watches.Watch {
	s.t.Helper()
	in.Name, in.Every = "Watch", "1h"
	if in.Source.Kind == "" {
		in.Source = accountSource()
	}
	w, err := s.CreateWatch(s.t.Context(), s.owner, in)
	testkit.Must(s.t, err)
	return w
}

// importing are settings of a watch that imports.
func importing() Opt[ImportSettings] {
	return Opt[ImportSettings]{Set: true, Value: &ImportSettings{Transcript: new(false), MediaHoldDays: 5, Tags: Tags{"a"}}}
}

// TestWhatAWatchIsMadeOf: who may make one that spends or imports, what is stored, and what is refused.
func TestWhatAWatchIsMadeOf(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	writer, importer, empty := s.key([]accounts.Scope{accounts.WatchesWrite}, nil), s.key([]accounts.Scope{accounts.IngestionsWrite}, nil), s.key(accounts.Scopes(), new(int64(0)))
	for name, tt := range map[string]struct {
		c      *session.Caller
		change func(*CreateWatch)
		code   apierror.Code
		fields []string
		wants  func(*watches.Watch) bool
	}{
		"the least": {s.owner, func(*CreateWatch) {}, "", nil, func(w *watches.Watch) bool {
			return w.Import() == nil && w.DailyCredits == watches.DefaultDailyCredits && w.Source().Account == channelID && w.KeyID == "" && w.Backfill == 0
		}},
		"credits": {s.owner, func(in *CreateWatch) { in.DailyCredits = new(DailyCredits(3)) }, "", nil, func(w *watches.Watch) bool { return w.DailyCredits == 3 }},
		"imports": {s.owner, func(in *CreateWatch) { in.Import, in.Backfill = importing(), 1 }, "", nil, func(w *watches.Watch) bool {
			return w.Backfill == 1 && w.Import().MediaHoldDays == 5 && !w.Import().Transcript && slices.Equal(w.Import().Tags, []string{"a"})
		}},
		"imports as usual": {s.owner, func(in *CreateWatch) { in.Import.Value = &ImportSettings{} }, "", nil, func(w *watches.Watch) bool {
			return w.Import().Transcript && w.Import().MediaHoldDays == 30 && w.Import().MediaProfile == "analysis"
		}},
		"of a key":                 {writer, func(*CreateWatch) {}, "", nil, func(w *watches.Watch) bool { return w.KeyID == writer.KeyID() }},
		"of a key, importing":      {writer, func(in *CreateWatch) { in.Import = importing() }, apierror.CodeForbidden, nil, nil},
		"of a key that may import": {importer, func(in *CreateWatch) { in.Import = importing() }, "", nil, func(w *watches.Watch) bool { return w.Import() != nil }},
		"of a key without credits": {empty, func(*CreateWatch) {}, apierror.CodeInsufficientCredits, nil, nil},
		"a post":                   {s.owner, func(in *CreateWatch) { in.Source = WatchSource{Kind: watches.Single, URL: videoLink} }, "", nil, func(w *watches.Watch) bool { return w.Source().URL == videoLink }},
		"a post, importing": {s.owner, func(in *CreateWatch) {
			in.Source, in.Import = WatchSource{Kind: watches.Single, URL: videoLink}, importing()
		}, "", []string{"import"}, nil},
		"backfill without import":    {s.owner, func(in *CreateWatch) { in.Backfill = 1 }, "", []string{"import", "backfill"}, nil},
		"a threshold":                {s.owner, func(in *CreateWatch) { in.Thresholds = Thresholds{{Field: "views", Op: watches.Above, Value: 9}} }, "", nil, func(w *watches.Watch) bool { return w.ThresholdList()[0].Value == 9 }},
		"a threshold without period": {s.owner, func(in *CreateWatch) { in.Thresholds = Thresholds{{Op: watches.Grows, Value: 1}} }, "", []string{"thresholds[0].within"}, nil},
		"an unknown account":         {s.owner, func(in *CreateWatch) { in.Source.Account = "x" }, "", []string{"source.account"}, nil},
		"a post that is no item":     {s.owner, func(in *CreateWatch) { in.Source = WatchSource{Kind: watches.Single, URL: channelLink} }, apierror.CodeUnsupportedObject, nil, nil},
	} {
		in := CreateWatch{Name: "Watch", Every: "1h", Source: accountSource()}
		tt.change(&in)
		ctx, done := did(t)
		w, err := s.CreateWatch(ctx, tt.c, in)
		switch {
		case tt.fields != nil:
			wantInvalid(t, err, tt.fields...)
		case tt.code != "":
			wantCode(t, name, err, tt.code)
		case err != nil || w == nil || !tt.wants(w):
			t.Errorf("%s: %+v, %v", name, w, err)
		default:
			wantDone(t, done, session.Done{Subject: w.ID, Detail: "Watch"})
		}
	}
}

// TestWhatAChangeOfAWatchNeeds: a key needs budget for what can spend, and the scope of imports where the watch imports afterwards.
func TestWhatAChangeOfAWatchNeeds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	plain, single := s.watch(CreateWatch{}), s.watch(CreateWatch{Source: WatchSource{Kind: watches.Single, URL: videoLink}})
	writer, importer, empty := s.key([]accounts.Scope{accounts.WatchesWrite}, nil), s.key([]accounts.Scope{accounts.IngestionsWrite}, nil), s.key(accounts.Scopes(), new(int64(0)))
	more, no := new(DailyCredits(50)), Opt[ImportSettings]{Set: true}
	for name, tt := range map[string]struct {
		c       *session.Caller
		of      *watches.Watch // nil: one that imports
		in      ChangeWatch
		code    apierror.Code
		field   string
		imports bool // afterwards
	}{
		"its name, without credits":        {c: empty, of: plain, in: ChangeWatch{Name: new(Name("N"))}},
		"more credits, without credits":    {c: empty, of: plain, in: ChangeWatch{DailyCredits: more}, code: apierror.CodeInsufficientCredits},
		"more credits":                     {c: writer, of: plain, in: ChangeWatch{DailyCredits: more}},
		"more credits of one that imports": {c: writer, in: ChangeWatch{DailyCredits: more}, code: apierror.CodeForbidden},
		"the same by one that may":         {c: importer, in: ChangeWatch{DailyCredits: more}, imports: true},
		"no imports but more credits":      {c: writer, in: ChangeWatch{DailyCredits: more, Import: no}},
		"no imports":                       {c: writer, in: ChangeWatch{Import: no}},
		"the name of one that imports":     {c: writer, in: ChangeWatch{Name: new(Name("N"))}, imports: true},
		"imports":                          {c: writer, of: plain, in: ChangeWatch{Import: importing()}, code: apierror.CodeForbidden},
		"other imports":                    {c: importer, in: ChangeWatch{Import: importing()}, imports: true},
		"imports of a post":                {c: s.owner, of: single, in: ChangeWatch{Import: importing()}, code: apierror.CodeInvalidInput, field: "import"},
		"no imports of a post":             {c: s.owner, of: single, in: ChangeWatch{Import: no}},
		"a threshold without period":       {c: s.owner, of: plain, in: ChangeWatch{Thresholds: &Thresholds{{Op: watches.Grows, Value: 1}}}, code: apierror.CodeInvalidInput, field: "thresholds[0].within"},
		"of one that there is not":         {c: s.owner, of: &watches.Watch{ID: "none"}, in: ChangeWatch{Thresholds: &Thresholds{{Op: watches.Grows}}, Import: importing(), DailyCredits: more}, code: apierror.CodeNotFound},
	} {
		w := tt.of
		if w == nil {
			w = s.watch(CreateWatch{Import: importing()})
		}
		now, err := s.ChangeWatch(t.Context(), tt.c, w.ID, tt.in)
		if wantCode(t, name, err, tt.code); tt.field != "" {
			wantInvalid(t, err, tt.field)
		}
		if err == nil && (now.Import() != nil) != tt.imports {
			t.Errorf("%s: %+v", name, now)
		}
	}
	now, err := s.ChangeWatch(t.Context(), s.owner, plain.ID, ChangeWatch{Thresholds: &Thresholds{{Field: "views", Op: watches.Above, Value: 7}}})
	if err != nil || len(now.ThresholdList()) != 1 {
		t.Fatalf("thresholds: %+v, %v", now, err)
	}
	if now, err = s.ChangeWatch(t.Context(), s.owner, plain.ID, ChangeWatch{Name: new(Name("N"))}); err != nil || len(now.ThresholdList()) != 1 || now.Name != "N" {
		t.Errorf("without thresholds: %+v, %v", now, err)
	}
}

// TestWhoMayRunAWatch: a key with budget, which needs the scope of imports if the watch imports.
func TestWhoMayRunAWatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	plain, imports := s.watch(CreateWatch{}).ID, s.watch(CreateWatch{Import: importing()}).ID
	writer, importer := s.key([]accounts.Scope{accounts.WatchesWrite}, nil), s.key([]accounts.Scope{accounts.IngestionsWrite}, nil)
	for name, tt := range map[string]struct {
		c    *session.Caller
		id   string
		code apierror.Code
	}{
		"a key": {writer, plain, ""}, "a key, of one that imports": {writer, imports, apierror.CodeForbidden}, "a key that may import": {importer, imports, ""}, "a person": {s.owner, imports, ""},
		"without credits": {s.key(nil, new(int64(0))), plain, apierror.CodeInsufficientCredits}, "one that there is not": {writer, "none", apierror.CodeNotFound},
	} {
		seen, err := s.RunWatch(t.Context(), tt.c, tt.id)
		if wantCode(t, name, err, tt.code); err == nil && seen.ID != tt.id {
			t.Errorf("%s: %+v", name, seen)
		}
	}
}

// TestSourcesOfWatches: each kind takes what the lookup takes that it makes, and no more.
func TestSourcesOfWatches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, tt := range map[string]struct {
		in      WatchSource
		want    string // the problems as name:reason, or a code
		account string // what is watched, if not what was sent
	}{
		"an account":                  {accountSource(), "", ""},
		"an account's link":           {WatchSource{Kind: watches.Account, Account: channelLink}, "", channelID},
		"an account in an order":      {WatchSource{Kind: watches.Account, Account: channelID, Sort: "popular", Collection: "shorts"}, "", ""},
		"an account in another order": {WatchSource{Kind: watches.Account, Account: channelID, Sort: "best"}, "sort:enum", ""},
		"no account":                  {WatchSource{Kind: watches.Account, Sort: "best"}, "account:required", ""},
		"an account and a link":       {WatchSource{Kind: watches.Account, Account: channelID, URL: videoLink}, "url:conflict", ""},
		"a post's link in an order":   {WatchSource{Kind: watches.Account, Account: videoLink, Sort: "popular"}, string(apierror.CodeUnsupportedObject), ""},
		"a malformed account":         {WatchSource{Kind: watches.Account, Account: "video_site:?", Sort: "popular"}, "account:pattern", ""},
		"a search":                    {WatchSource{Kind: watches.Search, Platform: "video_site", Query: "a"}, "", ""},
		"a search for ads":            {WatchSource{Kind: watches.Search, Platform: "ad_library", Query: "a", Country: "de"}, "", ""},
		"a search on no platform":     {WatchSource{Kind: watches.Search, Query: "a"}, "platform:required", ""},
		"a search elsewhere":          {WatchSource{Kind: watches.Search, Platform: "other", Query: "a"}, "platform:enum", ""},
		"a search without words":      {WatchSource{Kind: watches.Search, Platform: "video_site"}, "q:required", ""},
		"a search with a country":     {WatchSource{Kind: watches.Search, Platform: "video_site", Query: "a", Country: "DE"}, "country:not_read_by_platform", ""},
		"a list":                      {WatchSource{Kind: watches.List, URL: listLink}, "", ""},
		"a list that is a post":       {WatchSource{Kind: watches.List, URL: videoLink}, string(apierror.CodeUnsupportedObject), ""},
		"a post":                      {WatchSource{Kind: watches.Single, URL: videoLink}, "", ""},
		"a post in an order":          {WatchSource{Kind: watches.Single, URL: videoLink, Sort: "latest"}, "sort:conflict", ""},
		"no post":                     {WatchSource{Kind: watches.Single}, "url:required", ""},
	} {
		src, err := s.CheckSource(t.Context(), s.owner, tt.in)
		if want := cmp.Or(tt.account, tt.in.Account); src.Account != want {
			t.Errorf("%s: of %q, want %q", name, src.Account, want)
		}
		got := []string{}
		for _, f := range apierror.FieldsOf(err) {
			got = append(got, f.Name+":"+f.Reason)
		}
		if err != nil && len(got) == 0 {
			got = append(got, string(apierror.From(err).Code))
		}
		if strings.Join(got, " ") != tt.want || src.Kind != tt.in.Kind || src.Country != strings.ToUpper(tt.in.Country) {
			t.Errorf("%s: %v, %+v, want %s", name, got, src, tt.want)
		}
	}
}

// TestWhatIsWatchedAlready is found whatever a watch calls it: by an older link, in another order, in other letters.
func TestWhatIsWatchedAlready(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	account := s.watch(CreateWatch{Source: WatchSource{Kind: watches.Account, Account: "https://www.tiktok.com/@Mira.oven"}})
	known := s.watch(CreateWatch{Source: WatchSource{Kind: watches.Account, Account: channelID}})
	named, _ := s.ReadLink("https://www.youtube.com/@mira.oven")
	_, err := s.LookUpLink(t.Context(), s.owner, named, "") // tells whose name it is
	testkit.Must(t, err)
	search := s.watch(CreateWatch{Source: WatchSource{Kind: watches.Search, Platform: "ad_library", Query: "lamp", Country: "DE"}})
	list := s.watch(CreateWatch{Source: WatchSource{Kind: watches.List, URL: listLink}})
	post := s.watch(CreateWatch{Source: WatchSource{Kind: watches.Single, URL: videoLink}})
	for name, tt := range map[string]struct {
		in   watches.Source
		want string
	}{
		"a handle":            {watches.Source{Kind: watches.Account, Account: "clip_site:@mira.oven"}, account.ID},
		"a link":              {watches.Source{Kind: watches.Account, Account: "https://tiktok.com/@mira.oven?a=b"}, account.ID},
		"a name of an id":     {watches.Source{Kind: watches.Account, Account: "video_site:@mira.oven"}, known.ID},
		"another account":     {watches.Source{Kind: watches.Account, Account: "clip_site:@tidepool.tess"}, ""},
		"the name elsewhere":  {watches.Source{Kind: watches.Account, Account: "photo_site:@mira.oven"}, ""},
		"a search":            {watches.Source{Kind: watches.Search, Platform: "ad_library", Query: "lamp"}, search.ID},
		"a search elsewhere":  {watches.Source{Kind: watches.Search, Platform: "video_site", Query: "lamp"}, ""},
		"a search for others": {watches.Source{Kind: watches.Search, Platform: "ad_library", Query: "lamps"}, ""},
		"a list":              {watches.Source{Kind: watches.List, URL: listLink + "&si=x"}, list.ID},
		"a post":              {watches.Source{Kind: watches.Single, URL: videoLink + "&t=4"}, post.ID},
	} {
		same, err := s.AlreadyWatching(t.Context(), s.owner, tt.in)
		got := []string{}
		for _, w := range same {
			got = append(got, w.ID)
		}
		if err != nil || strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %v, %v, want %q", name, got, err, tt.want)
		}
	}
}

// TestSearchesWhereThereIsNone are refused before the lookup is asked.
func TestSearchesWhereThereIsNone(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p, _ := s.Platforms.Find(content.VideoSite)
	p.Search = nil
	s.Platforms = sources.NewPlatforms(p)
	_, err := s.CheckSource(t.Context(), s.owner, WatchSource{Kind: watches.Search, Platform: "video_site", Query: "a"})
	wantInvalid(t, err, "platform")
}

// TestReportsOnWatches: of an account with its growth once its id is known, and of ads with those that run longest first.
func TestReportsOnWatches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	channel, ok := s.ReadLink(channelLink)
	_, err := s.LookUpLink(t.Context(), s.owner, channel, "")
	if err != nil || !ok {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		in      WatchSource
		ads     bool
		account string
		grew    bool // has numbers
		growth  bool // is asked for
	}{
		"an account":           {accountSource(), false, channelID, true, true},
		"an account by a name": {WatchSource{Kind: watches.Account, Account: "video_site:@nobody"}, false, "", false, true},
		"an account with ads":  {WatchSource{Kind: watches.Account, Account: "ad_library:1234567890"}, true, "ad_library:1234567890", false, true},
		"a search":             {WatchSource{Kind: watches.Search, Platform: "video_site", Query: "a"}, false, "", false, false},
		"a search for ads":     {WatchSource{Kind: watches.Search, Platform: "ad_library", Query: "a"}, true, "", false, false},
	} {
		w := s.watch(CreateWatch{Source: tt.in})
		r, err := s.ReportWatch(t.Context(), s.owner, w.ID, ReportOnWatch{})
		if err != nil || r.Watch.ID != w.ID || r.Report == nil || r.Ads != tt.ads || r.AccountID != tt.account || (r.Growth != nil) != tt.growth || r.To.Sub(r.From) != usualReport {
			t.Errorf("%s: %+v, %v", name, r, err)
		} else if tt.growth && (r.Growth.Now != nil) != tt.grew {
			t.Errorf("%s grew: %+v", name, r.Growth)
		}
	}
	id := s.watch(CreateWatch{}).ID
	_, err = s.ReportWatch(t.Context(), s.owner, id, ReportOnWatch{From: "2026-01-02T00:00:00Z", To: "2026-01-01T00:00:00Z"})
	wantInvalid(t, err, "to")
	_, err = s.ReportWatch(t.Context(), s.owner, "none", ReportOnWatch{})
	wantCode(t, "one that there is not", err, apierror.CodeNotFound)
}

// TestFeedsOfWatches show what the watch told, and when it last did.
func TestFeedsOfWatches(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, done := did(t)
	w := s.watch(CreateWatch{})
	f, token, err := s.CreateWatchFeed(ctx, s.owner, w.ID)
	testkit.Must(t, err)
	wantDone(t, done, session.Done{Subject: f.ID})
	feed, err := s.OpenWatchFeed(ctx, "https://a.example", token)
	if err != nil || feed.Watch != "Watch" || len(feed.Entries) != 0 || feed.Updated.UnixMicro() != f.CreatedAt {
		t.Fatalf("before: %+v, %v", feed, err)
	}
	s.look(w.ID, "a")
	s.look(w.ID, "b", "a")
	feed, err = s.OpenWatchFeed(ctx, "https://a.example", token)
	if err != nil || len(feed.Entries) != 1 || feed.ID != f.ID || !feed.Updated.Equal(feed.Entries[0].At) || !strings.HasPrefix(feed.Entries[0].Link, "https://a.example/") {
		t.Errorf("%+v, %v", feed, err)
	}
	for _, unknown := range []string{"", token[1:], token + "a", strings.Repeat("a", len(token))} {
		_, err := s.OpenWatchFeed(ctx, "", unknown)
		wantCode(t, unknown, err, apierror.CodeNotFound)
	}
	wantCode(t, "its end", s.RevokeWatchFeed(ctx, s.owner, w.ID, f.ID), "")
	_, err = s.OpenWatchFeed(ctx, "", token)
	wantCode(t, "after its end", err, apierror.CodeNotFound)
	_, _, err = s.CreateWatchFeed(ctx, s.owner, "none")
	wantCode(t, "of a watch that there is not", err, apierror.CodeNotFound)
}

// look makes a run of a watch that sees these items, the newest first.
func (s *site) look(id string, items ...string) {
	s.t.Helper()
	modelstest.PutNow(s.t, s.Store, work.Watches, id)
	s.clock.Add(2 * time.Hour)
	j, err := s.Store.Work.Take(s.t.Context(), work.Watches, id)
	testkit.Must(s.t, err)
	c, _, err := s.Store.Watches.Begin(s.t.Context(), j, 1)
	testkit.Must(s.t, err)
	l := &watches.Look{NewestFirst: true}
	for _, item := range items {
		l.Rows = append(l.Rows, watches.Row{ID: item, URL: "https://example.com/" + item})
	}
	l.Known, err = s.Store.Watches.KnownItems(s.t.Context(), id, items)
	testkit.Must(s.t, err)
	testkit.Must(s.t, s.Store.Watches.FinishList(s.t.Context(), c, l, watches.Imported{}))
}
