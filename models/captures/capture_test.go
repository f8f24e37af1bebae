package captures_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/captures"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestACaptureIsStoredWithItsImport, or neither is: where the balance does not bear the import, and where there is no such workspace.
func TestACaptureIsStoredWithItsImport(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		ws := modelstest.Install(t, s, 100).Workspace
		create := func(workspace string, n *imports.NewImport) (string, string, error) {
			c := captures.Capture{WorkspaceID: workspace}
			modelstest.Must(t, c.Keep(&content.Item{ID: "video_site:a"}, nil, []byte("[]")))
			id, err := s.Captures.Create(t.Context(), &c, n)
			return c.ID, id, err
		}
		ask := func(workspace string) *imports.NewImport {
			return &imports.NewImport{WorkspaceID: workspace, SourceURL: "https://a.test/", CanonicalURL: "https://a.test/", Platform: content.VideoSite, Subject: "video_site:a", MediaProfile: imports.ProfileFull, HoldDays: 1, Tags: "[]"}
		}
		rows := func(what string, captures, ofImports int64) {
			t.Helper()
			if c, i := modelstest.CountRows(t, s, "captures"), modelstest.CountRows(t, s, "imports"); c != captures || i != ofImports {
				t.Errorf("%s: %d captures and %d imports, want %d and %d", what, c, i, captures, ofImports)
			}
		}
		alone, none, err := create(ws, nil)
		if err != nil || none != "" {
			t.Fatalf("a capture alone: %q, %v", none, err)
		}
		rows("a capture alone", 1, 0)
		if found, err := s.Captures.Find(t.Context(), ws, alone); err != nil || found.ID != alone || found.CreatedAt == 0 {
			t.Errorf("found %+v, %v", found, err)
		}
		_, err = s.Captures.Find(t.Context(), "another", alone)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		capture, id, err := create(ws, ask(ws))
		modelstest.Must(t, err)
		if d, err := s.Imports.Find(t.Context(), ws, id); err != nil || d.CaptureID != capture {
			t.Errorf("the import: %+v, %v", d, err)
		}
		rows("with an import", 2, 1)
		modelstest.Run(t, s, "UPDATE workspaces SET spent = granted, balance = 0 WHERE id = ?", ws)
		_, _, err = create(ws, ask(ws))
		modelstest.WantCode(t, err, apierror.CodeInsufficientCredits)
		_, _, err = create("none", ask("none"))
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		rows("after two refusals", 2, 1)
	})
}
