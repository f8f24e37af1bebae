package jobs_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/youtube"
	"socialdata/jobs"
	"socialdata/models/imports"
)

// TestBlockedMediaFailsImport: an import whose platform turns the apps away waits or fails, and never succeeds without
// the media that it was asked for. What is left of the ways to a file is used.
func TestBlockedMediaFailsImport(t *testing.T) {
	for _, c := range []struct {
		name  string
		walls []string
		code  apierror.Code // "" is an import that succeeds with picture and sound
	}{
		{"reload", []string{"video_site.reload", "video_site.visitor"}, ""},
		{"bot check", []string{"video_site.reload", "video_site.bot_check"}, apierror.CodeRouteDegraded},
		{"nothing", []string{"video_site.reload", "video_site.nothing"}, apierror.CodeRouteDegraded},
		{"retired", []string{"video_site.retired_android", "video_site.retired_visionos"}, apierror.CodeSourceChanged},
		{"one retired", []string{"video_site.retired_android"}, ""},
		{"picture refused", []string{"video_site.picture_refused"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := wholeBench(t)
			b.Backoff = []time.Duration{time.Hour}
			b.link = b.platforms.Samples()[0].Items[0]
			if err := b.platforms.Raise(c.walls...); err != nil {
				t.Fatal(err)
			}
			d := b.run(t, b.accept(t, imports.ProfileFull, false))
			if c.code != "" {
				if a := d.Attempts[0]; d.State == imports.Succeeded || a.FailureCode != c.code {
					t.Errorf("%s, %s", d.State, a.FailureCode)
				}
				return
			}
			b.holdsBoth(t, d)
		})
	}
}

// TestNextRouteIsTriedForMedia: a route that tells items and no media, such as the official one, does not stand in for
// one whose media was refused.
func TestNextRouteIsTriedForMedia(t *testing.T) {
	b := wholeBench(t)
	b.Backoff = []time.Duration{time.Hour}
	b.link = b.platforms.Samples()[0].Items[0]
	routes := youtube.Routes(sourcestest.Fetcher(t, b.platforms, allHosts()...), youtube.Options{})
	official := routes[0]
	official.ID, official.Media, official.Captions = "video_site.api", nil, false
	b.Lookup = lookup.New(lookup.Options{Store: b.Store, Platforms: release(), Routes: append(routes, official), Budget: 10 * time.Second, Log: b.Log})
	if err := b.platforms.Raise("video_site.bot_check"); err != nil {
		t.Fatal(err)
	}
	d := b.run(t, b.accept(t, imports.ProfileFull, false))
	if a := d.Attempts[0]; d.State != imports.RetryWait || a.FailureCode != apierror.CodeRouteDegraded {
		t.Errorf("%s, %s", d.State, a.FailureCode)
	}
	if d := b.run(t, b.accept(t, imports.ProfileNone, false)); d.State != imports.Succeeded {
		t.Errorf("without media: %s %s", d.State, d.OutcomeCode)
	}
}

// TestVideoAndAudioAreJoined: a video whose picture and sound are separate files is kept with both.
func TestVideoAndAudioAreJoined(t *testing.T) {
	b := wholeBench(t)
	b.link = "https://www.youtube.com/watch?v=" + simulator.VideoNoFiles
	b.holdsBoth(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
}

// holdsBoth wants a succeeded import whose media has picture and sound.
func (b *bench) holdsBoth(t *testing.T, d *imports.Detail) {
	t.Helper()
	if d.State != imports.Succeeded {
		t.Fatalf("%s %s", d.State, d.OutcomeCode)
	}
	ref, err := b.Store.References.Find(context.Background(), b.workspace, *d.ReferenceID)
	if err != nil {
		t.Fatal(err)
	}
	var derived content.MachineDerived
	if err := json.Unmarshal([]byte(ref.MachineDerived), &derived); err != nil {
		t.Fatal(err)
	}
	if derived.HasVideoTrack == nil || !*derived.HasVideoTrack || derived.HasAudioTrack == nil || !*derived.HasAudioTrack {
		t.Errorf("%s", ref.MachineDerived)
	}
}

// TestImportWithoutFFmpeg: a whole file is kept as it is; parts that nothing can join are said to be so.
func TestImportWithoutFFmpeg(t *testing.T) {
	b := wholeBench(t)
	path := os.Getenv("PATH")
	t.Setenv("PATH", t.TempDir())
	b.Media.(*jobs.MediaPipeline).Engine = media.NewEngine()
	t.Setenv("PATH", path)
	b.link = b.platforms.Samples()[0].Items[0]
	b.holdsBoth(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
	b.link = "https://www.youtube.com/watch?v=" + simulator.VideoNoFiles
	if d := b.run(t, b.accept(t, imports.ProfileFull, false)); d.State != imports.Failed || d.OutcomeCode != apierror.CodeUnsupportedMedia {
		t.Errorf("parts alone: %s %s", d.State, d.OutcomeCode)
	}
}

// marked adds to every picture alone a mark that says that a model made it.
type marked struct{ http.RoundTripper }

func (m marked) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := m.RoundTripper.RoundTrip(r)
	if err != nil || r.URL.Query().Get("itag") != "136" {
		return resp, err
	}
	xmp := "\xbe\x7a\xcf\xcb\x97\xa9\x42\xe8\x9c\x71\x99\x94\x91\xe3\xaf\xac" + `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description>` +
		`<Iptc4xmpExt:DigitalSourceType>https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia</Iptc4xmpExt:DigitalSourceType>` +
		`</rdf:Description></rdf:RDF></x:xmpmeta>`
	box := string(binary.BigEndian.AppendUint32(nil, uint32(len(xmp)+8))) + "uuid" + xmp
	resp.Body = io.NopCloser(io.MultiReader(resp.Body, strings.NewReader(box)))
	resp.ContentLength += int64(len(box))
	return resp, nil
}

// TestProvenanceSurvivesJoining: provenance is read from the bytes as they were received.
func TestProvenanceSurvivesJoining(t *testing.T) {
	platforms := simulator.New()
	f := sourcestest.Fetcher(t, platforms, allHosts()...)
	pipeline := &jobs.MediaPipeline{Engine: media.NewEngine(), Downloads: media.NewDownloader(media.DownloadOptions{Transport: marked{f.Transport()}, Allowed: f.Allowed,
		MaxBytes: 1 << 20, HeaderTimeout: 5 * time.Second, IdleTimeout: 5 * time.Second, TotalTimeout: time.Minute})}
	const address = "https://rr1---sn-simulated.googlevideo.com/videoplayback?id=x&itag="
	file := sources.MediaFile{Kind: content.MediaVideo, URL: address + "136", Sound: &sources.MediaFile{URL: address + "140"}}
	d, err := pipeline.Download(t.Context(), file, filepath.Join(t.TempDir(), "primary"), nil)
	if err != nil {
		t.Fatal(err)
	}
	facts, err := pipeline.Verify(t.Context(), d.Path)
	if err != nil {
		t.Fatal(err)
	}
	derived, err := pipeline.Analyze(t.Context(), d, facts, &content.Item{}, nil)
	if err != nil || derived.AIProvenance.AIGeneratedScore == nil {
		t.Errorf("%+v, %v", derived.AIProvenance, err)
	}
	left, err := os.ReadDir(filepath.Dir(d.Path))
	if err != nil || len(left) != 3 { // the file, its picture, its poster
		t.Errorf("%v, %v", left, err)
	}
}
