package watches_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
	"socialdata/models/watches"
)

// TestItemsOfAWatch reads items that the last look had and one that it did not have, for their workspace and for another.
func TestItemsOfAWatch(t *testing.T) {
	eachWatch(t, watches.Account, func(w *watching) {
		w.look("b a")
		w.look("c b")
		seen, err := w.Watches.ItemsOf(w.t.Context(), w.workspace, w.id, []string{"a", "c", "unknown"})
		testkit.Must(w.t, err)
		watch := w.now().Watch
		if len(seen) != 2 || !seen["a"].Unseen(&watch) || seen["c"].Unseen(&watch) {
			w.t.Errorf("seen are %+v", seen)
		}
		if c := seen["c"]; *c.LastSeenAt < c.FirstSeenAt {
			w.t.Errorf("last seen at %d, before it was seen first at %d", *c.LastSeenAt, c.FirstSeenAt)
		}
		one, err := w.Watches.Item(w.t.Context(), w.workspace, w.id, "a")
		testkit.Must(w.t, err)
		if one.ItemID != "a" || one.State() != watches.Live {
			w.t.Errorf("the item is %+v", one)
		}
		if watch.LookedAt = nil; one.Unseen(&watch) {
			w.t.Error("a watch that never looked misses an item")
		}
		if one.EndedAt = one.LastSeenAt; one.Unseen(&w.now().Watch) {
			w.t.Error("what has ended is said to be unseen")
		}
		if none, err := w.Watches.ItemsOf(w.t.Context(), w.workspace, w.id, nil); err != nil || len(none) != 0 {
			w.t.Errorf("of no items: %v, %v", none, err)
		}
		_, err = w.Watches.Item(w.t.Context(), "another", w.id, "a")
		modelstest.WantCode(w.t, err, apierror.CodeNotFound)
		_, err = w.Watches.ItemsOf(w.t.Context(), "another", w.id, []string{"a"})
		modelstest.WantCode(w.t, err, apierror.CodeNotFound)
	})
}
