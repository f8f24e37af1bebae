package operations

import (
	"net/http"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/boards"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/watches"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

// TestRulesOfPages: a page asks for the person whom the API asks for a key, and its form carries what no session can.
func TestRulesOfPages(t *testing.T) {
	t.Parallel()
	for of, want := range map[session.Credential]session.Credential{
		session.APIKey: session.Session, session.APIKeyOrSession: session.Session, session.Session: session.Session,
		session.SetupToken: session.OptionalSession, session.NoCredential: session.OptionalSession, session.OptionalSession: session.OptionalSession,
	} {
		o := Operation{Credential: of, Role: session.Owner, Scope: accounts.ReferencesWrite, Limit: session.LimitRead}
		if r := o.PageRule(); r.Credential != want || r.Role != session.Owner || r.Scope != "" || r.Limit != session.LimitRead {
			t.Errorf("of %v: %+v", of, r)
		}
		if r := o.Rule(); r.Credential != of || r.Scope != accounts.ReferencesWrite {
			t.Errorf("of %v the API asks for %+v", of, r)
		}
	}
}

// TestWhatMayBeSentAgain makes something for a caller whose answers are kept.
func TestWhatMayBeSentAgain(t *testing.T) {
	t.Parallel()
	made := Operation{ID: "createBoard", Method: http.MethodPost, Credential: session.APIKeyOrSession, Status: http.StatusCreated}
	with := func(change func(*Operation)) Operation {
		o := made
		change(&o)
		return o
	}
	for name, tt := range map[string]struct {
		o    Operation
		want bool
	}{
		"created":             {made, true},
		"accepted":            {with(func(o *Operation) { o.Status = http.StatusAccepted }), true},
		"by a key":            {with(func(o *Operation) { o.Credential = session.APIKey }), true},
		"by a person":         {with(func(o *Operation) { o.Credential = session.Session }), true},
		"by nobody":           {with(func(o *Operation) { o.Credential = session.NoCredential }), false},
		"done":                {with(func(o *Operation) { o.Status = 0 }), false},
		"changed":             {with(func(o *Operation) { o.Method = http.MethodPatch }), false},
		"an import":           {with(func(o *Operation) { o.ID = "createIngestion" }), false},
		"a link to a file":    {with(func(o *Operation) { o.ID = "createDownloadURL" }), false},
		"a closed workspace":  {with(func(o *Operation) { o.ID = "closeWorkspace" }), false},
		"closed and accepted": {with(func(o *Operation) { o.ID, o.Status = "closeWorkspace", http.StatusAccepted }), false},
	} {
		if tt.o.Repeatable() != tt.want {
			t.Errorf("%s: %v", name, tt.o.Repeatable())
		}
	}
}

// TestWhatIsRecorded for owners: changes, unless they are excused, and what takes much out of a workspace.
func TestWhatIsRecorded(t *testing.T) {
	t.Parallel()
	for o, want := range map[*Operation]bool{
		{ID: "createBoard", Method: http.MethodPost}: true, {ID: "lookupItems", Method: http.MethodPost}: false, {ID: "listBoards", Method: http.MethodGet}: false,
		{ID: "exportReferences", Method: http.MethodGet}: true, {ID: "getBundle", Method: http.MethodGet}: true,
	} {
		if o.Recorded() != want {
			t.Errorf("%s is recorded: %v", o.ID, o.Recorded())
		}
	}
	for act, want := range map[string]string{"listKeys": "exportKeys", "getUsage": "exportUsage", "getBundle": "getBundle", "exportReferences": "exportReferences"} {
		if got := ExportKind(act); got != want {
			t.Errorf("%s is recorded as %s, want %s", act, got, want)
		}
	}
}

// TestWhoMayMakeAWatchSpend: a person, or a key with budget left, which needs the scope of imports to import.
func TestWhoMayMakeAWatchSpend(t *testing.T) {
	t.Parallel()
	s := &Service{Store: modelstest.SQLite(t, &modelstest.Clock{})}
	key := func(scopes string, daily *int64) *session.Caller {
		return &session.Caller{Key: &accounts.KeyCaller{APIKey: accounts.APIKey{ScopeList: scopes, Budget: billing.Budget{DailyCredits: daily}}}}
	}
	for name, tt := range map[string]struct {
		c         *session.Caller
		importing bool
		code      apierror.Code
	}{
		"a person":                   {&session.Caller{}, true, ""},
		"a key":                      {key("", nil), false, ""},
		"a key that imports":         {key(string(accounts.IngestionsWrite), nil), true, ""},
		"a key that may not import":  {key("", nil), true, apierror.CodeForbidden},
		"a key with one credit left": {key("", new(int64(1))), false, ""},
		"a key without credits left": {key("", new(int64(0))), false, apierror.CodeInsufficientCredits},
	} {
		if err := s.mayWatch(tt.c, tt.importing); (err == nil) != (tt.code == "") || err != nil && !apierror.Is(err, tt.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, tt := range map[string]struct {
		in   ChangeWatch
		want bool
	}{
		"nothing": {}, "a name": {in: ChangeWatch{Name: new(Name)}}, "a pause": {in: ChangeWatch{Paused: new(true)}}, "no more imports": {in: ChangeWatch{Import: Opt[ImportSettings]{Set: true}}},
		"a shorter list":    {in: ChangeWatch{ReadsAll: new(false)}},
		"an interval":       {ChangeWatch{Every: new(watches.Every("1h"))}, true},
		"imports":           {ChangeWatch{Import: Opt[ImportSettings]{Set: true, Value: &ImportSettings{}}}, true},
		"more credits":      {ChangeWatch{DailyCredits: new(DailyCredits)}, true},
		"its end of a rest": {ChangeWatch{Paused: new(false)}, true},
		"the whole list":    {ChangeWatch{ReadsAll: new(true)}, true},
	} {
		if tt.in.spends() != tt.want {
			t.Errorf("%s can spend: %v", name, tt.in.spends())
		}
	}
	if importsLists(watches.Single) == nil || importsLists(watches.Account) != nil {
		t.Error("lists are imported, single items are not")
	}
	_, err := s.CreateWatch(t.Context(), &session.Caller{}, CreateWatch{Backfill: 1})
	wantInvalid(t, err, "import", "backfill")
}

// TestWhoMayChangeReferences: who asks for one kind of change, and as a person for no more than the role bears.
func TestWhoMayChangeReferences(t *testing.T) {
	t.Parallel()
	key, member, owner := &session.Caller{Key: &accounts.KeyCaller{}}, &session.Caller{Role: accounts.Member}, &session.Caller{Role: accounts.Owner}
	for name, tt := range map[string]struct {
		c    *session.Caller
		in   ChangeEach
		code apierror.Code
	}{
		"nothing":              {owner, ChangeEach{}, apierror.CodeInvalidInput},
		"deleting with a tag":  {owner, ChangeEach{Delete: true, AddTags: Tags{"a"}}, apierror.CodeInvalidInput},
		"a tag":                {member, ChangeEach{AddTags: Tags{"a"}}, ""},
		"a tag less":           {member, ChangeEach{RemoveTags: Tags{"a"}}, ""},
		"a hold by a member":   {member, ChangeEach{HoldDays: 1}, apierror.CodeForbidden},
		"deleting by a member": {member, ChangeEach{Delete: true}, apierror.CodeForbidden},
		"a hold by an owner":   {owner, ChangeEach{HoldDays: 1}, ""},
		"deleting by an owner": {owner, ChangeEach{Delete: true}, ""},
		"a hold by a key":      {key, ChangeEach{HoldDays: 1}, ""},
		"deleting by a key":    {key, ChangeEach{Delete: true}, ""},
	} {
		if err := (&Service{}).MayChangeReferences(tt.c, tt.in); (err == nil) != (tt.code == "") || err != nil && !apierror.Is(err, tt.code) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWhatIsRefusedBeforeAnythingIsRead because its parts do not fit one another.
func TestWhatIsRefusedBeforeAnythingIsRead(t *testing.T) {
	t.Parallel()
	s, c, ctx := &Service{}, &session.Caller{}, t.Context()
	_, err := s.AnnotateReference(ctx, c, "id", Annotate{})
	wantInvalid(t, err, "body")
	_, err = s.ArrangeBoard(ctx, c, "id", ArrangeBoard{})
	wantInvalid(t, err, "body")
	for _, in := range []CreateChange{{}, {Filter: &SavedFilter{}, IDs: BulkIDs{"a"}}} {
		_, err = s.CreateChange(ctx, c, in)
		wantInvalid(t, err, "filter")
	}
	for _, in := range []CreateShare{{}, {Board: "a", Reference: "b"}} {
		_, _, err = s.CreateShare(ctx, c, in)
		wantInvalid(t, err, "board")
	}
	for _, tt := range []struct {
		in   CreateBoard
		want []string
	}{
		{CreateBoard{Filter: &ReferenceFilter{}}, []string{"filter"}},
		{CreateBoard{Kind: boards.Smart}, []string{"filter"}},
		{CreateBoard{Kind: boards.Smart, Filter: &ReferenceFilter{}, References: BulkIDs{"a"}}, []string{"references"}},
		{CreateBoard{Kind: boards.Smart, Filter: &ReferenceFilter{}, Order: BoardOrder(references.AsPlaced)}, []string{"order"}},
	} {
		_, err = s.CreateBoard(ctx, c, tt.in)
		wantInvalid(t, err, tt.want...)
	}
	if fitsBoard(boards.Manual, nil, references.AsPlaced) != nil || fitsBoard(boards.Smart, &ReferenceFilter{}, references.LatestSaved) != nil {
		t.Error("boards as they usually are are refused")
	}
	for _, tt := range []struct {
		name string
		in   Thresholds
		want []string
	}{
		{"one of each", Thresholds{{Op: watches.Above}, {Op: watches.Below}, {Op: watches.Grows, Within: "1d", Value: 1}, {Op: watches.Above, Value: 1}}, nil},
		{"growth without a period", Thresholds{{Op: watches.Grows, Value: 1}}, []string{"thresholds[0].within"}},
		{"a period without growth", Thresholds{{Op: watches.Above, Within: "1d"}}, []string{"thresholds[0].within"}},
		{"growth by nothing", Thresholds{{Op: watches.Grows, Within: "1d"}}, []string{"thresholds[0].value"}},
		{"the same twice", Thresholds{{Op: watches.Above}, {Op: watches.Above}}, []string{"thresholds[1]"}},
	} {
		if err := tt.in.check(); tt.want == nil && err != nil {
			t.Errorf("%s: %v", tt.name, err)
		} else if tt.want != nil {
			wantInvalid(t, err, tt.want...)
		}
	}
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for in, days := range map[ReportOnWatch]int{
		{}: 30, {From: "2026-02-27T00:00:00Z"}: 2, {To: "2026-02-27T00:00:00Z"}: 30, {From: "2025-02-28T00:00:00Z"}: 366,
		{From: "2025-02-27T00:00:00Z"}: 0, {From: "2026-03-01T00:00:00Z"}: 0, {From: "2026-03-02T00:00:00Z"}: 0,
	} {
		from, to, err := in.period(now)
		if (err == nil) != (days > 0) || days > 0 && to.Sub(from) != time.Duration(days)*24*time.Hour {
			t.Errorf("%+v: from %v to %v, %v", in, from, to, err)
		}
	}
}

// wantInvalid wants invalid_input with these fields.
func wantInvalid(t *testing.T, err error, names ...string) {
	t.Helper()
	fields := apierror.FieldsOf(err)
	got := map[string]bool{}
	for _, f := range fields {
		got[f.Name] = true
	}
	if !apierror.Is(err, apierror.CodeInvalidInput) || len(fields) != len(names) {
		t.Errorf("%v of %v, want %v", err, got, names)
	}
	for _, name := range names {
		if !got[name] {
			t.Errorf("%v of %v, want %s", err, got, name)
		}
	}
}

// TestAFilterNarrowsASmartBoard further, and never asks for two values of what has one.
func TestAFilterNarrowsASmartBoard(t *testing.T) {
	t.Parallel()
	full := ReferenceFilter{Q: "a", Tag: SearchedTags{"t"}, SourceTag: SearchedTags{"s"}, Account: "video_site:a", Platform: "video_site", State: references.Ready, MediaAvailability: references.MediaReady}
	other := ReferenceFilter{Q: "b", Tag: SearchedTags{"u"}, SourceTag: SearchedTags{"v"}, Account: "clip_site:b", Platform: "clip_site", State: references.Failed, MediaAvailability: references.MediaExpired}
	_, err := full.and(other)
	wantInvalid(t, err, "account", "platform", "state", "mediaAvailability")
	for _, pair := range [][2]ReferenceFilter{{full, {}}, {{}, full}} {
		got, err := pair[0].and(pair[1])
		if err != nil || got.Q != "a" || len(got.Tag) != 1 || len(got.SourceTag) != 1 || got.Account != full.Account || got.Platform != full.Platform || got.State != full.State || got.MediaAvailability != full.MediaAvailability {
			t.Errorf("%+v and %+v: %+v, %v", pair[0], pair[1], got, err)
		}
	}
	if got, err := full.and(full); err != nil || got.Q != "a a" || len(got.Tag) != 2 || len(got.SourceTag) != 2 {
		t.Errorf("the same twice: %+v, %v", got, err)
	}
	if FilterOf(&boards.Board{Kind: boards.Manual, Filter: "{}"}) != nil || FilterOf(&boards.Board{Kind: boards.Smart, Filter: `{"q":"a"}`}).Q != "a" {
		t.Error("a smart board has a filter, a manual one has none")
	}
	if defaultOrder(boards.Manual) != references.AsPlaced || defaultOrder(boards.Smart) != references.LatestSaved {
		t.Error("boards begin in another order")
	}
}
