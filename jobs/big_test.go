//go:build chaos

package jobs_test

import (
	"context"
	"encoding/binary"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/jobs"
	"socialdata/models/accounts"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// gigabyte is the size of the file that is imported.
const gigabyte = 1 << 30

// TestGigabyteDownloadIsStreamed imports a video of 1 GB and holds the growth of this process's memory to 64 MB.
func TestGigabyteDownloadIsStreamed(t *testing.T) {
	s := modelstest.SQLite(t, nil)
	in, err := s.Accounts.Bootstrap(context.Background(), accounts.NewInstallation{WorkspaceName: "W", Credits: 100,
		Owner: accounts.NewUser{Email: "o@example.com", Name: "O", Password: "correct horse battery"}})
	if err != nil {
		t.Fatal(err)
	}
	platforms := simulator.New()
	big := bigVideo(t, platforms)
	fetcher := sourcestest.Fetcher(t, platforms, allHosts()...)
	store, err := blobs.Open(filepath.Join(t.TempDir(), "blobs"))
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	service := lookup.New(lookup.Options{Store: s, Platforms: release(), Routes: tiktok.Routes(fetcher, tiktok.Options{}), Budget: 5 * time.Second, Log: log})
	pipeline := &jobs.MediaPipeline{Blobs: store, Engine: media.NewEngine(), Downloads: media.NewDownloader(media.DownloadOptions{
		Transport: fileServer(t, big), Allowed: func(*url.URL) bool { return true }, MaxBytes: 2 * gigabyte,
		HeaderTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second, TotalTimeout: 5 * time.Minute})}
	b := &bench{Importer: &jobs.Importer{Store: s, Lookup: service, Media: pipeline, Folder: t.TempDir(), Log: log}, workspace: in.Workspaces[0].WorkspaceID,
		link: platforms.Samples()[1].Items[0]}
	id := b.accept(t, imports.ProfileFull, false)
	runtime.GC()
	before := resident(t)
	began := time.Now()
	d := b.run(t, id)
	grown := resident(t) - before
	t.Logf("%d MB imported in %v, memory grew by %d MB", int64(gigabyte)>>20, time.Since(began).Round(time.Second), grown>>20)
	if d.State != imports.Succeeded {
		t.Fatalf("%s %s", d.State, d.OutcomeCode)
	}
	if grown > 64<<20 {
		t.Errorf("memory grew by %d MB", grown>>20)
	}
}

// bigVideo is a small video behind which a free box makes up a gigabyte.
func bigVideo(t *testing.T, platforms *simulator.Simulator) string {
	t.Helper()
	fetcher := sourcestest.Fetcher(t, platforms, allHosts()...)
	link, problem := release().Recognize(platforms.Samples()[1].Items[0])
	if problem != nil {
		t.Fatal(problem)
	}
	found, err := tiktok.Routes(fetcher, tiktok.Options{})[0].Media(context.Background(), sources.ItemRequest{Link: link})
	if err != nil || len(found.Files) == 0 {
		t.Fatalf("media: %v, %v", found, err)
	}
	small, err := fetcher.Fetch(context.Background(), sources.Request{URL: found.Files[0].URL})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "big.mp4")
	box := make([]byte, 16)
	binary.BigEndian.PutUint32(box, 1)
	copy(box[4:], "free")
	binary.BigEndian.PutUint64(box[8:], uint64(gigabyte-len(small.Body)))
	if err := os.WriteFile(path, append(append([]byte{}, small.Body...), box...), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, gigabyte); err != nil {
		t.Fatal(err)
	}
	return path
}

// fileServer answers every address with the file.
func fileServer(t *testing.T, path string) http.RoundTripper {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, path) }))
	t.Cleanup(srv.Close)
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		out := r.Clone(r.Context())
		out.URL, _ = url.Parse(srv.URL + "/big.mp4")
		out.Host = out.URL.Host
		return http.DefaultTransport.RoundTrip(out)
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// resident is the most memory that this process has had, in bytes.
func resident(t *testing.T) int64 {
	t.Helper()
	raw, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Skip("no /proc")
	}
	for _, line := range strings.Split(string(raw), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kb int64
			for _, c := range rest {
				if c >= '0' && c <= '9' {
					kb = kb*10 + int64(c-'0')
				}
			}
			return kb << 10
		}
	}
	t.Fatal("no VmHWM")
	return 0
}
