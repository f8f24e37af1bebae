package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/media"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
	"socialdata/jobs"
	"socialdata/models/captures"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// capture stores a capture with an import of it.
func (b *bench) capture(ctx context.Context, t testing.TB, profile imports.MediaProfile) (id string, err error) {
	t.Helper()
	c := sourcestest.CapturedClip("7311111111111111111", 4711, nil)
	link, _ := b.Lookup.ItemLink(t.Context(), c.PageURL)
	_, platform, err := b.Lookup.CapturePage(c.PageURL)
	modelstest.Must(t, err)
	read, err := b.Lookup.ReadCapture(link, platform, []*sources.Answer{{Status: 200, Body: []byte(c.Page)}})
	modelstest.Must(t, err)
	files, _ := json.Marshal(read.Files)
	row := &captures.Capture{WorkspaceID: b.workspace, PageURL: link.Canonical, RouteID: read.RouteID, Version: read.Version, CapturedAt: db.Micros(b.clock.Now()), CapturedBy: b.owner}
	modelstest.Must(t, row.Keep(read.Item, read.Comments, files))
	return b.Store.Captures.Create(ctx, row, &imports.NewImport{WorkspaceID: b.workspace, SourceURL: link.Canonical, CanonicalURL: link.Canonical,
		Platform: link.Platform, Subject: link.NaturalID(), MediaProfile: profile, Transcript: true, HoldDays: 30, Tags: "[]"})
}

func (b *bench) provenance(t *testing.T, d *imports.Detail) (p references.Provenance) {
	t.Helper()
	modelstest.Must(t, json.Unmarshal(b.referenceOf(t, d).Provenance, &p))
	return p
}

// TestACaptureIsImportedWithoutAFetch imports captures while every platform is down: nothing but media is asked for, and
// nothing is observed.
func TestACaptureIsImportedWithoutAFetch(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		id, err := b.capture(t.Context(), t, imports.ProfileFull)
		modelstest.Must(t, err)
		d := b.run(t, id)
		if d.State != imports.Succeeded || d.Attempts[0].RouteID != "clip_site.capture" || len(b.media.blobs) != 1 {
			t.Fatalf("%s %s by %s, %d blobs", d.State, d.CauseCode, d.Attempts[0].RouteID, len(b.media.blobs))
		}
		p := b.provenance(t, d)
		if p.SourceRouteID != "clip_site.capture" || p.CapturedBy == nil || *p.CapturedBy != b.owner || p.CapturedAt == nil || p.Origin == nil {
			t.Errorf("its provenance is %+v", p)
		}
		if spent := b.spent(t); spent != 4 { // analysis and media, without the fetch
			t.Errorf("%d credits", spent)
		}
		for _, table := range []string{"observations", "count_records", "account_names", "fetch_leases", "route_calls", "route_hours"} {
			var n int64
			modelstest.Must(t, b.Store.Read(t.Context()).Raw("SELECT COUNT(*) FROM "+table).Scan(&n).Error)
			if n != 0 {
				t.Errorf("%d rows in %s", n, table)
			}
		}
	})
}

// refusing is a media pipeline to which the platform gives nothing.
type refusing struct{ jobs.Media }

func (refusing) Download(context.Context, sources.MediaFile, string, *media.Budget) (*jobs.Download, error) {
	return nil, apierror.Wrap(errors.Join(media.ErrAddressRefused, errors.New("403")), apierror.CodeRouteDegraded)
}

func (refusing) Thumbnail(context.Context, []content.Image, string) error { return media.ErrNoPicture }

// TestACaptureIsKeptWithoutItsMedia lets the media host refuse this service in every attempt.
func TestACaptureIsKeptWithoutItsMedia(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		b.Media = refusing{b.media}
		id, err := b.capture(t.Context(), t, imports.ProfileFull)
		modelstest.Must(t, err)
		for range 2 {
			if d := b.run(t, id); d.State != imports.RetryWait {
				t.Fatalf("%s %s before the last attempt", d.State, d.CauseCode)
			}
			b.clock.Add(5 * time.Minute)
		}
		d := b.run(t, id)
		if d.State != imports.Succeeded || b.spent(t) != 0 {
			t.Fatalf("%s %s, %d credits", d.State, d.CauseCode, b.spent(t))
		}
		if ref := b.referenceOf(t, d); ref.State != references.Ready || ref.MediaAvailability != references.MediaUnavailable {
			t.Errorf("the reference is %s, its media %s", ref.State, ref.MediaAvailability)
		}
		for _, s := range d.Attempts[2].Stages {
			if s.Stage == imports.StageDownloadMedia && (s.State != imports.WorkFailed || s.FailureCode != apierror.CodeRouteDegraded) {
				t.Errorf("the download %s %s", s.State, s.FailureCode)
			}
		}
	})
}

// TestACaptureSurvivesEveryKill kills the request before each of its statements, then the workers of the import.
func TestACaptureSurvivesEveryKill(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		var id string
		for n := range 40 {
			made, err := b.capture(modelstest.KilledAfter(t, b.Store, n), t, imports.ProfileFull)
			var rows, list int64
			modelstest.Must(t, b.Store.Read(t.Context()).Raw("SELECT (SELECT COUNT(*) FROM captures), (SELECT COUNT(*) FROM imports)").Row().Scan(&rows, &list))
			if rows != list {
				t.Fatalf("killed before statement %d: %d captures and %d imports", n, rows, list)
			}
			if err == nil {
				id = made
				break
			}
		}
		if id == "" {
			t.Fatal("it is never made")
		}
		for n := range 60 {
			killed := b.Run(modelstest.KilledAfter(t, b.Store, n), id)
			b.clock.Add(imports.LeaseTime + time.Second)
			d := b.run(t, id)
			if d.State != imports.Succeeded || b.provenance(t, d).Origin == nil {
				t.Fatalf("killed before statement %d: %s %s", n, d.State, d.CauseCode)
			}
			if killed == nil {
				break
			}
			var err error
			id, err = b.capture(t.Context(), t, imports.ProfileNone)
			modelstest.Must(t, err)
		}
		var refs int64
		modelstest.Must(t, b.Store.Read(t.Context()).Raw("SELECT COUNT(*) FROM saved_references").Scan(&refs).Error)
		if refs != 1 || b.spent(t) != 4 { // once for media and analysis
			t.Errorf("%d references, %d credits", refs, b.spent(t))
		}
	})
}

// TestACaptureOfAnotherWorkspaceIsNotImported names another workspace's capture.
func TestACaptureOfAnotherWorkspaceIsNotImported(t *testing.T) {
	each(t, func(t *testing.T, b *bench) {
		id, err := b.capture(t.Context(), t, imports.ProfileNone)
		modelstest.Must(t, err)
		w, err := b.Store.Accounts.CreateWorkspace(t.Context(), "Other", b.owner, 0)
		modelstest.Must(t, err)
		modelstest.Must(t, b.Store.Write(t.Context()).Exec("UPDATE captures SET workspace_id = ?", w.ID).Error)
		if d := b.run(t, id); d.State != imports.Failed || d.OutcomeCode != apierror.CodeNotFound {
			t.Errorf("%s %s", d.State, d.OutcomeCode)
		}
	})
}
