package jobs_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
)

// TestTakeoverVerifiesDifferentBytes holds that a file that another machine downloads again is committed with the facts of its
// own bytes: the same bytes are not verified again, others are, and what does not verify is not committed.
func TestTakeoverVerifiesDifferentBytes(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for name, c := range map[string]struct {
			bytes    string
			refuse   error
			verified int64
			state    imports.State
		}{
			"the same":   {"bytes", nil, 1, imports.Succeeded},
			"others":     {"another rendition", nil, 2, imports.Succeeded},
			"not a film": {"<html>", apierror.New(apierror.CodeMediaInvalid, "reason", "html"), 2, imports.Failed},
		} {
			b.media.bytes, b.media.verify = "bytes", nil
			b.media.verified.Store(0)
			dying := *b.Importer
			stuck := &hangingMedia{fakeMedia: b.media, in: "put", reached: make(chan struct{}), wake: make(chan struct{})}
			dying.Media = stuck
			id := b.accept(t, imports.ProfileFull, false)
			ended := make(chan error, 1)
			go func() { ended <- dying.Run(context.Background(), id) }()
			<-stuck.reached
			b.clock.Add(imports.LeaseTime + time.Second)
			b.media.bytes, b.media.verify = c.bytes, c.refuse
			if err := os.RemoveAll(filepath.Join(b.Folder, id)); err != nil { // it is on the other machine
				t.Fatal(err)
			}
			elsewhere := *b.Importer
			elsewhere.Folder = t.TempDir()
			if err := elsewhere.Run(context.Background(), id); err != nil {
				t.Fatal(err)
			}
			d := b.find(t, id)
			if n := b.media.verified.Load(); d.State != c.state || n != c.verified {
				t.Errorf("%s: %s %s, verified %d times, want %s and %d", name, d.State, d.OutcomeCode, n, c.state, c.verified)
			}
			close(stuck.wake)
			if err := <-ended; err != nil {
				t.Errorf("%s: the first worker says %v", name, err)
			}
			if c.state != imports.Succeeded {
				continue
			}
			ref, err := b.Store.References.Find(context.Background(), b.workspace, *d.ReferenceID)
			if err != nil {
				t.Fatal(err)
			}
			if facts := b.derived(t, ref); *facts.MeasuredBytes != int64(len(c.bytes)) {
				t.Errorf("%s: %d bytes were measured, %d are kept", name, *facts.MeasuredBytes, len(c.bytes))
			}
		}
	})
}

// TestSuccessIsNotReportedAsLostLease holds that a renewal that comes between the commit and the end of a run changes nothing.
func TestSuccessIsNotReportedAsLostLease(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		outcomes := []string{}
		b.Ended = func(_, outcome string, _ time.Duration) { outcomes = append(outcomes, outcome) }
		b.LeaseRenewal = time.Microsecond
		for range 20 {
			b.run(t, b.accept(t, imports.ProfileNone, false))
		}
		for _, o := range outcomes {
			if o != "done" {
				t.Fatalf("counted %v", outcomes)
			}
		}
	})
}
