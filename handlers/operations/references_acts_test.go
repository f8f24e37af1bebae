package operations

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/media"
	"socialdata/internal/testkit"
	"socialdata/internal/vectors"
	"socialdata/models/accounts"
	"socialdata/models/changes"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestChangesInWords as owners read them.
func TestChangesInWords(t *testing.T) {
	t.Parallel()
	tags := func(add, remove string) changes.What {
		return changes.What{Change: references.Change{AddTags: strings.Fields(add), RemoveTags: strings.Fields(remove)}}
	}
	for want, tt := range map[string]struct {
		total int64
		what  changes.What
	}{
		"1 reference: deleted":                                        {1, changes.What{Delete: true}},
		"0 references: deleted":                                       {0, changes.What{Delete: true}},
		"1000 references: deleted":                                    {references.MostCounted, changes.What{Delete: true}},
		"over 1000 references: deleted":                               {references.MostCounted + 1, changes.What{Delete: true}},
		"2 references: added the tags “a”":                            {2, tags("a", "")},
		"2 references: removed the tags “a”":                          {2, tags("", "a")},
		"2 references: tag “a” → “b”":                                 {2, tags("b", "a")},
		"2 references: added the tags “a”, “b”; removed the tags “c”": {2, tags("a b", "c")},
		"2 references: added the tags “c”; removed the tags “a”, “b”": {2, tags("c", "a b")},
		"2 references: media kept for 1 days":                         {2, changes.What{Change: references.Change{HoldDays: 1}}},
	} {
		if got := doneToEach(tt.total, nil, tt.what); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	for want, tt := range map[string]struct {
		total int64
		names []string
	}{
		"1 reference (“A”): deleted":                             {1, []string{"“A”"}},
		"2 references (“A”, “B”): deleted":                       {2, []string{"“A”", "“B”"}},
		"5 references (“A”, “B”, “C” and 2 more): deleted":       {5, []string{"“A”", "“B”", "“C”"}},
		"1000 references (“A”, “B”, “C” and 997 more): deleted":  {references.MostCounted, []string{"“A”", "“B”", "“C”"}},
		"over 1000 references (“A”, “B”, “C” and more): deleted": {references.MostCounted + 1, []string{"“A”", "“B”", "“C”"}},
	} {
		if got := doneToEach(tt.total, tt.names, changes.What{Delete: true}); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// TestChangesOfReferences: in the background for a filter, a page's list or ids, and at once for ids.
func TestChangesOfReferences(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	red, blue := s.save(modelstest.Saved{Tags: []string{"red"}, SourceTitle: "Red"}), s.save(modelstest.Saved{Tags: []string{"blue"}, CustomTitle: new("Blue\nsky")})
	tag := ChangeEach{AddTags: Tags{"x"}}
	for name, in := range map[string]struct {
		CreateChange
		total int64
		words string
	}{
		"a filter":    {CreateChange{Filter: &SavedFilter{ReferenceFilter: ReferenceFilter{Tag: SearchedTags{"red"}}}, ChangeEach: tag, DelaySeconds: 60}, 1, "1 reference (“Red”): added the tags “x”"},
		"everything":  {CreateChange{Filter: &SavedFilter{}, ChangeEach: tag}, 2, "2 references (“Blue”, “Red”): added the tags “x”"},
		"an old time": {CreateChange{Filter: &SavedFilter{SavedBetween: SavedBetween{CreatedBefore: "2020-01-01T00:00:00Z"}}, ChangeEach: tag}, 0, "0 references: added the tags “x”"},
		"ids":         {CreateChange{IDs: BulkIDs{red, blue}, ChangeEach: tag}, 2, "2 references (“Red”, “Blue”): added the tags “x”"},
	} {
		ctx, done := did(t)
		c, err := s.CreateChange(ctx, s.owner, in.CreateChange)
		if err != nil || c.Total != in.total || c.CreatedBy != s.owner.UserID() || (FilterOfChange(c) != nil) != (in.Filter != nil) || c.BeginsAt-c.CreatedAt != int64(in.DelaySeconds)*time.Second.Microseconds() {
			t.Fatalf("%s: %+v, %v", name, c, err)
		}
		wantDone(t, done, session.Done{Subject: c.ID, Detail: in.words})
		stopped, err := s.StopChange(ctx, s.owner, c.ID)
		if err != nil || stopped.State != changes.Stopped {
			t.Errorf("%s, stopped: %+v, %v", name, stopped, err)
		}
		wantDone(t, done, session.Done{Subject: c.ID, Detail: in.words})
	}
	member := *s.owner
	member.Role = accounts.Member
	_, err := s.CreateChange(t.Context(), &member, CreateChange{IDs: BulkIDs{red}, ChangeEach: ChangeEach{Delete: true}})
	wantCode(t, "deleting by a member", err, apierror.CodeForbidden)
	_, err = s.ChangeReferences(t.Context(), &member, Bulk{IDs: BulkIDs{red}, ChangeEach: ChangeEach{Delete: true}})
	wantCode(t, "deleting at once by a member", err, apierror.CodeForbidden)
	if c, err := s.ChangeListed(t.Context(), s.owner, references.Listing{}, tag, 0); err != nil || c.Total != 2 || FilterOfChange(c) != nil {
		t.Errorf("a page's list: %+v, %v", c, err)
	}
	_, err = s.StopChange(t.Context(), s.owner, "none")
	wantCode(t, "stopping none", err, apierror.CodeNotFound)
	ctx, done := did(t)
	list, err := s.ChangeReferences(ctx, s.owner, Bulk{IDs: BulkIDs{red, "none"}, ChangeEach: tag})
	if err != nil || len(list) != 2 || list[0].Err != nil || list[1].Err == nil || !slices.Equal(list[0].Reference.TagList(), []string{"red", "x"}) {
		t.Errorf("at once: %+v, %v", list, err)
	}
	wantDone(t, done, session.Done{Detail: "2 references (“Red” and 1 more): added the tags “x”"})
	if list, err = s.ChangeReferences(ctx, s.owner, Bulk{IDs: BulkIDs{red}, ChangeEach: ChangeEach{Delete: true}}); err != nil || len(list) != 1 || list[0].Err != nil {
		t.Errorf("deleting at once: %+v, %v", list, err)
	}
	wantDone(t, done, session.Done{Detail: "1 reference (“Red”): deleted"})
	if left := s.list(references.Listing{}); !slices.Equal(left, []string{blue}) {
		t.Errorf("%v are left", left)
	}
	untitled := s.save(modelstest.Saved{})
	long, longer := strings.Repeat("ä", 100), strings.Repeat("ä", 101)
	for id, name := range map[string]string{blue: "“Blue”", untitled: "", // an address is no name
		s.save(modelstest.Saved{SourceTitle: long}): "“" + long + "”", s.save(modelstest.Saved{SourceTitle: longer}): "“" + long + "…”"} {
		testkit.Must(t, s.DeleteReference(ctx, s.owner, id))
		wantDone(t, done, session.Done{Subject: id, Detail: name})
	}
}

// TestAnnotationsChangeOneProperty at least; the others stay.
func TestAnnotationsChangeOneProperty(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	id := s.save(modelstest.Saved{CustomTitle: new("T"), Notes: new("N"), Tags: []string{"a"}})
	find := func() *references.Reference {
		r, err := s.Store.References.Find(t.Context(), s.workspace, id)
		testkit.Must(t, err)
		return r
	}
	for name, tt := range map[string]struct {
		in             Annotate
		want, recorded string
	}{
		"title": {Annotate{CustomTitle: Opt[CustomTitle]{Set: true, Value: new(CustomTitle(" U "))}}, "U N [a]", "“U”: title"},
		"notes": {Annotate{Notes: Opt[Notes]{Set: true, Value: new(Notes("M"))}}, "T M [a]", "“T”: notes"},
		"tags":  {Annotate{Tags: Opt[Tags]{Set: true, Value: &Tags{"b"}}}, "T N [b]", "“T”: tags"},
		"none":  {Annotate{Tags: Opt[Tags]{Set: true}}, "T N []", "“T”: tags"},
	} {
		tt.in.Revision = Revision(find().Revision)
		ctx, done := did(t)
		r, err := s.AnnotateReference(ctx, s.owner, id, tt.in)
		testkit.Must(t, err)
		wantDone(t, done, session.Done{Subject: id, Detail: tt.recorded})
		if got := fmt.Sprintf("%s %s %v", *r.CustomTitle, *r.Notes, r.TagList()); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
		_, err = s.AnnotateReference(t.Context(), s.owner, id, Annotate{Revision: Revision(r.Revision), CustomTitle: Opt[CustomTitle]{Set: true, Value: new(CustomTitle("T"))},
			Notes: Opt[Notes]{Set: true, Value: new(Notes("N"))}, Tags: Opt[Tags]{Set: true, Value: &Tags{"a"}}})
		testkit.Must(t, err)
	}
}

// TestShares show a board or a reference, for a year at most, and are recorded by what they show.
func TestShares(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref, b := s.save(modelstest.Saved{}), s.board("Board", nil)
	ctx, done := did(t)
	now := s.clock.Now()
	days := func(n int) string { return now.Add(time.Duration(n) * 24 * time.Hour).Format(time.RFC3339Nano) }
	for name, tt := range map[string]struct {
		in     CreateShare
		detail string
		ends   time.Duration
	}{
		"a board":              {CreateShare{Board: b.ID}, "board Board", 30 * 24 * time.Hour},
		"a reference":          {CreateShare{Reference: ref, ExpiresAt: days(7)}, "reference " + ref, 7 * 24 * time.Hour},
		"with a password":      {CreateShare{Board: b.ID, Password: "secret words"}, "board Board", 30 * 24 * time.Hour},
		"as long as it can be": {CreateShare{Board: b.ID, ExpiresAt: days(365)}, "board Board", 365 * 24 * time.Hour},
	} {
		share, token, err := s.CreateShare(ctx, s.owner, tt.in)
		if err != nil || token == "" || (share.BoardID == nil) != (tt.in.Board == "") || (share.ReferenceID == nil) != (tt.in.Reference == "") || (share.PasswordHash != "") != (tt.in.Password != "") {
			t.Fatalf("%s: %+v, %v", name, share, err)
		}
		if left := db.FromMicros(share.EndsAt).Sub(now.Add(tt.ends)); left < -time.Minute || left > time.Minute {
			t.Errorf("%s ends %v later", name, left)
		}
		wantDone(t, done, session.Done{Subject: share.ID, Detail: tt.detail})
		if tt.in.Password != "" {
			wantCode(t, "a wrong password", s.OpenShare(ctx, share, OpenShare{Password: "wrong"}), apierror.CodeInvalidCredential)
			wantCode(t, "the password", s.OpenShare(ctx, share, OpenShare{Password: "secret words"}), "")
		}
		revoked, err := s.RevokeShare(ctx, s.owner, share.ID)
		if err != nil || revoked.ID != share.ID {
			t.Errorf("%s, revoked: %+v, %v", name, revoked, err)
		}
		wantDone(t, done, session.Done{Subject: share.ID, Detail: tt.detail})
	}
	_, _, err := s.CreateShare(ctx, s.owner, CreateShare{Board: b.ID, ExpiresAt: days(366)})
	wantInvalid(t, err, "expiresAt")
	_, _, err = s.CreateShare(ctx, s.owner, CreateShare{Board: "none"})
	wantCode(t, "no board", err, apierror.CodeNotFound)
	_, err = s.RevokeShare(ctx, s.owner, "none")
	wantCode(t, "no share", err, apierror.CodeNotFound)
	wantDone(t, done, session.Done{})
}

// TestKeys are made with networks, an end and a budget, each of which may be left out, and recorded by their names.
func TestKeys(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx, done := did(t)
	plain, secret, err := s.CreateKey(ctx, s.owner, CreateKey{Name: "Plain"})
	if err != nil || secret == "" || plain.ExpiresAt != nil || len(plain.Networks()) != 0 || plain.DailyCredits != nil || plain.CreatedBy != s.owner.UserID() {
		t.Fatalf("%+v, %v", plain, err)
	}
	wantDone(t, done, session.Done{Subject: plain.ID, Detail: "Plain"})
	end := s.clock.Now().Add(time.Hour).Truncate(time.Second)
	k, _, err := s.CreateKey(ctx, s.owner, CreateKey{Name: "Bound", ExpiresAt: end.Format(time.RFC3339), KeyNetworks: KeyNetworks{&Networks{"203.0.113.0/24", "nonsense"}},
		KeyBounds: KeyBounds{DailyCredits: Opt[KeyCredits]{Value: new(KeyCredits(3))}}})
	if err != nil || *k.ExpiresAt != end.UnixMicro() || len(k.Networks()) != 1 || *k.DailyCredits != 3 || k.MonthlyCredits != nil {
		t.Errorf("%+v, %v", k, err)
	}
	_, _, err = s.CreateKey(ctx, s.owner, CreateKey{Name: "Late", ExpiresAt: "tomorrow"})
	if err == nil {
		t.Error("a key whose end is no time was made")
	}
	wantDone(t, done, session.Done{Subject: k.ID, Detail: "Bound"})
	_, _, err = s.CreateKey(ctx, &session.Caller{WorkspaceID: "none"}, CreateKey{Name: "Lost"})
	if err == nil {
		t.Error("a key of no workspace was made")
	}
	wantDone(t, done, session.Done{})
	for _, tt := range []struct {
		in       ChangeKey
		networks int
		daily    int64 // -1: none
		says     string
	}{
		{ChangeKey{Name: new(Name("B"))}, 1, 3, "“B”"},
		{ChangeKey{KeyNetworks: KeyNetworks{&Networks{}}}, 0, 3, "from any network"},
		{ChangeKey{KeyBounds: KeyBounds{DailyCredits: Opt[KeyCredits]{Set: true}}}, 0, -1, "any number of credits a day"},
		{ChangeKey{KeyBounds: KeyBounds{MonthlyCredits: Opt[KeyCredits]{Set: true, Value: new(KeyCredits(9))}}}, 0, -1, "at most 9 credits a month"},
	} {
		now, err := s.ChangeKey(ctx, s.owner, k.ID, tt.in)
		if err != nil || len(now.Networks()) != tt.networks || (now.DailyCredits != nil) != (tt.daily >= 0) || now.DailyCredits != nil && *now.DailyCredits != tt.daily {
			t.Errorf("%+v: %+v, %v", tt.in, now, err)
		}
		wantDone(t, done, session.Done{Subject: k.ID, Detail: tt.says})
	}
}

// embedder makes a vector of any text, unless it fails.
type embedder struct{ err error }

// Model implements Embedder.
func (embedder) Model() string { return "test" }

// Vectors implements Embedder.
func (e embedder) Vectors(context.Context, []string) ([]vectors.Vector, error) {
	return []vectors.Vector{make(vectors.Vector, 8)}, e.err
}

// TestSearchesByMeaning need a server that answers.
func TestSearchesByMeaning(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, err := s.SearchByMeaning(t.Context(), s.owner, "a", db.PageRequest{Limit: 10})
	wantInvalid(t, err, "mode")
	s.Embedder = embedder{}
	if p, err := s.SearchByMeaning(t.Context(), s.owner, "a", db.PageRequest{Limit: 10}); err != nil || p == nil {
		t.Errorf("%+v, %v", p, err)
	}
	s.Embedder = embedder{errors.New("away")}
	_, err = s.SearchByMeaning(t.Context(), s.owner, "a", db.PageRequest{Limit: 10})
	wantCode(t, "a server that does not answer", err, apierror.CodeStorageUnavailable)
	if wait := apierror.From(err).RetryAfter; wait != embedderRetry {
		t.Errorf("it may be tried again after %v", wait)
	}
}

// TestLinksToFiles end after the time that was asked for, or the usual one.
func TestLinksToFiles(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ref := s.save(modelstest.Saved{Media: []references.Media{{Role: references.PrimaryMedia, ContentType: "video/mp4", Bytes: 3, SHA256: "aa", BlobKey: "k"}}})
	r, err := s.Store.References.Find(t.Context(), s.workspace, ref)
	testkit.Must(t, err)
	id := *r.PrimaryMediaID
	for life, want := range map[LinkSeconds]time.Duration{0: 15 * time.Minute, 60: time.Minute} {
		m, path, expires, err := s.CreateDownloadURL(t.Context(), s.owner, id, life, media.Inline)
		if left := expires.Sub(s.clock.Now()); err != nil || m.ID != id || left > want || left < want-5*time.Second {
			t.Errorf("%d seconds: %v left, %v", life, left, err)
		}
		got, err := s.Links.Verify(strings.TrimPrefix(path, media.LinkPath), "", s.clock.Now())
		if err != nil || got.MediaID != id || !got.ExpiresAt.Equal(expires) {
			t.Errorf("%d seconds: %s leads to %+v, %v", life, path, got, err)
		}
	}
	_, _, _, err = s.CreateDownloadURL(t.Context(), s.owner, "none", 0, media.Inline)
	wantCode(t, "no file", err, apierror.CodeNotFound)
	shown, err := s.Links.Verify(strings.TrimPrefix(s.ShownMedia(id, nil, media.Inline), media.LinkPath), "", s.clock.Now())
	most := time.Duration(LongestLink) * time.Second
	if left := shown.ExpiresAt.Sub(s.clock.Now()); err != nil || left > most || left < most/2-5*time.Second {
		t.Errorf("a page's link: %v left, %v", left, err)
	}
}
