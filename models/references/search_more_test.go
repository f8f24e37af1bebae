package references_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// lantern is what a clip site shows: no title, the caption is the description.
func lantern(t *testing.T, s *models.Store, workspace string) string {
	return modelstest.Save(t, s, workspace, modelstest.Saved{Link: "clip_site:7301000000000000001", Description: new("sourdough at dawn, shaped by hand"),
		Channel: &content.AccountRef{ID: "clip_site:42", Name: new("Lantern Kitchen"), Handle: new("lantern.bakes")}})
}

// TestReferencesAreFoundByWhatCardsShow holds that whatever a list shows of a reference finds it.
func TestReferencesAreFoundByWhatCardsShow(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		names := map[string]string{lantern(t, s, w.Workspace): "a", modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "Kettles"}): "b"}
		for q, want := range map[string]string{"sourdough": "a", "sourd": "a", "dawn sha": "a", "Lantern": "a", "kitchen lantern": "a", "bakes": "a", "lantern.ba": "a",
			"kettle": "b", "kettles sourdough": ""} {
			if got := found(t, w, names, references.Filter{Words: q}); got != want {
				t.Errorf("q=%q finds %q, want %q", q, got, want)
			}
		}
	})
}

func TestReferencesAreFoundByContent(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 100)
		id := lantern(t, s, w.Workspace)
		names := map[string]string{id: "a", modelstest.Save(t, s, w.Workspace, modelstest.Saved{SourceTitle: "number 7301000000000000001"}): "b"}
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", w.Owner, 100)
		modelstest.Must(t, err)
		names[lantern(t, s, other.ID)] = "another workspace's"
		for want, f := range map[string]references.Filter{
			"a":  {Subjects: []string{"video_site:x", "clip_site:7301000000000000001"}},
			"ab": {Words: "7301000000000000001", Subjects: []string{"clip_site:7301000000000000001"}},
			"":   {Subjects: []string{"clip_site:7301000000000000002"}, Words: "nowhere", CanonicalURL: "https://example.com/7"},
		} {
			if got := found(t, w, names, f); got != want {
				t.Errorf("%+v finds %q, want %q", f, got, want)
			}
		}
		if got := found(t, w, names, references.Filter{CanonicalURL: "https://example.com/7301000000000000001"}); got != "a" {
			t.Errorf("the link finds %q", got)
		}
	})
}

// TestOlderReferencesAreIndexedAnew marks rows as a migration does: housekeeping writes their words anew and keeps those of
// the transcript.
func TestOlderReferencesAreIndexedAnew(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, names := modelstest.Install(t, s, 1000), map[string]string{}
		for range 60 { // more than one step
			names[modelstest.Save(t, s, w.Workspace, modelstest.Saved{Description: new("sourdough"), Transcript: new("spoken"),
				Channel: &content.AccountRef{ID: "clip_site:42"}})] = "a"
		}
		none := "''"
		if s.Postgres {
			none = "'{}'"
		}
		modelstest.Run(t, s, "UPDATE reference_words SET stale = TRUE, written = "+none)
		modelstest.Run(t, s, "UPDATE saved_references SET channel_id = ''")
		if got := found(t, w, names, references.Filter{Words: "sourdough"}); got != "" {
			t.Fatalf("found before: %q", got)
		}
		modelstest.Must(t, s.Housekeep(t.Context()))
		got := map[string]int{"the account": len(found(t, w, names, references.Filter{Account: "clip_site:42"}))}
		for _, q := range []string{"sourdough", "spoken"} {
			got[q] = len(found(t, w, names, references.Filter{Words: q}))
		}
		if diff := cmp.Diff(map[string]int{"sourdough": 60, "spoken": 60, "the account": 60}, got); diff != "" {
			t.Error(diff)
		}
		var stale int64
		modelstest.Must(t, s.Read(t.Context()).Table("reference_words").Where("stale").Count(&stale).Error)
		if stale != 0 {
			t.Errorf("%d rows are stale", stale)
		}
	})
}
