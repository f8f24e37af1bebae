package models_test

import (
	"context"
	"maps"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
)

func TestChainsRememberWhatWasGiven(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 0)
		first := models.FirstChain(in.workspace, "observation")
		_, first = given(t, s, first, "observation")
		next := first.Next("platform token", `{"id":"video_site:x"}`)
		cursor, err := s.Advance(ctx, first, []string{"a", "b"}, &next, "list")
		if err != nil || cursor == "" || len(cursor) > 512 {
			t.Fatalf("cursor %q, %v", cursor, err)
		}
		at, err := s.OpenCursor(ctx, in.workspace, "list", cursor)
		if err != nil || at.Token != "platform token" || at.Page != 2 || at.Account == "" {
			t.Fatalf("the chain stands at %+v, %v", at, err)
		}
		before, second := given(t, s, *at, "later observation", "b", "c")
		if !before["b"] || before["c"] {
			t.Errorf("given before: %v", before)
		}
		if before, _ := given(t, s, first, "observation", "a", "b"); len(before) != 0 {
			t.Errorf("the same page again shows its rows again: %v", before)
		}
		if end, err := s.Advance(ctx, second, []string{"c"}, nil, "list"); end != "" || err != nil {
			t.Errorf("the end has no cursor: %q, %v", end, err)
		}
		for name, ask := range map[string][3]string{
			"another query":     {in.workspace, "other", cursor},
			"another workspace": {models.NewID(), "list", cursor},
			"forged":            {in.workspace, "list", "x" + cursor},
		} {
			_, err := s.OpenCursor(ctx, ask[0], ask[1], ask[2])
			wantCursor(t, name, err, "cursor_mismatch")
		}
		clock.Add(25 * time.Hour)
		_, err = s.OpenCursor(ctx, in.workspace, "list", cursor)
		wantCursor(t, "a day later", err, "cursor_expired")
		if err := s.Housekeep(ctx); err != nil {
			t.Fatal(err)
		}
		_, err = s.OpenCursor(ctx, in.workspace, "list", cursor)
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

// given is Store.Given without its error.
func given(t testing.TB, s *models.Store, c models.Chain, observation string, rows ...string) (map[string]bool, models.Chain) {
	t.Helper()
	before, at, err := s.Given(context.Background(), c, observation, rows)
	if err != nil {
		t.Fatal(err)
	}
	return before, at
}

// A page that comes back with other rows begins a reading of its own: what only the first reading was given is still to
// come in the second, and the first is not disturbed.
func TestChainsBranchWhereAPageChanged(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 0)
		turn := func(c models.Chain, observation string, rows ...string) models.Chain {
			t.Helper()
			before, c := given(t, s, c, observation, rows...)
			var shown []string
			for _, id := range rows {
				if !before[id] {
					shown = append(shown, id)
				}
			}
			next := c.Next("token "+observation, "")
			cursor, err := s.Advance(ctx, c, shown, &next, "list")
			if err != nil {
				t.Fatal(err)
			}
			at, err := s.OpenCursor(ctx, in.workspace, "list", cursor)
			if err != nil {
				t.Fatal(err)
			}
			return *at
		}
		second := turn(models.FirstChain(in.workspace, "1"), "1", "a", "b")
		for name, x := range map[string]struct{ old, again []string }{
			"other rows":            {[]string{"c", "d"}, []string{"n", "c"}},
			"rows where none were":  {nil, []string{"c", "d"}},
			"none where there were": {[]string{"c", "d"}, nil},
		} {
			start := turn(second, name, "between "+name) // page 3 is a place of this case's own
			old := turn(start, "old", x.old...)
			again := turn(start, "again", x.again...)
			if repeated := turn(start, "again", x.again...); repeated.ID != again.ID {
				t.Errorf("%s: the same page again leads to %+v, not %+v", name, repeated, again)
			}
			for reader, r := range map[string]struct {
				at    models.Chain
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
