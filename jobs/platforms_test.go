package jobs_test

import (
	"context"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/sources/adlibrary"
	"socialdata/internal/sources/instagram"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/internal/sources/youtube"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// wholeBench is an importer over all simulated platforms with the real media pipeline.
func wholeBench(t *testing.T) *bench {
	t.Helper()
	clock := &modelstest.Clock{}
	s := modelstest.SQLite(t, clock)
	in, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "W", Credits: 100,
		Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
	if err != nil {
		t.Fatal(err)
	}
	store, err := blobs.Open(filepath.Join(t.TempDir(), "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	platforms, log := simulator.New(), slog.New(slog.DiscardHandler)
	f := sourcestest.Fetcher(t, platforms, allHosts()...)
	routes := slices.Concat(youtube.Routes(f, youtube.Options{}), tiktok.Routes(f, tiktok.Options{}), instagram.Routes(f, instagram.Options{}), adlibrary.Routes(f, adlibrary.Options{}))
	pipeline := &jobs.MediaPipeline{Blobs: store, Engine: media.NewEngine(), Downloads: media.NewDownloader(media.DownloadOptions{
		Transport: f.Transport(), Allowed: f.Allowed, MaxBytes: 1 << 20, HeaderTimeout: 5 * time.Second, IdleTimeout: 5 * time.Second, TotalTimeout: time.Minute})}
	return &bench{Importer: &jobs.Importer{Store: s, Lookup: lookup.New(lookup.Options{Store: s, Platforms: release(), Routes: routes, Budget: 10 * time.Second, Log: log}),
		Media: pipeline, Folder: t.TempDir(), Log: log}, platforms: platforms, clock: clock, workspace: in.Workspaces[0].WorkspaceID}
}

func TestImportsOfEveryPlatform(t *testing.T) {
	b := wholeBench(t)
	for _, sample := range b.platforms.Samples() {
		for _, b.link = range sample.Items[:3] {
			d := b.run(t, b.accept(t, imports.ProfileFull, false))
			if d.State != imports.Succeeded {
				t.Errorf("%s: %s %s", b.link, d.State, d.OutcomeCode)
				continue
			}
			ref, err := b.Store.References.Find(context.Background(), b.workspace, *d.ReferenceID)
			if err != nil || ref.MediaAvailability != references.MediaReady || len(ref.MachineDerived) == 0 {
				t.Errorf("%s: %v, media %s, derived %s", b.link, err, ref.MediaAvailability, ref.MachineDerived)
			}
		}
	}
}

func TestImportsOfOddMedia(t *testing.T) {
	const video, clip, photo = "https://www.youtube.com/watch?v=", "https://www.tiktok.com/@odd.parcels/video/", "https://www.instagram.com/p/"
	b := wholeBench(t)
	for link, want := range map[string]apierror.Code{
		photo + simulator.PhotoPNG + "/": "", photo + simulator.PhotoSigned + "/": "", video + simulator.VideoNoFiles: "", video + simulator.VideoCiphered: apierror.CodeSourceChanged,
		video + simulator.VideoCutShort: apierror.CodeMediaInvalid, clip + simulator.ClipNoVideo: apierror.CodeMediaInvalid, clip + simulator.ClipForbidden: apierror.CodeRetryExhausted,
	} {
		b.link = link
		if d := b.run(t, b.accept(t, imports.ProfileFull, false)); d.OutcomeCode != want {
			t.Errorf("%s: %s %q, want %q", link, d.State, d.OutcomeCode, want)
		}
	}
}
