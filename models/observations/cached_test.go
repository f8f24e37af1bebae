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

	budgeted, incomplete bool
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
	for n, subject := range []string{"item:older captions", "item:newer captions"} { // of two variants, which a plain lookup may both be served
		for _, v := range []observations.Variant{observations.Plain, observations.WithCaptions} {
			o := modelstest.NewObservation(clock, subject, "1")
			o.Body, o.BodyFull, o.Variant, o.Incomplete = []byte(v), []byte("full"), v, n == 0
			if v.Captions() == (n == 0) {
				o.ObservedAt -= time.Second.Microseconds()
			}
			modelstest.Must(t, s.Observations.Observe(t.Context(), o))
		}
	}
	first, second, revoked := key(in.Workspace), key(other.ID), key(in.Workspace)
	_, bounded, err := s.Accounts.CreateKey(t.Context(), accounts.NewAPIKey{WorkspaceID: other.ID, Name: "bounded", CreatedBy: in.Owner, Scopes: accounts.Scopes(),
		KeyBounds: accounts.KeyBounds{MonthlyCredits: new(int64(7))}})
	modelstest.Must(t, err)
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
		{key: bounded, subject: "item:older captions", workspace: other.ID, budgeted: true, incomplete: true, body: ""},
		{key: first, subject: "item:newer captions", workspace: in.Workspace, body: "captions"},
		{key: first, subject: "item:newer captions", variant: observations.WithCaptions, workspace: in.Workspace, body: "full"},
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
		if got := c.described(k); got != c.expected() || k.Stored.Balance != k.Key.Balance && k.Found() {
			t.Errorf("%.20q: %.100s, want %.100s", c.subject, got, c.expected())
		}
	}
}

func (c cachedCase) expected() string {
	return fmt.Sprint(c.workspace, c.paid, c.budgeted, c.incomplete, c.body)
}

func (c cachedCase) described(k *observations.Cached) string {
	return fmt.Sprint(k.Key.WorkspaceID, k.Stored.Paid, k.Budgeted, k.Stored.Incomplete, string(k.Stored.Body))
}

// TestOneStatementReadsAGroup with and without captions, of keys that are asked for twice: nothing of it is read once more, unless
// its body is long.
func TestOneStatementReadsAGroup(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		cases := cachedCases(t, s, clock)
		for _, captions := range []bool{false, true} {
			var asked []cachedCase
			var group []observations.CachedRead
			for _, c := range cases {
				if live := c.workspace != "" || c.key == unknownKey(cases[0].key); live && !c.fails && c.variant.Captions() == captions {
					asked = append(asked, c, c)
					read := observations.CachedRead{Key: c.key, Subject: c.subject, Variant: c.variant}
					group = append(group, read, read)
				}
			}
			modelstest.Must(t, s.Observations.ReadTogether(t.Context(), group, clock.Now().Add(-time.Hour)))
			for n, c := range asked {
				r := group[n]
				if long := s.Postgres && len(c.body) > 64<<10; r.Alone != long || (r.Found != nil) != (c.workspace != "") {
					t.Errorf("%q: found %v, to be read once more %v", c.subject, r.Found, r.Alone)
				} else if r.Found != nil && !long && c.described(r.Found) != c.expected() {
					t.Errorf("%q: %.100s, want %.100s", c.subject, c.described(r.Found), c.expected())
				}
			}
		}
	})
}

// TestOnlyTextsOfKeysAreLookedUp, and only where the connection has the fast path.
func TestOnlyTextsOfKeysAreLookedUp(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		key := cachedCases(t, s, clock)[0].key
		left, leave := context.WithCancel(t.Context())
		leave()
		for name, find := range map[string]func() (*observations.Cached, error){
			"no key": func() (*observations.Cached, error) {
				return s.Observations.FindCachedByKey(left, "no key", "item:a", "", clock.Now())
			},
			"no fast path": func() (*observations.Cached, error) {
				return observations.ChargingInGroups(s.DB).FindCachedByKey(left, key, "item:a", "", clock.Now())
			},
		} {
			if k, err := find(); k != nil || err != nil {
				t.Errorf("%s: %v, %v", name, k, err)
			}
		}
		if _, err := s.Observations.FindCachedByKey(left, key, "item:a", "", clock.Now()); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who has left: %v", err)
		}
		if _, err := observations.Interrupted(s.DB).FindCachedByKey(left, key, "item:a", "", clock.Now()); !errors.Is(err, context.Canceled) {
			t.Errorf("a caller who left while the statement ran: %v", err)
		}
		modelstest.Must(t, s.Close())
		if err := s.Observations.ReadTogether(t.Context(), []observations.CachedRead{{Key: key, Subject: "item:a"}}, clock.Now()); err == nil {
			t.Error("a closed store looks up a key")
		}
	})
}
