package observations_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// cachedCase is a lookup whose outcome is known, whatever is read beside it.
type cachedCase struct {
	key, subject string
	variant      observations.Variant
	cancelled    bool

	workspace string // of the key; "" for one that is not known or not live
	body      string // "" where nothing is stored
	paid      bool
	fails     bool
}

// TestCachedLookupsAtOnceAreEachTheirOwn makes many lookups at once, so that they are read in groups: of two workspaces, of keys
// that are revoked or unknown, of subjects that are missing, long or that no database takes, by callers who have left. Each gets what
// it would get alone.
func TestCachedLookupsAtOnceAreEachTheirOwn(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		cases := cachedCases(t, s, clock)
		since := clock.Now().Add(-time.Hour)
		var all sync.WaitGroup
		for n := range 48 {
			all.Go(func() {
				random := rand.New(rand.NewPCG(uint64(n), 1))
				for range 40 {
					cases[random.IntN(len(cases))].isLookedUp(t, s, since)
				}
			})
		}
		all.Wait()
	})
}

func cachedCases(t *testing.T, s *models.Store, clock *modelstest.Clock) []cachedCase {
	t.Helper()
	in := modelstest.Install(t, s, 100)
	other, err := s.Accounts.CreateWorkspace(t.Context(), "B", in.Owner, 100)
	modelstest.Must(t, err)
	key := func(workspace string) string {
		_, text, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: workspace, Name: "k", CreatedBy: in.Owner, Scopes: accounts.Scopes()})
		modelstest.Must(t, err)
		return text
	}
	long := string(bytes.Repeat([]byte("x"), 100<<10))
	for subject, body := range map[string]string{"item:a": `{"a":1}`, "item:b": `{"b":1}`, "item:long": long} {
		o := modelstest.NewObservation(clock, subject, "1")
		o.Body, o.BodyFull = []byte(body), []byte("full "+body)
		_, err := s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, o, 1)
		modelstest.Must(t, err)
	}
	first, second, revoked := key(in.Workspace), key(other.ID), key(in.Workspace)
	k, err := s.Accounts.FindKey(t.Context(), revoked)
	modelstest.Must(t, err)
	_, err = s.Accounts.RevokeKey(t.Context(), in.Workspace, k.ID)
	modelstest.Must(t, err)
	return []cachedCase{
		{key: first, subject: "item:a", workspace: in.Workspace, body: `{"a":1}`, paid: true},
		{key: second, subject: "item:a", workspace: other.ID, body: `{"a":1}`},
		{key: first, subject: "item:b", workspace: in.Workspace, body: `{"b":1}`, paid: true},
		{key: second, subject: "item:long", workspace: other.ID, body: long},
		{key: first, subject: "item:a", variant: observations.WithCaptions, workspace: in.Workspace},
		{key: first, subject: "item:none", workspace: in.Workspace},
		{key: revoked, subject: "item:a"},
		{key: unknownKey(first), subject: "item:a"},
		{key: first, subject: "item:a", cancelled: true, workspace: in.Workspace, body: `{"a":1}`, paid: true},
		{key: second, subject: "item:\xff", workspace: other.ID, fails: s.Postgres}, // no text for PostgreSQL: a group with it fails
	}
}

// unknownKey is another text than that of a key, in its last character.
func unknownKey(key string) string {
	last := "x"
	if key[len(key)-1:] == last {
		last = "y"
	}
	return key[:len(key)-1] + last
}

func (c cachedCase) isLookedUp(t *testing.T, s *models.Store, since time.Time) {
	t.Helper()
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	if c.cancelled {
		leave()
	}
	variant := c.variant
	if variant == "" {
		variant = observations.Plain
	}
	k, err := s.Observations.FindCachedByKey(ctx, c.key, c.subject, variant, since)
	switch {
	case c.cancelled && errors.Is(err, context.Canceled): // or its group was answered all the same
	case c.fails:
		if err == nil {
			t.Errorf("%.20q: %+v", c.subject, k)
		}
	case err != nil || (k != nil) != (c.workspace != ""):
		t.Errorf("%.20q: %v, %v", c.subject, k, err)
	case k != nil:
		got := fmt.Sprint(k.Key.WorkspaceID, k.Stored.Paid, string(k.Stored.Body))
		if want := fmt.Sprint(c.workspace, c.paid, c.body); got != want || k.Stored.Balance != k.Key.Balance && k.Found() {
			t.Errorf("%.20q: %.100s, want %.100s", c.subject, got, want)
		}
	}
}
