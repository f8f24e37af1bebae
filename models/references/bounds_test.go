package references_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestRemovedTagsFindNothing changes the tags of a reference: it is found by the new ones alone, as a filter and as words.
func TestRemovedTagsFindNothing(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Tags: []string{"old", "kept"}, Transcript: new("spoken")})
		names := map[string]string{id: "a"}
		_, err := s.References.Annotate(t.Context(), w.Workspace, id, references.Annotation{Revision: revision(t, w, id),
			Tags: &[]string{"Kept", "new"}})
		modelstest.Must(t, err)
		for tag, want := range map[string]string{"old": "", "kept": "a", "new": "a", "": "a", " ": "a"} {
			if got := found(t, w, names, references.Filter{Tags: []string{tag}}); got != want {
				t.Errorf("tag %q finds %q, want %q", tag, got, want)
			}
		}
		for words, want := range map[string]string{"old": "", "kept": "a", "new spoken": "a"} {
			if got := found(t, w, names, references.Filter{Words: words}); got != want {
				t.Errorf("the words %q find %q, want %q", words, got, want)
			}
		}
		now, err := s.References.Annotate(t.Context(), w.Workspace, id, references.Annotation{Revision: revision(t, w, id),
			Tags: &[]string{}})
		modelstest.Must(t, err)
		if got := found(t, w, names, references.Filter{Tags: []string{"kept"}}); got != "" || now.Tags != "[]" {
			t.Errorf("without tags it is found by one: %q, %s", got, now.Tags)
		}
	})
}

func TestHoldsOfNothing(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1"})
		_, err := s.References.ExtendHold(t.Context(), w.Workspace, id, 1)
		modelstest.WantCode(t, err, apierror.CodeUnsupportedMedia)
		want := map[string]string{"platform": "clip_site", "reason": "no_media_kept", "mediaAvailability": "unavailable"}
		details := apierror.From(err).Details
		for name, value := range want {
			if got := fmt.Sprint(details[name]); got != value {
				t.Errorf("%s is %v, want %v", name, got, value)
			}
		}
		_, err = s.References.ExtendHold(t.Context(), w.Workspace, db.NewID(), 1)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		_, err = s.References.ExtendHold(t.Context(), db.NewID(), id, 1)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		_, err = s.References.Find(t.Context(), db.NewID(), id)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

// TestConcurrentExpiryEndsEachHoldOnce lets four processes end the same holds.
func TestConcurrentExpiryEndsEachHoldOnce(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		for range 6 {
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{HoldDays: 1, Media: primary()})
		}
		clock.Add(25 * time.Hour)
		ended := make([]int, 4)
		for _, err := range modelstest.AtOnce(4, func(i int) (err error) {
			ended[i], err = s.References.ExpireHolds(context.Background(), s.Now())
			return err
		}) {
			modelstest.Must(t, err)
		}
		if total := ended[0] + ended[1] + ended[2] + ended[3]; total != 6 {
			t.Errorf("six holds were ended %d times: %v", total, ended)
		}
		doomed, err := s.Imports.MediaToDelete(t.Context(), 100)
		if modelstest.Must(t, err); len(doomed) != 6 {
			t.Errorf("%d files are to be deleted, want the six primary ones", len(doomed))
		}
	})
}

func TestReferenceListOfNothing(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		page, err := s.References.References(t.Context(), w.Workspace, references.Filter{}, db.PageRequest{Limit: 1})
		modelstest.Must(t, err)
		if diff := cmp.Diff(&db.RecordPage[references.Reference]{Items: []references.Reference{}}, page); diff != "" {
			t.Errorf("the page differs (-want +got):\n%s", diff)
		}
	})
}

func revision(t *testing.T, w modelstest.Installed, id string) int64 {
	t.Helper()
	r, err := w.References.Find(t.Context(), w.Workspace, id)
	modelstest.Must(t, err)
	return r.Revision
}
