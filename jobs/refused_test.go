package jobs_test

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/jobs"
	"socialdata/models/imports"
)

// refusingMedia refuses the first downloads.
type refusingMedia struct {
	*fakeMedia
	left int
	last string
}

func (r *refusingMedia) Download(ctx context.Context, f sources.MediaFile, dest string, within *media.Budget) (*jobs.Download, error) {
	if r.last = f.URL; r.left > 0 {
		r.left--
		return nil, apierror.Wrap(errors.Join(media.ErrAddressRefused, errors.New(strconv.Itoa(403))), apierror.CodeRouteDegraded)
	}
	return r.fakeMedia.Download(ctx, f, dest, within)
}

// TestRefusedMediaAddressIsRenewed holds that a spent address costs no attempt, because the item is read again, and that a
// host that refuses every address is asked again later: it is never the end for good.
func TestRefusedMediaAddressIsRenewed(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		refusing := &refusingMedia{fakeMedia: b.media, left: 1}
		b.Media = refusing
		if d := b.run(t, b.accept(t, imports.ProfileFull, false)); d.State != imports.Succeeded || len(d.Attempts) != 1 {
			t.Errorf("a spent address: %s %s after %d attempts", d.State, d.OutcomeCode, len(d.Attempts))
		}
		refusing.left = 100
		d := b.run(t, b.accept(t, imports.ProfileFull, false))
		if a := d.Attempts[0]; d.State != imports.RetryWait || a.FailureCode != apierror.CodeRouteDegraded || a.FailedStage() != imports.StageDownloadMedia {
			t.Fatalf("a host that refuses: %s, %s in %s", d.State, a.FailureCode, a.FailedStage())
		}
		refusing.left = 0
		b.clock.Add(2 * time.Minute)
		if d = b.run(t, d.ID); d.State != imports.Succeeded || len(d.Attempts) != 2 {
			t.Errorf("when it no longer refuses: %s after %d attempts", d.State, len(d.Attempts))
		}
	})
}

// tells makes the platform return other files for its items.
func (b *bench) tells(t *testing.T, files ...sources.MediaFile) {
	b.tellsOf(t, "", func() []sources.MediaFile { return files })
}

// tellsOf does so for items of a kind; "" leaves it as it is.
func (b *bench) tellsOf(t *testing.T, kind content.Kind, files func() []sources.MediaFile) {
	routes := tiktok.Routes(sourcestest.Fetcher(t, b.platforms, allHosts()...), tiktok.Options{})
	media := routes[0].Media
	routes[0].Media = func(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
		m, err := media(ctx, r)
		if err == nil {
			m.Files, m.Item.Kind = files(), cmp.Or(kind, m.Item.Kind)
		}
		return m, err
	}
	b.Lookup = lookup.New(lookup.Options{Store: b.Store, Platforms: release(), Routes: routes, Budget: 5 * time.Second, Clock: b.clock.Now, Log: b.Log})
}

// TestEveryMediaAddressIsTried: the next address of the same file, then the next rendition, before the stage fails.
func TestEveryMediaAddressIsTried(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		refusing := &refusingMedia{fakeMedia: b.media}
		b.Media = refusing
		b.tells(t, sources.MediaFile{Kind: content.MediaVideo, URL: "https://a.test/1", Others: []string{"https://b.test/1"}},
			sources.MediaFile{Kind: content.MediaVideo, URL: "https://a.test/2"})
		for refused, last := range []string{"https://a.test/1", "https://b.test/1", "https://a.test/2"} {
			refusing.left = refused
			if d := b.run(t, b.accept(t, imports.ProfileFull, false)); d.State != imports.Succeeded || refusing.last != last {
				t.Errorf("after %d refusals: %s from %s, want %s", refused, d.State, refusing.last, last)
			}
		}
	})
}
