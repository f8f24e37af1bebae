package models_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/models"
	"socialdata/models/modelstest"
)

func primary() []models.Media {
	return []models.Media{{Role: models.PrimaryMedia, ContentType: "video/mp4", Bytes: 3, SHA256: strings.Repeat("a", 64), Filename: "f.mp4", BlobKey: "k"},
		{Role: models.PosterMedia, ContentType: "image/jpeg", Bytes: 2, SHA256: strings.Repeat("b", 64), Filename: "p.jpg", BlobKey: "p"}}
}

func TestAnnotate(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.workspace, modelstest.Saved{Notes: new("old"), Tags: []string{"keep"}, Transcript: new("spoken")})
		names := map[string]string{id: "a"}
		was, err := s.FindReference(ctx, w.workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		now, err := s.Annotate(ctx, w.workspace, id, models.Annotation{Revision: was.Revision, CustomTitle: &models.Note{To: new("Fresh title")}, Notes: &models.Note{}})
		if err != nil || now.Revision != was.Revision+1 || now.Notes != nil || *now.CustomTitle != "Fresh title" || now.Tags != `["keep"]` {
			t.Fatalf("%+v, %v", now, err)
		}
		for q, want := range map[string]string{"fresh": "a", "old": "", "spoken": "a", "keep": "a"} {
			if got := found(t, w, names, models.ReferenceFilter{Words: q}); got != want {
				t.Errorf("after the change q=%s finds %q, want %q", q, got, want)
			}
		}
		same, err := s.Annotate(ctx, w.workspace, id, models.Annotation{Revision: now.Revision, CustomTitle: &models.Note{To: new("Fresh title")}, Tags: &[]string{" keep ", "KEEP"}})
		if err != nil || same.Revision != now.Revision || same.UpdatedAt != now.UpdatedAt {
			t.Errorf("equal values: %+v, %v, want the same revision", same, err)
		}
		_, err = s.Annotate(ctx, w.workspace, id, models.Annotation{Revision: was.Revision, Notes: &models.Note{}})
		if f := apierror.From(err); f == nil || f.Code != apierror.CodeRevisionConflict || f.Details["currentRevision"] != now.Revision {
			t.Errorf("an old revision: %v", err)
		}
		_, err = s.Annotate(ctx, models.NewID(), id, models.Annotation{Revision: now.Revision})
		wantCode(t, err, apierror.CodeNotFound)
	})
}

func TestOfParallelAnnotationsOneWins(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.workspace, modelstest.Saved{})
		was, err := s.FindReference(ctx, w.workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		got := tally(atOnce(8, func(i int) error {
			_, err := s.Annotate(ctx, w.workspace, id, models.Annotation{Revision: was.Revision, Notes: &models.Note{To: new(strings.Repeat("n", i+1))}})
			return err
		}))
		if got["ok"] != 1 || got[apierror.CodeRevisionConflict] != 7 {
			t.Errorf("%v, want one success", got)
		}
	})
}

func TestHold(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w, ctx := install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.workspace, modelstest.Saved{Link: "clip_site:1", Media: primary(), HoldDays: 5})
		was, err := s.FindReference(ctx, w.workspace, id)
		if err != nil || was.HoldReason != models.HoldByIngestion {
			t.Fatalf("%+v, %v", was, err)
		}
		short, err := s.ExtendHold(ctx, w.workspace, id, 1)
		if err != nil || *short.HoldExpiresAt != *was.HoldExpiresAt || short.HoldReason != models.HoldByExtension {
			t.Errorf("a sooner end: %+v, %v, want the later one", short, err)
		}
		long, err := s.ExtendHold(ctx, w.workspace, id, 9)
		if err != nil || time.UnixMicro(*long.HoldExpiresAt).Sub(s.Now()).Round(time.Hour) != 9*24*time.Hour || long.HoldRevision <= was.HoldRevision {
			t.Errorf("a later end: %+v, %v", long, err)
		}
		if n, err := s.ExpireHolds(ctx, s.Now().Add(8*24*time.Hour)); n != 0 || err != nil {
			t.Errorf("%d holds ended before their time, %v", n, err)
		}
		clock.Add(10 * 24 * time.Hour)
		_, err = s.FindMedia(ctx, w.workspace, *was.PrimaryMediaID)
		wantMissing(t, err, "media_expired") // before any sweep
		for _, want := range []int{1, 0} {
			if n, err := s.ExpireHolds(ctx, s.Now()); n != want || err != nil {
				t.Errorf("%d holds ended, %v, want %d", n, err, want)
			}
		}
		now, err := s.FindReference(ctx, w.workspace, id)
		if err != nil || now.MediaAvailability != models.MediaExpired || now.MediaExpiredAt == nil || now.PrimaryMediaID != nil || now.State != models.ReferenceReady {
			t.Errorf("after the end: %+v, %v", now, err)
		}
		doomed, err := s.Doomed(ctx, 10)
		if err != nil || len(doomed) != 1 || doomed[0].ID != *was.PrimaryMediaID {
			t.Fatalf("doomed %+v, %v, want the primary media alone", doomed, err)
		}
		if err := s.ForgetMedia(ctx, doomed[0].ID); err != nil {
			t.Fatal(err)
		}
		_, err = s.FindMedia(ctx, w.workspace, doomed[0].ID)
		wantMissing(t, err, "media_expired")
		if _, err := s.FindMedia(ctx, w.workspace, *was.PosterMediaID); err != nil {
			t.Errorf("the poster lives as long as the reference: %v", err)
		}
		_, err = s.ExtendHold(ctx, w.workspace, id, 9)
		if f := apierror.From(err); f == nil || f.Code != apierror.CodeUnsupportedMedia || f.Details["mediaAvailability"] != models.MediaExpired {
			t.Errorf("a hold without bytes: %v", err)
		}
		if again := modelstest.Save(t, s, w.workspace, modelstest.Saved{Link: "clip_site:1", Media: primary()}); again != id {
			t.Error("a new import makes another reference")
		}
		if now, err = s.FindReference(ctx, w.workspace, id); err != nil || now.MediaAvailability != models.MediaReady || now.MediaExpiredAt != nil {
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
		w, ctx := install(t, s, 1000), context.Background()
		id := modelstest.Save(t, s, w.workspace, modelstest.Saved{Link: "clip_site:1", Media: primary(), Notes: new("gone soon")})
		was, err := s.FindReference(ctx, w.workspace, id)
		if err != nil {
			t.Fatal(err)
		}
		waits := modelstest.Accept(t, s, w.workspace, modelstest.Saved{Link: "clip_site:1"})
		runs := modelstest.Accept(t, s, w.workspace, modelstest.Saved{Link: "clip_site:1"})
		elsewhere := modelstest.Accept(t, s, w.workspace, modelstest.Saved{Link: "clip_site:2"})
		modelstest.Open(t, s, runs, "clip_site:1")
		wantCode(t, s.DeleteReference(ctx, models.NewID(), id), apierror.CodeNotFound)
		if err := s.DeleteReference(ctx, w.workspace, id); err != nil {
			t.Fatal(err)
		}
		wantCode(t, s.DeleteReference(ctx, w.workspace, id), apierror.CodeNotFound)
		_, err = s.FindMedia(ctx, w.workspace, *was.PrimaryMediaID)
		wantCode(t, err, apierror.CodeNotFound)
		if got := found(t, w, map[string]string{id: "a"}, models.ReferenceFilter{Words: "gone"}); got != "" {
			t.Errorf("a deleted reference is found")
		}
		for importID, want := range map[string][2]any{waits: {models.ImportCancelled, true}, runs: {models.ImportRunning, true}, elsewhere: {models.ImportAccepted, false}} {
			i, err := s.FindImport(ctx, w.workspace, importID)
			if err != nil || i.State != want[0] || i.CancelRequested != want[1] {
				t.Errorf("import %s, cancelled %v, %v, want %v", i.State, i.CancelRequested, err, want)
			}
		}
		doomed, err := s.Doomed(ctx, 10)
		if err != nil || len(doomed) != 2 {
			t.Fatalf("doomed %d, %v, want both files", len(doomed), err)
		}
		for _, m := range doomed {
			if err := s.ForgetMedia(ctx, m.ID); err != nil {
				t.Fatal(err)
			}
		}
		if doomed, _ = s.Doomed(ctx, 10); len(doomed) != 0 {
			t.Errorf("%d files are left", len(doomed))
		}
	})
}
