package jobs_test

import (
	"errors"
	"net/http"
	"net/url"
	"testing"
	"time"

	"socialdata/internal/media"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// TestFactsOnlyImportKeepsAThumbnail holds that an import without media keeps the platform's small picture for nothing,
// that the next one does not download it again, and that an import's own poster replaces it.
func TestFactsOnlyImportKeepsAThumbnail(t *testing.T) {
	b := wholeBench(t)
	b.link = b.platforms.Samples()[0].Items[0]
	first := b.referenceOf(t, b.run(t, b.accept(t, imports.ProfileNone, false)))
	if first.PosterMediaID == nil || first.MediaAvailability != references.MediaUnavailable {
		t.Fatalf("after an import of facts: poster %v, media %s", first.PosterMediaID, first.MediaAvailability)
	}
	m, err := b.Store.References.FindMedia(t.Context(), b.workspace, *first.PosterMediaID)
	if err != nil || m.ContentType != "image/jpeg" || m.Bytes == 0 || m.Bytes > 200<<10 {
		t.Fatalf("the thumbnail is %+v, %v", m, err)
	}
	if spent := b.spent(t); spent != 1 {
		t.Errorf("it cost %d credits, want 1", spent)
	}
	again := b.referenceOf(t, b.run(t, b.accept(t, imports.ProfileNone, false)))
	if *again.PosterMediaID != *first.PosterMediaID {
		t.Error("a second import replaced the thumbnail")
	}
	if media.NewEngine().Name() != "ffmpeg" {
		return // without a decoder a video has no poster
	}
	analysed := b.referenceOf(t, b.run(t, b.accept(t, imports.ProfileAnalysis, false)))
	if *analysed.PosterMediaID == *first.PosterMediaID {
		t.Error("the poster of the media did not replace the thumbnail")
	}
}

// TestThumbnailIsAnExtra holds that a thumbnail that cannot be had, or kept, fails no import.
func TestThumbnailIsAnExtra(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		for name, pictures := range map[string]bool{"the host refuses": false, "the picture is there": true} {
			b.media.pictures = pictures
			if d := b.run(t, b.accept(t, imports.ProfileNone, false)); d.State != imports.Succeeded {
				t.Errorf("%s: %s %s", name, d.State, d.OutcomeCode)
			}
		}
	})
}

// deadHost accepts requests and answers none of them; it keeps the time that was left for the last one.
type deadHost struct{ left time.Duration }

func (h *deadHost) RoundTrip(r *http.Request) (*http.Response, error) {
	if at, ok := r.Context().Deadline(); ok {
		h.left = time.Until(at)
	}
	return nil, errors.New("nobody answers")
}

// TestThumbnailOfADeadHostEndsSoon holds that a host that does not answer has seconds, whatever media may take, and that the
// import succeeds without it.
func TestThumbnailOfADeadHostEndsSoon(t *testing.T) {
	b, host := wholeBench(t), &deadHost{}
	b.link = b.platforms.Samples()[0].Items[0]
	b.Media.(*jobs.MediaPipeline).Downloads = media.NewDownloader(media.DownloadOptions{Transport: host, Allowed: func(*url.URL) bool { return true },
		MaxBytes: 1 << 20, HeaderTimeout: time.Minute, IdleTimeout: time.Minute, TotalTimeout: time.Hour})
	d := b.run(t, b.accept(t, imports.ProfileNone, false))
	if d.State != imports.Succeeded || host.left <= 0 || host.left > 5*time.Second {
		t.Errorf("the import %s %s; the host had %v", d.State, d.OutcomeCode, host.left)
	}
	if ref := b.referenceOf(t, d); ref.PosterMediaID != nil {
		t.Error("it has a poster")
	}
}

// referenceOf returns the reference that an import filled.
func (b *bench) referenceOf(t *testing.T, d *imports.Detail) *references.Reference {
	t.Helper()
	if d.State != imports.Succeeded {
		t.Fatalf("the import %s %s", d.State, d.OutcomeCode)
	}
	ref, err := b.Store.References.Find(t.Context(), b.workspace, *d.ReferenceID)
	if err != nil {
		t.Fatal(err)
	}
	return ref
}
