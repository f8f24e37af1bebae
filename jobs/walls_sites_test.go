package jobs_test

import (
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// TestBlockedImportFails: on the other platforms, too, an import that was asked for media waits while the
// platform refuses, and a refused host is passed over.
func TestBlockedImportFails(t *testing.T) {
	const clips, photos, ads = 1, 2, 3 // of the samples
	for _, c := range []struct {
		name  string
		of    int
		walls []string
		code  apierror.Code // "" is an import that succeeds with its media
	}{
		{"challenge", clips, []string{"clip_site.challenge", "clip_site.embed_refused"}, apierror.CodeRouteDegraded},
		{"called gone", clips, []string{"clip_site.called_gone"}, ""},
		{"first host", clips, []string{"clip_site.first_host_refused"}, ""},
		{"null", photos, []string{"photo_site.null_root", "photo_site.page_shell", "photo_site.embed_refused"}, apierror.CodeRouteDegraded},
		{"old documents", photos, []string{"photo_site.documents_renewed", "photo_site.page_shell", "photo_site.embed_refused"}, apierror.CodeSourceChanged},
		{"by embedding", photos, []string{"photo_site.html_shell", "photo_site.page_shell"}, ""},
		{"ads", ads, []string{"ad_library.challenge"}, apierror.CodeRouteDegraded},
		{"another ad", ads, []string{"ad_library.other_ad"}, apierror.CodeRouteDegraded},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := wholeBench(t)
			b.Backoff = []time.Duration{time.Hour}
			b.link = b.platforms.Samples()[c.of].Items[1]
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
			if d.State != imports.Succeeded || d.ReferenceID == nil {
				t.Fatalf("%s, %s", d.State, d.OutcomeCode)
			}
			ref, err := b.Store.References.Find(t.Context(), b.workspace, *d.ReferenceID)
			if err != nil || ref.MediaAvailability != references.MediaReady {
				t.Errorf("%v, %+v", err, ref)
			}
		})
	}
}
