package references_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

func primary() []references.Media {
	return []references.Media{{Role: references.PrimaryMedia, ContentType: "video/mp4", Bytes: 3, SHA256: strings.Repeat("a", 64), Filename: "f.mp4", BlobKey: "k"},
		{Role: references.PosterMedia, ContentType: "image/jpeg", Bytes: 2, SHA256: strings.Repeat("b", 64), Filename: "p.jpg", BlobKey: "p"}}
}

func TestAnnotate(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := modelstest.Install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Notes: new("old"), Tags: []string{"keep"}, Transcript: new("spoken")})
		names := map[string]string{id: "a"}
		was, err := s.References.Find(ctx, w.Workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		now, err := s.References.Annotate(ctx, w.Workspace, id, references.Annotation{Revision: was.Revision, CustomTitle: &references.Note{To: new("Fresh title")}, Notes: &references.Note{}})
		if err != nil || now.Revision != was.Revision+1 || now.Notes != nil || *now.CustomTitle != "Fresh title" || now.Tags != `["keep"]` {
			t.Fatalf("%+v, %v", now, err)
		}
		for q, want := range map[string]string{"fresh": "a", "old": "", "spoken": "a", "keep": "a"} {
			if got := found(t, w, names, references.Filter{Words: q}); got != want {
				t.Errorf("after the change q=%s finds %q, want %q", q, got, want)
			}
		}
		same, err := s.References.Annotate(ctx, w.Workspace, id, references.Annotation{Revision: now.Revision, CustomTitle: &references.Note{To: new("Fresh title")}, Tags: &[]string{" keep ", "KEEP"}})
		if err != nil || same.Revision != now.Revision || same.UpdatedAt != now.UpdatedAt {
			t.Errorf("equal values: %+v, %v, want the same revision", same, err)
		}
		_, err = s.References.Annotate(ctx, w.Workspace, id, references.Annotation{Revision: was.Revision, Notes: &references.Note{}})
		if f := apierror.From(err); f == nil || f.Code != apierror.CodeRevisionConflict || f.Details["currentRevision"] != now.Revision {
			t.Errorf("an old revision: %v", err)
		}
		_, err = s.References.Annotate(ctx, db.NewID(), id, references.Annotation{Revision: now.Revision})
		modelstest.WantCode(t, err, apierror.CodeNotFound)
	})
}

func TestOfParallelAnnotationsOneWins(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := modelstest.Install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{})
		was, err := s.References.Find(ctx, w.Workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		got := modelstest.Outcomes(modelstest.AtOnce(8, func(i int) error {
			_, err := s.References.Annotate(ctx, w.Workspace, id, references.Annotation{Revision: was.Revision, Notes: &references.Note{To: new(strings.Repeat("n", i+1))}})
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeRevisionConflict] != 7 {
			t.Errorf("%v, want one success", got)
		}
	})
}

func TestHold(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w, ctx := modelstest.Install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1", Media: primary(), HoldDays: 5})
		was, err := s.References.Find(ctx, w.Workspace, id)
		if err != nil || was.HoldReason != references.HoldByIngestion {
			t.Fatalf("%+v, %v", was, err)
		}
		short, err := s.References.ExtendHold(ctx, w.Workspace, id, 1)
		if err != nil || *short.HoldExpiresAt != *was.HoldExpiresAt || short.HoldReason != references.HoldByExtension {
			t.Errorf("a sooner end: %+v, %v, want the later one", short, err)
		}
		long, err := s.References.ExtendHold(ctx, w.Workspace, id, 9)
		if err != nil || time.UnixMicro(*long.HoldExpiresAt).Sub(s.Now()).Round(time.Hour) != 9*24*time.Hour || long.HoldRevision <= was.HoldRevision {
			t.Errorf("a later end: %+v, %v", long, err)
		}
		if n, err := s.References.ExpireHolds(ctx, s.Now().Add(8*24*time.Hour)); n != 0 || err != nil {
			t.Errorf("%d holds ended before their time, %v", n, err)
		}
		clock.Add(10 * 24 * time.Hour)
		_, err = s.References.FindMedia(ctx, w.Workspace, *was.PrimaryMediaID)
		wantMissing(t, err, "media_expired") // before any sweep
		for _, want := range []int{1, 0} {
			if n, err := s.References.ExpireHolds(ctx, s.Now()); n != want || err != nil {
				t.Errorf("%d holds ended, %v, want %d", n, err, want)
			}
		}
		now, err := s.References.Find(ctx, w.Workspace, id)
		if err != nil || now.MediaAvailability != references.MediaExpired || now.MediaExpiredAt == nil || now.PrimaryMediaID != nil || now.State != references.Ready {
			t.Errorf("after the end: %+v, %v", now, err)
		}
		doomed, err := s.Imports.MediaToDelete(ctx, 10)
		if err != nil || len(doomed) != 1 || doomed[0].ID != *was.PrimaryMediaID {
			t.Fatalf("doomed %+v, %v, want the primary media alone", doomed, err)
		}
		if err := s.Imports.DeleteMediaRow(ctx, doomed[0].ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.References.FindMedia(ctx, w.Workspace, doomed[0].ID)
		wantMissing(t, err, "media_expired")
		if _, err := s.References.FindMedia(ctx, w.Workspace, *was.PosterMediaID); err != nil {
			t.Errorf("the poster lives as long as the reference: %v", err)
		}
		_, err = s.References.ExtendHold(ctx, w.Workspace, id, 9)
		if f := apierror.From(err); f == nil || f.Code != apierror.CodeUnsupportedMedia || f.Details["mediaAvailability"] != references.MediaExpired {
			t.Errorf("a hold without bytes: %v", err)
		}
		if again := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1", Media: primary()}); again != id {
			t.Error("a new import makes another reference")
		}
		if now, err = s.References.Find(ctx, w.Workspace, id); err != nil || now.MediaAvailability != references.MediaReady || now.MediaExpiredAt != nil {
			t.Errorf("after a new import: %+v, %v", now, err)
		}
	})
}

func wantMissing(t testing.TB, err error, reason string) {
	t.Helper()
	if f := apierror.From(err); f == nil || f.Code != apierror.CodeNotFound || f.Details["reason"] != reason {
		t.Errorf("%v with %v, want not_found with reason %s", err, f, reason)
	}
}

func TestDeleteReference(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := modelstest.Install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1", Media: primary(), Notes: new("gone soon")})
		was, err := s.References.Find(ctx, w.Workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		waits := modelstest.Accept(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1"})
		runs := modelstest.Accept(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:1"})
		elsewhere := modelstest.Accept(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:2"})
		modelstest.Open(t, s, runs, "clip_site:1")
		modelstest.WantCode(t, s.Imports.DeleteReference(ctx, db.NewID(), id), apierror.CodeNotFound)
		if err := s.Imports.DeleteReference(ctx, w.Workspace, id); err != nil {
			t.Fatal(err)
		}
		modelstest.WantCode(t, s.Imports.DeleteReference(ctx, w.Workspace, id), apierror.CodeNotFound)
		_, err = s.References.FindMedia(ctx, w.Workspace, *was.PrimaryMediaID)
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		if got := found(t, w, map[string]string{id: "a"}, references.Filter{Words: "gone"}); got != "" {
			t.Errorf("a deleted reference is found")
		}
		for importID, want := range map[string][2]any{waits: {imports.Cancelled, true}, runs: {imports.Running, true}, elsewhere: {imports.Accepted, false}} {
			i, err := s.Imports.Find(ctx, w.Workspace, importID)
			if err != nil || i.State != want[0] || i.CancelRequested != want[1] {
				t.Errorf("import %s, cancelled %v, %v, want %v", i.State, i.CancelRequested, err, want)
			}
		}
		doomed, err := s.Imports.MediaToDelete(ctx, 10)
		if err != nil || len(doomed) != 2 {
			t.Fatalf("doomed %d, %v, want both files", len(doomed), err)
		}
		for _, m := range doomed {
			if err := s.Imports.DeleteMediaRow(ctx, m.ID); err != nil {
				t.Fatal(err)
			}
		}
		if doomed, _ = s.Imports.MediaToDelete(ctx, 10); len(doomed) != 0 {
			t.Errorf("%d files are left", len(doomed))
		}
	})
}
