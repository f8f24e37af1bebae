package observations_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

func TestChainsRememberWhatWasGiven(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		first := observations.NewListSession(in.Workspace, "observation")
		_, page := given(t, s, first, "observation")
		cursor, err := page.Save(ctx, "list", []string{"a", "b"}, "platform token", `{"id":"video_site:x"}`)
		if err != nil || cursor == "" || len(cursor) > 512 {
			t.Fatalf("cursor %q, %v", cursor, err)
		}
		at, err := s.Observations.OpenCursor(ctx, in.Workspace, "list", cursor)
		if err != nil || at.Token != "platform token" || at.Page != 2 || at.Account == "" {
			t.Fatalf("the session stands at %+v, %v", at, err)
		}
		before, second := given(t, s, *at, "later observation", "b", "c")
		if !before["b"] || before["c"] {
			t.Errorf("given before: %v", before)
		}
		if before, _ := given(t, s, first, "observation", "a", "b"); len(before) != 0 {
			t.Errorf("the same page again shows its rows again: %v", before)
		}
		if end, err := second.Save(ctx, "list", []string{"c"}, "", ""); end != "" || err != nil {
			t.Errorf("the end has no cursor: %q, %v", end, err)
		}
		if rows, sessions := modelstest.CountRows(t, s, "list_session_rows"), modelstest.CountRows(t, s, "list_sessions"); rows != 5 || sessions != 1 {
			t.Errorf("%d rows of two pages are kept, and %d sessions", rows, sessions)
		}
		_, other := given(t, s, observations.NewListSession(in.Workspace, "only page"), "only page")
		if end, err := other.Save(ctx, "list", []string{"a"}, "", ""); end != "" || err != nil || modelstest.CountRows(t, s, "list_session_rows") != 5 {
			t.Errorf("of a list of one page something is kept: %q, %v", end, err)
		}
		for name, ask := range map[string][3]string{
			"another query":     {in.Workspace, "other", cursor},
			"another workspace": {db.NewID(), "list", cursor},
			"forged":            {in.Workspace, "list", "x" + cursor},
		} {
			_, err := s.Observations.OpenCursor(ctx, ask[0], ask[1], ask[2])
			wantCursor(t, name, err, "cursor_mismatch")
		}
		clock.Add(25 * time.Hour)
		_, err = s.Observations.OpenCursor(ctx, in.Workspace, "list", cursor)
		wantCursor(t, "a day later", err, "cursor_expired")
		if err := s.Housekeep(ctx); err != nil {
			t.Fatal(err)
		}
		_, err = s.Observations.OpenCursor(ctx, in.Workspace, "list", cursor)
		wantCursor(t, "after housekeeping", err, "cursor_expired")
	})
}

func wantCursor(t testing.TB, name string, err error, reason string) {
	t.Helper()
	f := apierror.From(err)
	fields, _ := f.Details["fields"].([]apierror.Field)
	if len(fields) != 1 || fields[0].Name != "cursor" || fields[0].Reason != reason {
		t.Errorf("%s: %v %v, want %s", name, err, f.Details, reason)
	}
}

// given opens a page and returns the rows that were shown before it.
func given(t testing.TB, s *models.Store, c observations.ListSession, observation string, rows ...string) (map[string]bool, *observations.ListPage) {
	t.Helper()
	page, err := s.Observations.OpenPage(context.Background(), c, observation, rows)
	if err != nil {
		t.Fatal(err)
	}
	return page.Seen, page
}

// A page that comes back with other rows begins a reading of its own: what only the first reading was given is still to
// come in the second, and the first is not disturbed.
func TestChainsBranchWhereAPageChanged(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := modelstest.Install(t, s, 0)
		turn := func(c observations.ListSession, observation string, rows ...string) observations.ListSession {
			t.Helper()
			before, page := given(t, s, c, observation, rows...)
			var shown []string
			for _, id := range rows {
				if !before[id] {
					shown = append(shown, id)
				}
			}
			cursor, err := page.Save(ctx, "list", shown, "token "+observation, "")
			if err != nil {
				t.Fatal(err)
			}
			at, err := s.Observations.OpenCursor(ctx, in.Workspace, "list", cursor)
			if err != nil {
				t.Fatal(err)
			}
			return *at
		}
		second := turn(observations.NewListSession(in.Workspace, "1"), "1", "a", "b")
		for name, x := range map[string]struct{ old, again []string }{
			"other rows":            {[]string{"c", "d"}, []string{"n", "c"}},
			"rows where none were":  {nil, []string{"c", "d"}},
			"none where there were": {[]string{"c", "d"}, nil},
		} {
			start := turn(second, name, "between "+name) // page 3 is a place of this case's own
			old := turn(start, "old", x.old...)
			again := turn(start, "again", x.again...)
			if repeated := turn(start, "old", x.old...); repeated.ID != old.ID {
				t.Errorf("%s: the first page once more leads to %+v, not %+v", name, repeated, old)
			}
			if repeated := turn(start, "again", x.again...); repeated.ID != again.ID {
				t.Errorf("%s: the same page again leads to %+v, not %+v", name, repeated, again)
			}
			for reader, r := range map[string]struct {
				at    observations.ListSession
				shown []string
			}{"first": {old, x.old}, "second": {again, x.again}} {
				before, _ := given(t, s, r.at, "last", "a", "b", "c", "d", "n")
				want := map[string]bool{"a": true, "b": true}
				for _, id := range r.shown {
					want[id] = true
				}
				if !maps.Equal(before, want) {
					t.Errorf("%s: the %s reader was given %v, want %v", name, reader, before, want)
				}
			}
		}
	})
}
