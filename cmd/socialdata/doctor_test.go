package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/testkit"
)

// TestDoctor asks the simulated platforms, first well, then behind one wall after another.
func TestDoctor(t *testing.T) {
	t.Parallel()
	newProgram(t, map[string]string{"ROUTES_DISABLED": "ad_library.web"}, func(h *testProgram) {
		report := func() (doctorReport, []lookup.Check) {
			t.Helper()
			checks, err := h.p.lookup.CheckRoutes(t.Context())
			testkit.Must(t, err)
			return h.p.doctorReport(checks), checks
		}
		well, checks := report()
		for _, o := range well.Operations {
			want := lookup.CheckAnswers
			if o.Route == "ad_library.web" {
				want = lookup.CheckDisabled
			}
			if o.State != want {
				t.Errorf("%s %s: %+v", o.Route, o.Operation, o)
			}
		}
		if !well.Answers || well.Versions["shapes"] == "" {
			t.Errorf("%+v", well)
		}
		checkAging(t, h.p, well)
		folder := filepath.Join(t.TempDir(), "kept")
		testkit.Must(t, keepCalls(folder, checks))
		if raw, err := os.ReadFile(filepath.Join(folder, "video_site.web.item.json")); err != nil || !strings.Contains(string(raw), `"recordedAt"`) {
			t.Errorf("%v: %.200s", err, raw)
		}
		for name, wall := range map[string]struct {
			failure simulator.Failure
			code    string
			advice  string
		}{
			"throttled": {simulator.Failure{Platform: "clip_site", Status: 429}, "route_degraded", "SOCIALDATA_CLIP_SITE_PROXY"},
			"empty":     {simulator.Failure{Platform: "clip_site", Status: 200}, "route_degraded", "SOCIALDATA_CLIP_SITE_COOKIES"},
			"changed":   {simulator.Failure{Platform: "video_site", Status: 200, Body: `{"newShape":"We moved"}`}, "source_changed", "SOCIALDATA_SHAPES"},
			"cut":       {simulator.Failure{Platform: "photo_site", Reset: true}, "network_transport", "SOCIALDATA_PHOTO_SITE_PROXY"},
		} {
			h.platforms.Fail(wall.failure)
			ill, _ := report()
			h.platforms.Heal()
			found := false
			for _, o := range ill.Operations {
				if o.Code != nil && *o.Code == wall.code && o.Advice != nil && strings.Contains(*o.Advice, wall.advice) {
					found = true
				}
			}
			var table strings.Builder
			testkit.Must(t, ill.print(&table))
			if !found || ill.Answers || !strings.Contains(table.String(), wall.code) || !strings.Contains(table.String(), wall.advice) {
				t.Errorf("%s: answers %v\n%s", name, ill.Answers, table.String())
			}
		}
		kept, err := h.p.store.RouteHealth.RouteChecks(t.Context())
		testkit.Must(t, err)
		if len(kept) == 0 || kept[0].At == 0 {
			t.Errorf("%+v", kept)
		}
	})
}

// checkAging puts a date on the shapes and wants the report and the status page to name old ones alone.
func checkAging(t *testing.T, p *program, well doctorReport) {
	t.Helper()
	web := sources.Route{ID: "photo_site.web", Platform: content.PhotoSite}
	for days, old := range map[int]bool{46: true, 44: false} {
		s := *shapes.Default()
		s.AsOf = p.store.Now().UTC().AddDate(0, 0, -days).Format(time.DateOnly)
		before := p.shapes
		p.shapes = func() *shapes.Shapes { return &s }
		well.Aging = p.agingShapes()
		var table strings.Builder
		testkit.Must(t, well.print(&table))
		for place, text := range map[string]string{"doctor": table.String(), "status": p.agingRoute(web)} {
			if strings.Contains(text, " 46 days") != old {
				t.Errorf("%d days, %s: %q", days, place, text)
			}
		}
		for _, r := range []sources.Route{{ID: "photo_site.engine", Platform: content.PhotoSite}, {ID: "photo_site.api", Platform: content.PhotoSite, Official: true}} {
			if text := p.agingRoute(r); text != "" {
				t.Errorf("%s reads no pages: %q", r.ID, text)
			}
		}
		p.shapes = before
	}
}

// TestSupportReadsNoVersionOfWhatIsNotInstalled: engine and browser are named only where the operator installed them.
func TestSupportReadsNoVersionOfWhatIsNotInstalled(t *testing.T) {
	t.Parallel()
	if text := (&program{shapes: shapes.Default}).sourcesSentence(); strings.Contains(text, "none") || !strings.Contains(text, "ffmpeg ") {
		t.Errorf("support reads: %q", text)
	}
}

func TestDoctorCountsTrustAnchors(t *testing.T) {
	t.Parallel()
	for anchors, want := range map[int]string{0: "No trust list for C2PA is named (SOCIALDATA_C2PA_TRUST)", 1: "1 certificate may vouch", 7: "7 certificates may vouch"} {
		var table strings.Builder
		testkit.Must(t, doctorReport{TrustAnchors: anchors}.print(&table))
		if !strings.Contains(table.String(), want) {
			t.Errorf("%d: %s", anchors, table.String())
		}
	}
}
