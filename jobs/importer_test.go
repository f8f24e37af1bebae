package jobs_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/media/likeness"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// fakeMedia is a media pipeline whose answers a test decides.
type fakeMedia struct {
	downloads atomic.Int64
	verified  atomic.Int64
	bytes     string
	verify    error
	put       error
	pictures  bool                                            // the platform's thumbnails can be had
	speech    func() (*content.Transcript, error)             // nil: nothing is said
	text      func(path string) ([]content.ScreenText, error) // on screen; nil: none is read

	mu    sync.Mutex // imports run at once
	blobs map[string]bool

	pieces map[string]string // what browsers uploaded, by key
}

func (f *fakeMedia) Download(_ context.Context, _ sources.MediaFile, dest string, _ *media.Budget) (*jobs.Download, error) {
	f.downloads.Add(1)
	sum := sha256.Sum256([]byte(f.bytes))
	return &jobs.Download{Path: dest, Bytes: int64(len(f.bytes)), SHA256: hex.EncodeToString(sum[:])}, os.WriteFile(dest, []byte(f.bytes), 0o600)
}

func (f *fakeMedia) Joins() bool { return true }

func (f *fakeMedia) Budget() *media.Budget { return nil }

func (f *fakeMedia) Same(d *jobs.Download) bool {
	b, err := os.ReadFile(d.Path)
	sum := sha256.Sum256(b)
	return err == nil && hex.EncodeToString(sum[:]) == d.SHA256
}

func (f *fakeMedia) Verify(_ context.Context, path string) (*media.Facts, error) {
	f.verified.Add(1)
	b, err := os.ReadFile(path)
	return &media.Facts{Kind: content.MediaVideo, ContentType: "video/mp4", Bytes: int64(len(b))}, errors.Join(err, f.verify)
}

func (f *fakeMedia) Analyze(_ context.Context, _ *jobs.Download, facts *media.Facts, _ *content.Item, _ *content.Transcript) (content.MachineDerived, error) {
	return content.MachineDerived{DetectedContentType: &facts.ContentType, MeasuredBytes: &facts.Bytes}, nil
}

func (f *fakeMedia) Hashes(context.Context, string, bool) (*likeness.Hash, []references.ShotHash) {
	return nil, nil
}

func (f *fakeMedia) Speech(context.Context, string, *media.Facts) (*content.Transcript, error) {
	if f.speech != nil {
		return f.speech()
	}
	return nil, nil
}

func (f *fakeMedia) ScreenText(_ context.Context, path string, _ *media.Facts, _ []content.Shot) ([]content.ScreenText, error) {
	if f.text != nil {
		return f.text(path)
	}
	return nil, nil
}

func (f *fakeMedia) Thumbnail(_ context.Context, _ []content.Image, dest string) error {
	if !f.pictures {
		return media.ErrNoPicture
	}
	return os.WriteFile(dest, []byte("a small picture"), 0o600)
}

func (f *fakeMedia) Put(_ context.Context, key, _, _ string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.put == nil {
		f.blobs[key] = true
	}
	return f.put
}

func (f *fakeMedia) Open(_ context.Context, key string) (io.ReadCloser, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if b, ok := f.pieces[key]; ok {
		return io.NopCloser(strings.NewReader(b)), nil
	}
	return nil, blobs.ErrNotFound
}

func (f *fakeMedia) Delete(_ context.Context, key string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.blobs, key)
	return nil
}

// bench is an importer over the simulated clip site.
type bench struct {
	*jobs.Importer
	media            *fakeMedia
	platforms        *simulator.Simulator
	clock            *modelstest.Clock
	workspace, owner string
	link             string
}

func each(t *testing.T, f func(t *testing.T, b *bench)) {
	t.Helper()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) { f(t, newBench(t, s, clock)) })
}

func newBench(t testing.TB, s *models.Store, clock *modelstest.Clock) *bench {
	t.Helper()
	in, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "W", Credits: 100,
		Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	platforms := simulator.New()
	fetcher := sourcestest.Fetcher(t, platforms, allHosts()...)
	service := lookup.New(lookup.Options{Store: s, Platforms: release(), Fetcher: fetcher, Routes: tiktok.Routes(fetcher, tiktok.Options{}), Budget: 5 * time.Second, Clock: clock.Now, Log: log})
	media := &fakeMedia{blobs: map[string]bool{}, bytes: "bytes"}
	return &bench{Importer: &jobs.Importer{Store: s, Lookup: service, Media: media, Folder: t.TempDir(), Backoff: []time.Duration{time.Minute, time.Minute}, Log: log},
		media: media, platforms: platforms, clock: clock, workspace: in.Workspaces[0].WorkspaceID, owner: in.User.ID, link: platforms.Samples()[1].Items[0]}
}

func (b *bench) accept(t testing.TB, profile imports.MediaProfile, transcript bool) string {
	t.Helper()
	return b.acceptIn(context.Background(), t, profile, transcript)
}

func (b *bench) acceptIn(ctx context.Context, t testing.TB, profile imports.MediaProfile, transcript bool) string {
	t.Helper()
	link, err := b.Lookup.ItemLink(t.Context(), b.link)
	if err != nil {
		t.Fatal(err)
	}
	a, err := b.Store.Imports.Accept(ctx, imports.NewImport{WorkspaceID: b.workspace, SourceURL: b.link, CanonicalURL: link.Canonical,
		Platform: link.Platform, Subject: link.NaturalID(), MediaProfile: profile, Transcript: transcript, HoldDays: 30, Tags: "[]", Key: db.NewID(), Trace: jobs.TraceOf(ctx)},
		func(d *imports.Detail) ([]byte, error) { return []byte(`{}`), nil })
	if err != nil {
		t.Fatal(err)
	}
	return a.ID
}

func (b *bench) run(t testing.TB, id string) *imports.Detail {
	t.Helper()
	if err := b.Run(context.Background(), id); err != nil {
		t.Fatal(err)
	}
	return b.find(t, id)
}

func (b *bench) find(t testing.TB, id string) *imports.Detail {
	t.Helper()
	d, err := b.Store.Imports.Find(context.Background(), b.workspace, id)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// repair returns what ends what workers left, of the same store and media.
func (b *bench) repair() *jobs.Repair {
	return &jobs.Repair{Store: b.Store, Media: b.Media, Log: b.Log}
}

// derived returns the measurements of a reference's media.
func (b *bench) derived(t testing.TB, ref *references.Reference) (d content.MachineDerived) {
	t.Helper()
	if err := json.Unmarshal(ref.MachineDerived, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func (b *bench) spent(t testing.TB) int64 {
	t.Helper()
	c, err := b.Store.Billing.Credits(context.Background(), b.workspace)
	if err != nil {
		t.Fatal(err)
	}
	return c.Spent
}

func TestImportEveryMediaProfile(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		paid := int64(0)
		for _, c := range []struct {
			profile imports.MediaProfile
			price   int64
			blobs   int
		}{{imports.ProfileNone, 1, 0}, {imports.ProfileAnalysis, 3, 0}, {imports.ProfileFull, 5, 1}} {
			d := b.run(t, b.accept(t, c.profile, false))
			if d.State != imports.Succeeded || d.Attempts[0].RouteID != "clip_site.web" {
				t.Fatalf("%s: %s %s", c.profile, d.State, d.OutcomeCode)
			}
			paid += c.price
			if got := b.spent(t); got != paid || len(b.media.blobs) != c.blobs {
				t.Errorf("%s: %d credits spent, %d blobs", c.profile, got, len(b.media.blobs))
			}
			left, _ := os.ReadDir(b.Folder)
			if len(left) > 0 {
				t.Errorf("%s: left behind %v", c.profile, left)
			}
			if again := b.run(t, d.ID); again.Revision != d.Revision {
				t.Errorf("%s: a second delivery changed something", c.profile)
			}
		}
	})
}

func TestTransientErrorsAreRetried(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.platforms.Fail(simulator.Failure{Reset: true})
		id := b.accept(t, imports.ProfileNone, false)
		d := b.run(t, id)
		wait := time.Until(time.UnixMicro(*d.NextAttemptAt))
		if d.State != imports.RetryWait || wait < 47*time.Second || wait > 73*time.Second || !d.Attempts[0].Retryable {
			t.Fatalf("%s, next in %v", d.State, wait)
		}
		if early := b.run(t, id); early.Attempt != 1 {
			t.Error("it did not wait")
		}
		b.clock.Add(2 * time.Minute)
		b.platforms.Heal()
		if d := b.run(t, id); d.State != imports.Succeeded || len(d.Attempts) != 2 || b.spent(t) != 1 {
			t.Errorf("%s after %d attempts, spent %d", d.State, len(d.Attempts), b.spent(t))
		}
		b.platforms.Fail(simulator.Failure{Reset: true})
		id = b.accept(t, imports.ProfileNone, false)
		for range 3 {
			d = b.run(t, id)
			b.clock.Add(2 * time.Minute)
		}
		if d.State != imports.Failed || d.OutcomeCode != apierror.CodeRetryExhausted || len(d.Attempts) != 3 {
			t.Errorf("%s %s after %d attempts", d.State, d.OutcomeCode, len(d.Attempts))
		}
	})
}

func TestPermanentErrorsFailAtOnce(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.media.verify = apierror.New(apierror.CodeMediaInvalid, "reason", "html")
		d := b.run(t, b.accept(t, imports.ProfileFull, false))
		if d.State != imports.Failed || d.OutcomeCode != apierror.CodeMediaInvalid || len(d.Attempts) != 1 || b.spent(t) != 0 {
			t.Errorf("%s %s, spent %d", d.State, d.OutcomeCode, b.spent(t))
		}
		for _, s := range d.Attempts[0].Stages {
			if (s.Stage == imports.StageVerifyMedia) != (s.State == imports.WorkFailed) {
				t.Errorf("stage %s is %s", s.Stage, s.State)
			}
		}
	})
}

// TestHangingWorkerIsReplaced stops a worker inside each call of the media pipeline in turn: when its lease has run out
// another one finishes, once and paid once, and the first one, waking up, writes nothing.
func TestHangingWorkerIsReplaced(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for _, call := range []string{"download", "verify", "analyze", "put"} {
			hanging := *b.Importer
			stuck := &hangingMedia{fakeMedia: b.media, in: call, reached: make(chan struct{}), wake: make(chan struct{})}
			hanging.Media = stuck
			id := b.accept(t, imports.ProfileFull, false)
			before := b.spent(t)
			ended := make(chan error, 1)
			go func() { ended <- hanging.Run(context.Background(), id) }()
			<-stuck.reached
			b.clock.Add(imports.LeaseTime + time.Second)
			d := b.run(t, id)
			close(stuck.wake)
			if err := <-ended; err != nil {
				t.Errorf("%s: who woke up says %v", call, err)
			}
			after, err := b.Store.Imports.Find(context.Background(), b.workspace, id)
			if err != nil {
				t.Fatal(err)
			}
			if d.State != imports.Succeeded || len(d.Attempts) != 1 || b.spent(t)-before != 5 || after.Revision != d.Revision {
				t.Errorf("hung in %s: %s %s after %d attempts, spent %d, revision %d then %d", call, d.State, d.OutcomeCode, len(d.Attempts), b.spent(t)-before, d.Revision, after.Revision)
			}
		}
	})
}

// TestCancelDuringEachMediaCall cancels while a worker is inside each call of the media pipeline in turn: the import
// ends cancelled, free, and keeps nothing.
func TestCancelDuringEachMediaCall(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for _, call := range []string{"download", "verify", "analyze", "put"} {
			stuck := &hangingMedia{fakeMedia: b.media, in: call, reached: make(chan struct{}), wake: make(chan struct{})}
			busy := *b.Importer
			busy.Media = stuck
			id := b.accept(t, imports.ProfileFull, false)
			ended := make(chan error, 1)
			go func() { ended <- busy.Run(context.Background(), id) }()
			<-stuck.reached
			if _, err := b.Store.Imports.Cancel(context.Background(), b.workspace, id); err != nil {
				t.Fatal(err)
			}
			close(stuck.wake)
			if err := <-ended; err != nil {
				t.Errorf("%s: %v", call, err)
			}
			if err := b.repair().DeleteMarked(context.Background()); err != nil {
				t.Fatal(err)
			}
			if d := b.find(t, id); d.State != imports.Cancelled || d.ReferenceID != nil || b.spent(t) != 0 || len(b.media.blobs) != 0 {
				t.Errorf("cancelled in %s: %s, spent %d, kept %v", call, d.State, b.spent(t), b.media.blobs)
			}
		}
	})
}

// hangingMedia stops inside one call until it is woken.
type hangingMedia struct {
	*fakeMedia
	in            string
	reached, wake chan struct{}
}

func (h *hangingMedia) hang(call string) {
	if h.in == call {
		h.in = ""
		close(h.reached)
		<-h.wake
	}
}

func (h *hangingMedia) Download(ctx context.Context, f sources.MediaFile, dest string, within *media.Budget) (*jobs.Download, error) {
	h.hang("download")
	return h.fakeMedia.Download(ctx, f, dest, within)
}

func (h *hangingMedia) Verify(ctx context.Context, path string) (*media.Facts, error) {
	h.hang("verify")
	return h.fakeMedia.Verify(ctx, path)
}

func (h *hangingMedia) Analyze(ctx context.Context, d *jobs.Download, f *media.Facts, i *content.Item, t *content.Transcript) (content.MachineDerived, error) {
	h.hang("analyze")
	return h.fakeMedia.Analyze(ctx, d, f, i, t)
}

func (h *hangingMedia) Put(ctx context.Context, key, path, sum string) error {
	h.hang("put")
	return h.fakeMedia.Put(ctx, key, path, sum)
}

// TestDrainingWorkerReturnsLease stops a worker gently: the next one continues at once, with the same attempt.
func TestDrainingWorkerReturnsLease(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.platforms.Fail(simulator.Failure{Delay: time.Minute, Times: 1})
		ctx, drain := context.WithCancel(context.Background())
		id := b.accept(t, imports.ProfileNone, false)
		time.AfterFunc(100*time.Millisecond, drain)
		if err := b.Run(ctx, id); err != nil {
			t.Fatal(err)
		}
		b.platforms.Heal()
		if d := b.run(t, id); d.State != imports.Succeeded || len(d.Attempts) != 1 {
			t.Errorf("%s after %d attempts", d.State, len(d.Attempts))
		}
	})
}

func TestRepairDeletesUnheldMedia(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		ctx := context.Background()
		b.media.put = apierror.New(apierror.CodeStorageUnavailable)
		d := b.run(t, b.accept(t, imports.ProfileFull, false))
		if d.State != imports.RetryWait {
			t.Fatalf("%s", d.State)
		}
		repair := b.repair()
		if err := repair.DeleteMarked(ctx); err != nil {
			t.Fatal(err)
		}
		if rows, err := b.Store.Imports.MediaToDelete(ctx, 10); err != nil || len(rows) != 0 {
			t.Errorf("left %v, %v", rows, err)
		}
		b.media.put = nil
		b.clock.Add(2 * time.Minute)
		if d := b.run(t, d.ID); d.State != imports.Succeeded || len(b.media.blobs) != 1 {
			t.Errorf("%s with %d blobs", d.State, len(b.media.blobs))
		}
	})
}
