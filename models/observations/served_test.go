package observations_test

import (
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// TestServedAnswersAreThoseOfTheWorkspace serves one item to two workspaces as it changes: each finds what it was served itself
// by a time, and never what the other one was.
func TestServedAnswersAreThoseOfTheWorkspace(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 100)
		testkit.Must(t, err)
		fetch := func(ws, counts string, v observations.Variant) time.Time {
			o := modelstest.NewObservation(clock, "item:x", counts)
			o.Body, o.Variant = []byte(`{"n":`+counts+`}`), v
			if v.Captions() {
				o.BodyFull = []byte(`{"full":` + counts + `}`)
			}
			_, err := s.Observations.RecordAndCharge(t.Context(), ws, billing.Spender{}, o, 1)
			testkit.Must(t, err)
			defer clock.Add(time.Minute)
			return clock.Now()
		}
		before := clock.Now().Add(-time.Second)
		first := fetch(in.Workspace, "1", observations.Plain)
		second := fetch(other.ID, "2", observations.Plain)
		_, err = s.Observations.ChargeStored(t.Context(), in.Workspace, billing.Spender{}, modelstest.FindStored(t, s, in.Workspace, "item:x", clock), 1)
		testkit.Must(t, err) // counts 2, a minute later
		third := clock.Now()
		clock.Add(time.Minute)
		fourth := fetch(in.Workspace, "3", observations.CaptionsIn("de"))
		_, err = s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "items:x", ""), 1)
		testkit.Must(t, err) // a page is no lookup
		for name, c := range map[string]struct {
			ws      string
			variant observations.Variant
			by      time.Time
			want    string // body; "" is none
		}{
			"before the first":                {in.Workspace, observations.Plain, before, ""},
			"the first":                       {in.Workspace, observations.Plain, first, `{"n":1}`},
			"what only the other was served":  {in.Workspace, observations.Plain, second, `{"n":1}`},
			"what was bought of the other":    {in.Workspace, observations.Plain, third, `{"n":2}`},
			"of an answer with captions":      {in.Workspace, observations.Plain, fourth, `{"n":3}`},
			"with captions":                   {in.Workspace, observations.CaptionsIn("de"), fourth, `{"n":3}`},
			"with captions before there were": {in.Workspace, observations.CaptionsIn("de"), third, ""},
			"with captions of another kind":   {in.Workspace, observations.WithCaptions, fourth, ""},
			"of the other, before it":         {other.ID, observations.Plain, first, ""},
			"of the other":                    {other.ID, observations.Plain, fourth, `{"n":2}`},
			"of nobody":                       {"nobody", observations.Plain, fourth, ""},
		} {
			o, err := s.Observations.FindServed(t.Context(), c.ws, "item:x", c.variant, c.by)
			testkit.Must(t, err)
			got := ""
			if o != nil {
				got = string(o.Body)
			}
			if got != c.want || o != nil && c.variant.Captions() && string(o.BodyFull) != `{"full":3}` {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
		if n := modelstest.CountRows(t, s, "served_answers"); n != 4 {
			t.Errorf("%d answers are kept, want 4", n)
		}
	})
}

// TestAFreeServingIsNotKeptAgain serves a stored answer again and again.
func TestAFreeServingIsNotKeptAgain(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		_, err := s.Observations.RecordAndCharge(t.Context(), in.Workspace, billing.Spender{}, modelstest.NewObservation(clock, "item:x", "1"), 1)
		testkit.Must(t, err)
		for range 3 {
			o := modelstest.FindStored(t, s, in.Workspace, "item:x", clock)
			o.Paid = false // as if another call had not been seen
			_, err = s.Observations.ChargeStored(t.Context(), in.Workspace, billing.Spender{}, o, 1)
			testkit.Must(t, err)
		}
		poor, err := s.Accounts.CreateWorkspace(t.Context(), "Poor", in.Owner, 0)
		testkit.Must(t, err)
		_, err = s.Observations.RecordAndCharge(t.Context(), poor.ID, billing.Spender{}, modelstest.NewObservation(clock, "item:y", "1"), 1)
		if err == nil {
			t.Error("a workspace without credits was served")
		}
		if n := modelstest.CountRows(t, s, "served_answers"); n != 1 {
			t.Errorf("%d answers are kept, want 1", n)
		}
	})
}
