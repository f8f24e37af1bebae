package models_test

import (
	"context"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/fault"
	"socialdata/models/modelstest"
)

func TestChainsRememberWhatWasGiven(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		ctx := context.Background()
		in := install(t, s, 0)
		first := models.FirstChain(in.workspace, "observation")
		next := first.Next("platform token", `{"id":"video_site:x"}`)
		cursor, err := s.Advance(ctx, first, []string{"a", "b"}, &next, "list")
		if err != nil || cursor == "" || len(cursor) > 512 {
			t.Fatalf("cursor %q, %v", cursor, err)
		}
		at, err := s.OpenCursor(ctx, in.workspace, "list", cursor)
		if err != nil || at.Token != "platform token" || at.Page != 2 || at.Account == "" {
			t.Fatalf("the chain stands at %+v, %v", at, err)
		}
		given, err := s.GivenBefore(ctx, *at, []string{"b", "c"})
		if err != nil || !given["b"] || given["c"] {
			t.Errorf("given before: %v, %v", given, err)
		}
		if given, _ := s.GivenBefore(ctx, first, []string{"a", "b"}); len(given) != 0 {
			t.Errorf("the same page again shows its rows again: %v", given)
		}
		if end, err := s.Advance(ctx, *at, []string{"c"}, nil, "list"); end != "" || err != nil {
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
	f := fault.From(err)
	fields, _ := f.Details["fields"].([]fault.Field)
	if len(fields) != 1 || fields[0].Name != "cursor" || fields[0].Reason != reason {
		t.Errorf("%s: %v %v, want %s", name, err, f.Details, reason)
	}
}
