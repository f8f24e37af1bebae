package jobs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/jobs"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// shows makes the platform return a post with these pictures, named by the ends of their addresses; "" has no address.
func (b *bench) shows(t *testing.T, names ...string) *albumMedia {
	t.Helper()
	a := b.album(t, len(names))
	b.tellsOf(t, content.KindCarousel, func() []sources.MediaFile { return filesNamed(names...) })
	return a
}

func filesNamed(names ...string) (files []sources.MediaFile) {
	for _, name := range names {
		f := sources.MediaFile{Kind: content.MediaImage, Name: name, URL: "https://a.test/" + name}
		if name == "" {
			f.URL = ""
		}
		files = append(files, f)
	}
	return files
}

// TestPartsThatAreOdd: one without an address, equal ones, an album of one, one that is gone at the next attempt.
func TestPartsThatAreOdd(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.shows(t, "0", "", "2")
		r, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		if code := r.PartList().Media[1].FailureCode; states != "kfk" || *code != apierror.CodeSourceChanged || r.PartList().Media[1].MediaID != nil {
			t.Errorf("without an address: %s", states)
		}
		again := func(names ...string) (*references.Reference, string) {
			b.shows(t, names...)
			if err := b.Store.Imports.DeleteReference(t.Context(), b.workspace, r.ID); err != nil {
				t.Fatal(err)
			}
			r, states = b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
			return r, states
		}
		if r, states = again("a", "a", "b"); states != "kkk" || *r.PartList().Media[0].SHA256 != *r.PartList().Media[1].SHA256 || *r.PartList().Media[0].MediaID == *r.PartList().Media[1].MediaID {
			t.Errorf("equal parts: %s", states)
		}
		if r, states = again("a"); states != "k" || *r.PartList().Total != 1 {
			t.Errorf("an album of one: %s", states)
		}
		a := b.shows(t, "a", "b", "c")
		a.refuse["b"] = apierror.New(apierror.CodeNetworkTransport)
		id := b.accept(t, imports.ProfileFull, false)
		if d := b.run(t, id); d.State != imports.RetryWait {
			t.Fatal(d.State)
		}
		b.shows(t, "a", "c")
		b.clock.Add(2 * time.Minute)
		if r, states = b.parts(t, b.run(t, id)); states != "kk" || *r.PartList().Total != 2 {
			t.Errorf("gone between attempts: %s", states)
		}
	})
}

// TestACarouselThatLostAPart: what was kept of it stays behind the others, and its file knows its place.
func TestACarouselThatLostAPart(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.shows(t, "a", "b", "c")
		first, _ := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		b.shows(t, "b", "c")
		r, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		list := r.PartList()
		if states != "kkk" || *list.Total != 2 || *list.Media[2].MediaID != *first.PartList().Media[0].MediaID {
			t.Fatalf("%s of %d", states, *list.Total)
		}
		b.deleteMarked(t)
		moment, err := b.Store.References.ReadMoment(t.Context(), b.workspace, r.ID)
		if err != nil || len(moment.Files) != 3 || len(b.media.blobs) != 3 {
			t.Fatalf("%d files, %d blobs, %v", len(moment.Files), len(b.media.blobs), err)
		}
		for n, m := range moment.Files {
			want := ".jpg"
			if n > 0 {
				want = fmt.Sprintf("-%d.jpg", n+1)
			}
			if m.Part != int64(n) || m.ID != *list.Media[n].MediaID || !strings.HasSuffix(m.Filename, want) || strings.Count(m.Filename, "-") != strings.Count(want, "-")+1 {
				t.Errorf("file %d is part %d, %s", n, m.Part, m.Filename)
			}
		}
	})
}

// TestARenewedReadThatFindsMoreParts begins anew with all of them, and brings none twice that is complete.
func TestARenewedReadThatFindsMoreParts(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		a, looks := b.album(t, 2), 0
		b.tellsOf(t, content.KindCarousel, func() []sources.MediaFile {
			if looks++; looks == 1 {
				return filesNamed("a", "old")
			}
			return filesNamed("a", "b", "c")
		})
		a.refuse["old"] = apierror.Wrap(media.ErrAddressRefused, apierror.CodeRouteDegraded)
		r, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		if states != "kkk" || *r.PartList().Total != 3 || a.asked["a"] != 1 || a.asked["old"] != 1 {
			t.Errorf("%s, asked %v", states, a.asked)
		}
	})
}

// boundedMedia takes the bytes of each part from the bound that they share.
type boundedMedia struct{ *albumMedia }

func (m boundedMedia) Budget() *media.Budget {
	return media.NewDownloader(media.DownloadOptions{MaxBytes: 3}).Budget()
}

func (m boundedMedia) Download(ctx context.Context, f sources.MediaFile, dest string, within *media.Budget) (*jobs.Download, error) {
	if !within.Take(1) {
		return nil, apierror.New(apierror.CodeMediaInvalid, "reason", media.ReasonTooLarge)
	}
	return m.albumMedia.Download(ctx, f, dest, within)
}

// TestPartsShareOneBoundOnBytes: as many are kept as fit together, those of an earlier attempt included.
func TestPartsShareOneBoundOnBytes(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.Media = boundedMedia{b.album(t, 5)}
		r, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		if r.PartList().Kept() != 3 || strings.Count(states, "f") != 2 {
			t.Errorf("%s", states)
		}
	})
}

// filmedMedia takes what ends in .mp4 for a video.
type filmedMedia struct{ *albumMedia }

func (m filmedMedia) Verify(ctx context.Context, path string) (*media.Facts, error) {
	facts, err := m.albumMedia.Verify(ctx, path)
	if b, _ := os.ReadFile(path); filepath.Ext(string(b)) == ".mp4" {
		facts.Kind, facts.ContentType, facts.DurationMs = content.MediaVideo, "video/mp4", new(int64(4000))
	}
	return facts, err
}

// TestAVideoAmongPictures: the type of a part is detected from its bytes.
func TestAVideoAmongPictures(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.Media = filmedMedia{b.shows(t, "a", "b.mp4", "c")}
		r, states := b.parts(t, b.run(t, b.accept(t, imports.ProfileFull, false)))
		list := r.PartList().Media
		if states != "kkk" || list[1].Kind != content.MediaVideo || *list[1].MeasuredDurationMs != 4000 || *list[1].DetectedContentType != "video/mp4" || list[2].Kind != content.MediaImage || list[2].MeasuredDurationMs != nil {
			t.Errorf("%s %+v", states, list)
		}
	})
}
