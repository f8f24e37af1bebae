package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"testing"
	"time"

	"socialdata/internal/media/blobs"
	"socialdata/internal/testkit"
	"socialdata/models/imports"
)

// listing lists keys, then fails unless err is nil.
type listing struct {
	keys   []string
	err    error
	before time.Time // what was asked for
}

// List implements jobs.Lister.
func (l *listing) List(_ context.Context, _ string, before time.Time) iter.Seq2[blobs.Object, error] {
	return func(yield func(blobs.Object, error) bool) {
		l.before = before
		for _, key := range l.keys {
			if !yield(blobs.Object{Key: key}, nil) {
				return
			}
		}
		if l.err != nil {
			yield(blobs.Object{}, l.err)
		}
	}
}

// TestSweepsKeepWhatARowNames: media of references and pieces that were uploaded stay; all else goes, however much it is.
func TestSweepsKeepWhatARowNames(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.run(t, b.accept(t, imports.ProfileFull, false))
		kept := slices.Sorted(maps.Keys(b.media.blobs))
		waiting, err := b.capture(t.Context(), t, imports.ProfileNone)
		testkit.Must(t, err)
		_, err = b.put(t.Context(), b.captureOf(t, waiting), "abc", 0, 2)
		testkit.Must(t, err)
		for key := range b.media.pieces {
			b.media.blobs[key], kept = true, append(kept, key)
		}
		for n := range 1001 { // three batches
			b.media.blobs[fmt.Sprintf("%s/zz/%d", b.workspace, n)] = true
		}
		list := &listing{keys: slices.Sorted(maps.Keys(b.media.blobs))}
		repair := b.repair()
		repair.Blobs = list
		if n, err := repair.SweepOrphans(t.Context()); err != nil || n != 1001 {
			t.Errorf("%d deleted, %v", n, err)
		}
		slices.Sort(kept)
		if left := slices.Sorted(maps.Keys(b.media.blobs)); len(kept) < 2 || !slices.Equal(left, kept) {
			t.Errorf("%v are left of %v", left, kept)
		}
		if age := b.Store.Now().Sub(list.before); age < 24*time.Hour || age > 25*time.Hour {
			t.Errorf("what is %v old is swept", age)
		}
		list.err = errors.New("the disk fails")
		if _, err := repair.SweepOrphans(t.Context()); !errors.Is(err, list.err) {
			t.Errorf("a list that fails: %v", err)
		}
		over, end := context.WithCancel(t.Context())
		end()
		list.err = nil
		if n, err := repair.SweepOrphans(over); err == nil || n != 0 {
			t.Errorf("without a database %d were deleted, %v", n, err)
		}
	})
}
