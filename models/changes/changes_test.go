package changes_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/changes"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// tagged lists the references with a tag.
func tagged(tags ...string) changes.Which {
	return changes.Which{Listing: &references.Listing{Filter: references.Filter{Tags: tags}}}
}

func retag(add, remove []string) changes.What {
	return changes.What{Change: references.Change{AddTags: add, RemoveTags: remove}}
}

func start(t *testing.T, s *models.Store, workspace string, which changes.Which, what changes.What, delay time.Duration) *changes.Change {
	t.Helper()
	c, err := s.Changes.Start(t.Context(), changes.Change{WorkspaceID: workspace, CreatedBy: "p"}, which, what, delay)
	testkit.Must(t, err)
	return c
}

// finish takes steps until none is due now, and returns the change.
func finish(t *testing.T, s *models.Store, c *changes.Change) *changes.Change {
	t.Helper()
	for {
		again, err := s.Changes.Step(t.Context(), c.ID)
		testkit.Must(t, err)
		if again == nil || again.After(s.Now()) {
			break
		}
	}
	c, err := s.Changes.Find(t.Context(), c.WorkspaceID, c.ID)
	testkit.Must(t, err)
	return c
}

// tags counts the tags of a workspace.
func tags(t *testing.T, s *models.Store, workspace string) map[string]int64 {
	t.Helper()
	p, err := s.References.ListTags(t.Context(), workspace, db.PageRequest{Limit: 100})
	testkit.Must(t, err)
	all := map[string]int64{}
	for _, tag := range p.Items {
		all[tag.Tag] = tag.References
	}
	return all
}

// TestRenamesATag renames a tag of more references than a step takes, ignoring its case, and merges it into one that some
// have already. References of others keep theirs.
func TestRenamesATag(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 10)
		testkit.Must(t, err)
		for n := range 120 {
			set := []string{"Hooks"}
			if n%3 == 0 {
				set = []string{"hooks", "Openings", "kept"}
			}
			modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: set})
		}
		modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: []string{"hooksome"}})
		modelstest.Save(t, s, other.ID, modelstest.Saved{Tags: []string{"Hooks"}})
		c := start(t, s, in.Workspace, tagged("HOOKS"), retag([]string{"openings"}, []string{"hookS"}), 0)
		if c.Total != 120 {
			t.Errorf("found %d", c.Total)
		}
		if c = finish(t, s, c); c.State != changes.Done || c.Changed != 120 || c.Skipped != 0 || c.FinishedAt == nil {
			t.Errorf("%+v", c)
		}
		if diff := cmp.Diff(map[string]int64{"openings": 120, "kept": 40, "hooksome": 1}, tags(t, s, in.Workspace)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(map[string]int64{"Hooks": 1}, tags(t, s, other.ID)); diff != "" {
			t.Error(diff)
		}
	})
}

// TestTakenBack changes nothing until the delay is over, and never if it was stopped before.
func TestTakenBack(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		id := modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: []string{"a"}})
		gone := changes.What{Delete: true}
		first := start(t, s, in.Workspace, changes.Which{IDs: []string{id}}, gone, 10*time.Second)
		if c := finish(t, s, first); c.State != changes.Waiting || c.Changed != 0 {
			t.Errorf("%+v", c)
		}
		stopped, err := s.Changes.Stop(t.Context(), in.Workspace, first.ID)
		testkit.Must(t, err)
		clock.Add(11 * time.Second)
		if c := finish(t, s, first); stopped.State != changes.Stopped || c.State != changes.Stopped || modelstest.CountRows(t, s, "saved_references") != 1 {
			t.Errorf("%+v", c)
		}
		second := start(t, s, in.Workspace, changes.Which{IDs: []string{id, db.NewID()}}, gone, 10*time.Second)
		clock.Add(11 * time.Second)
		if c := finish(t, s, second); c.State != changes.Done || c.Changed != 1 || modelstest.CountRows(t, s, "saved_references") != 0 {
			t.Errorf("%+v", c)
		}
		_, err = s.Changes.Stop(t.Context(), in.Workspace, second.ID)
		testkit.Must(t, err)
		if c := finish(t, s, second); c.State != changes.Done {
			t.Errorf("stopped after its end: %+v", c)
		}
	})
}

// TestLaterReferencesStay does not change what is saved after the order.
func TestLaterReferencesStay(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: []string{"a"}})
		c := start(t, s, in.Workspace, tagged("a"), retag([]string{"b"}, nil), 10*time.Second)
		clock.Add(11 * time.Second)
		modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: []string{"a"}})
		finish(t, s, c)
		if got := tags(t, s, in.Workspace); got["a"] != 2 || got["b"] != 1 {
			t.Errorf("%v", got)
		}
	})
}

// TestTooManyTags skips a reference that has no room for another tag and changes the others.
func TestTooManyTags(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		full := []string{"all"}
		for n := range 49 {
			full = append(full, fmt.Sprint("t", n))
		}
		modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: full})
		modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: []string{"all"}})
		if c := finish(t, s, start(t, s, in.Workspace, tagged("all"), retag([]string{"one more"}, nil), 0)); c.Changed != 1 || c.Skipped != 1 {
			t.Errorf("%+v", c)
		}
	})
}

// TestKilledAnywhere kills a change before each of its statements: each reference is changed and counted once.
func TestKilledAnywhere(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		var ids []string
		for range 12 {
			ids = append(ids, modelstest.Save(t, s, in.Workspace, modelstest.Saved{Tags: []string{"a"}}))
		}
		for name, which := range map[string]changes.Which{"list": tagged("a"), "ids": {IDs: ids}} {
			c := start(t, s, in.Workspace, which, retag([]string{name}, nil), 0)
			killed := 0
			for n := range 30 {
				if _, err := s.Changes.Step(modelstest.KilledAfter(t, s, n), c.ID); err != nil {
					killed++
				}
			}
			if c = finish(t, s, c); c.Changed != 12 || killed < 5 {
				t.Errorf("%s: killed %d times, %+v", name, killed, c)
			}
		}
	})
}

// TestFewAtOnce refuses a change while many of the workspace have not ended, and finds none of another workspace.
func TestFewAtOnce(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 1000)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 10)
		testkit.Must(t, err)
		order := func(w string) (*changes.Change, error) {
			return s.Changes.Start(t.Context(), changes.Change{WorkspaceID: w, CreatedBy: "p"}, tagged("x"), retag([]string{"y"}, nil), time.Minute)
		}
		for range changes.MostOpen {
			_, err := order(in.Workspace)
			testkit.Must(t, err)
		}
		_, err = order(in.Workspace)
		modelstest.WantCode(t, err, apierror.CodeLimitExceeded)
		c, err := order(other.ID)
		testkit.Must(t, err)
		_, err = s.Changes.Stop(t.Context(), in.Workspace, c.ID)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		list, err := s.Changes.Latest(t.Context(), in.Workspace, "p", clock.Now())
		testkit.Must(t, err)
		if len(list) != changes.MostOpen || slices.ContainsFunc(list, func(l changes.Change) bool { return l.ID == c.ID }) {
			t.Errorf("%d changes", len(list))
		}
	})
}
