package lookup_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/sources/tiktok"
	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/modelstest"
)

// TestChangedAnswersAreKept: what a platform answered where something was missing can be read afterwards.
func TestChangedAnswersAreKept(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		platforms := simulator.New()
		b := newBench(t, s, clock, tiktok.Routes(sourcestest.Fetcher(t, platforms, allHosts()...), tiktok.Options{}))
		page := `<html><title>A new page</title><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">{"__DEFAULT_SCOPE__":{"webapp.new":{"ip":"203.0.113.9"}}}</script>` + strings.Repeat("<p>new</p>", 500)
		platforms.Fail(simulator.Failure{Platform: "clip_site", Status: 200, Body: page})
		_, err := b.Answer(t.Context(), lookup.ItemRequest{Workspace: b.workspace, URL: platforms.Samples()[1].Items[0]})
		testkit.WantCode(t, err, apierror.CodeSourceChanged)
		list, err := s.RouteHealth.ChangedAnswers(t.Context(), "clip_site.web")
		if err != nil || len(list) != 1 || list[0].Operation != "item" || list[0].Missing == "" || len(list[0].Head) != 2048 {
			t.Fatalf("%+v, %v", list, err)
		}
		kept, err := s.RouteHealth.ChangedAnswer(t.Context(), "clip_site.web", list[0].ID)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(bytes.NewReader(kept.Calls))
		if err != nil {
			t.Fatal(err)
		}
		var calls []sources.Recording
		if err := json.NewDecoder(unpacked).Decode(&calls); err != nil {
			t.Fatal(err)
		}
		last := calls[len(calls)-1]
		if last.Response.Status != 200 || !strings.Contains(last.Response.Body, "webapp.new") || strings.Contains(last.Response.Body, "203.0.113.9") {
			t.Errorf("%+v", last)
		}
	})
}
