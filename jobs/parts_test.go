package jobs_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// albumMedia gives each address bytes of its own, or refuses it.
type albumMedia struct {
	*fakeMedia
	mu     sync.Mutex
	asked  map[string]int
	refuse map[string]error  // by the end of an address
	lies   map[string]bool   // addresses whose bytes are not what they claim
	kill   func(name string) // nil, or called before each download
}

func (a *albumMedia) Download(ctx context.Context, f sources.MediaFile, dest string, _ *media.Budget) (*jobs.Download, error) {
	name := f.URL[strings.LastIndexByte(f.URL, '/')+1:]
	a.mu.Lock()
	a.asked[name]++
	err := a.refuse[name]
	a.mu.Unlock()
	if a.kill != nil {
		a.kill(name)
	}
	if err = errors.Join(ctx.Err(), err); err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(name))
	return &jobs.Download{Path: dest, Bytes: int64(len(name)), SHA256: hex.EncodeToString(sum[:])}, os.WriteFile(dest, []byte(name), 0o600)
}

func (a *albumMedia) Verify(_ context.Context, path string) (*media.Facts, error) {
	b, err := os.ReadFile(path)
	if a.lies[string(b)] {
		return nil, apierror.New(apierror.CodeMediaInvalid, "reason", "html")
	}
	return &media.Facts{Kind: content.MediaImage, ContentType: "image/jpeg", Bytes: int64(len(b))}, err
}

// album makes the platform return a carousel of so many pictures; the addresses are signed anew at each fetch.
func (b *bench) album(t *testing.T, n int) *albumMedia {
	t.Helper()
	b.tellsOf(t, content.KindCarousel, func() []sources.MediaFile {
		files := make([]sources.MediaFile, n)
		for i := range files {
			files[i] = sources.MediaFile{Kind: content.MediaImage, URL: fmt.Sprintf("https://a.test/look/%d", i), AltText: new(fmt.Sprint("picture ", i))}
		}
		return files
	})
	a := &albumMedia{fakeMedia: b.media, asked: map[string]int{}, refuse: map[string]error{}, lies: map[string]bool{}}
	b.Media = a
	return a
}

// parts reads the parts of an import's reference as letters: k kept, f failed, s skipped, x expired.
func (b *bench) parts(t *testing.T, d *imports.Detail) (*references.Reference, string) {
	t.Helper()
	if d.State != imports.Succeeded {
		t.Fatalf("the import is %s: %s", d.State, d.OutcomeCode)
	}
	r, err := b.Store.References.Find(t.Context(), b.workspace, *d.ReferenceID)
	if err != nil {
		t.Fatal(err)
	}
	var states strings.Builder
	for n, p := range r.PartList().Media {
		if p.Index != int64(n) {
			t.Errorf("part %d has index %d", n, p.Index)
		}
		states.WriteString(map[references.PartState]string{references.PartKept: "k", references.PartFailed: "f", references.PartSkipped: "s", references.PartExpired: "x"}[p.State])
	}
	return r, states.String()
}

// TestEveryPartIsKept: in the platform's order, each with its own measures and bytes, at one price; what is refused for good is
// named, and a later import brings it.
func TestEveryPartIsKept(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		a := b.album(t, 10)
		a.refuse["3"] = apierror.New(apierror.CodeSourceChanged, "missing", []string{"media"})
		a.lies["6"] = true
		r, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		if list := r.PartList(); states != "kkkfkkfkkk" || *list.Total != 10 || list.Kept() != 8 {
			t.Fatalf("%s of %d", states, *list.Total)
		}
		list := r.PartList().Media
		if list[3].FailureCode == nil || *list[3].FailureCode != apierror.CodeSourceChanged || *list[6].FailureCode != apierror.CodeMediaInvalid || list[3].MediaID != nil {
			t.Errorf("%+v, %+v", list[3], list[6])
		}
		if *r.PrimaryMediaID != *list[0].MediaID || *list[9].AltText != "picture 9" || *list[9].MeasuredBytes != 1 || *list[9].DetectedContentType != "image/jpeg" {
			t.Errorf("%+v", list[9])
		}
		moment, err := b.Store.References.ReadMoment(t.Context(), b.workspace, r.ID)
		if err != nil || len(moment.Files) != 8 || moment.Files[7].Part != 9 || moment.Files[7].SHA256 != *list[9].SHA256 {
			t.Fatalf("%d files, %v", len(moment.Files), err)
		}
		if got := b.spent(t); got != 5 || len(b.media.blobs) != 8 {
			t.Errorf("%d credits, %d blobs", got, len(b.media.blobs))
		}
		if left, _ := os.ReadDir(b.Folder); len(left) > 0 {
			t.Errorf("left behind %v", left)
		}
		delete(a.refuse, "3")
		a.refuse["0"] = apierror.New(apierror.CodeSourceChanged, "missing", []string{"media"})
		again, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		if states != "kkkkkkfkkk" || *again.PrimaryMediaID != *r.PrimaryMediaID {
			t.Errorf("imported again: %s; the first is still the one that was kept before", states)
		}
		b.deleteMarked(t)
		if len(b.media.blobs) != 9 {
			t.Errorf("%d blobs for 9 parts", len(b.media.blobs))
		}
	})
}

// TestPartsShareAHold: all of them expire together and answer media_expired, and go with their reference.
func TestPartsShareAHold(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.album(t, 3)
		d := b.run(t, b.accept(t, imports.ProfileFull, false))
		r, _ := b.parts(t, d)
		last := *r.PartList().Media[2].MediaID
		if m, err := b.Store.References.FindMedia(t.Context(), b.workspace, last); err != nil || m.HoldExpiresAt == nil {
			t.Fatalf("the hold of a part: %v", err)
		}
		b.clock.Add(31 * 24 * time.Hour)
		if _, err := b.Store.References.FindMedia(t.Context(), b.workspace, last); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("a part whose hold has ended: %v", err)
		}
		if n, err := b.repair().ExpireHolds(t.Context(), b.clock.Now()); n != 1 || err != nil {
			t.Fatal(n, err)
		}
		if _, states := b.parts(t, d); states != "xxx" || len(b.media.blobs) != 0 {
			t.Errorf("%s, %d blobs", states, len(b.media.blobs))
		}
		_, err := b.Store.References.FindMedia(t.Context(), b.workspace, last)
		if f := apierror.From(err); f.Details["reason"] != "media_expired" {
			t.Errorf("%v", err)
		}
		again := b.run(t, b.accept(t, imports.ProfileFull, false))
		if _, states := b.parts(t, again); states != "kkk" {
			t.Errorf("imported again: %s", states)
		}
		if err := b.Store.Imports.DeleteReference(t.Context(), b.workspace, *again.ReferenceID); err != nil {
			t.Fatal(err)
		}
		b.deleteMarked(t)
		if len(b.media.blobs) != 0 {
			t.Errorf("%d blobs outlive their reference", len(b.media.blobs))
		}
	})
}

// TestPartsGoOnAfterAKill: a worker that dies between two parts, and an attempt that fails at one, cost no part a second time.
func TestPartsGoOnAfterAKill(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		a := b.album(t, 6)
		ctx, die := context.WithCancel(t.Context())
		a.kill = func(name string) {
			if name != "5" {
				return
			}
			for complete := 0; complete < 5; time.Sleep(time.Millisecond) {
				all, _ := filepath.Glob(filepath.Join(b.Folder, "*", "part-*"))
				complete = len(slices.DeleteFunc(all, func(path string) bool { return strings.HasSuffix(path, ".begun") }))
			}
			die()
		}
		id := b.accept(t, imports.ProfileFull, false)
		_ = b.Run(ctx, id)
		a.kill = nil
		a.refuse["5"] = apierror.New(apierror.CodeNetworkTransport)
		if d := b.run(t, id); d.State != imports.RetryWait {
			t.Fatalf("a part that may come: %s", d.State)
		}
		delete(a.refuse, "5")
		b.clock.Add(2 * time.Minute)
		if _, states := b.parts(t, b.run(t, id)); states != "kkkkkk" {
			t.Fatal(states)
		}
		for _, name := range []string{"0", "1", "2", "3", "4"} {
			if a.asked[name] != 1 {
				t.Errorf("part %s was downloaded %d times", name, a.asked[name])
			}
		}
	})
}

// TestPartsThatFailInTheLastAttempt: what may pass is asked again in each attempt; then the import succeeds without it.
func TestPartsThatFailInTheLastAttempt(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		a := b.album(t, 2)
		a.refuse["1"] = apierror.New(apierror.CodeNetworkTransport)
		id := b.accept(t, imports.ProfileFull, false)
		for range len(b.Backoff) {
			if d := b.run(t, id); d.State != imports.RetryWait {
				t.Fatal(d.State)
			}
			b.clock.Add(2 * time.Minute)
		}
		r, states := b.parts(t, b.run(t, id))
		if states != "kf" || *r.PartList().Media[1].FailureCode != apierror.CodeNetworkTransport || a.asked["1"] != 3 || a.asked["0"] != 1 {
			t.Errorf("%s, asked %v", states, a.asked)
		}
	})
}

// TestPartsBeyondTheBound: of 60 parts 40 are kept and 60 reported; if none is kept the import fails; without media none
// are reported.
func TestPartsBeyondTheBound(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		a := b.album(t, 60)
		_, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileAnalysis, false)))
		if states != strings.Repeat("s", 40) || len(a.asked) != 1 {
			t.Errorf("analysis alone: %s, %d asked", states, len(a.asked))
		}
		r, kept := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		if kept != strings.Repeat("k", 40) || *r.PartList().Total != 60 {
			t.Errorf("%s of %d", kept, *r.PartList().Total)
		}
		a = b.album(t, 2)
		a.lies["0"], a.lies["1"] = true, true
		if d := b.run(t, b.accept(t, imports.ProfileFull, false)); d.State != imports.Failed || d.OutcomeCode != apierror.CodeMediaInvalid {
			t.Errorf("no part can be kept: %s %s", d.State, d.OutcomeCode)
		}
	})
}

// deleteMarked deletes the bytes of what is marked.
func (b *bench) deleteMarked(t *testing.T) {
	t.Helper()
	testkit.Must(t, b.repair().DeleteMarked(t.Context()))
}
