package testlinks_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/testlinks"
	"socialdata/internal/webhooks"
	"socialdata/models/imports"
)

// TestEveryCodeIsHad: each code of the catalogue is given by a link, or it is said how else it is had.
func TestEveryCodeIsHad(t *testing.T) {
	given := map[apierror.Code]bool{}
	for _, l := range testlinks.Links() {
		given[l.Code] = true
	}
	elsewhere := testlinks.Elsewhere()
	for _, e := range apierror.Catalogue() {
		if said := elsewhere[e.Code] != ""; given[e.Code] == said {
			t.Errorf("%s: given by a link %v, said elsewhere %v", e.Code, given[e.Code], said)
		}
		delete(elsewhere, e.Code)
	}
	if len(elsewhere) > 0 {
		t.Errorf("no codes of the catalogue: %v", elsewhere)
	}
}

// TestEveryStageFails: an import fails at each stage, by a link whose stages before succeed; but at the writing down of speech, which never
// fails an import and has no server here.
func TestEveryStageFails(t *testing.T) {
	failing := map[string]bool{}
	for _, l := range testlinks.Links() {
		if l.Way == testlinks.Import && l.Code != "" && !l.Recovers() {
			failing[l.Stage] = true
		}
	}
	for _, stage := range imports.Stages() {
		if stage != imports.StageTranscribe && !failing[string(stage)] {
			t.Errorf("no link fails at %s", stage)
		}
	}
}

// TestLinksAreSaidOnce: no link stands twice, and each says what it does.
func TestLinksAreSaidOnce(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range testlinks.Links() {
		if seen[l.URL] || l.Does == "" {
			t.Errorf("%s stands twice, or says nothing: %q", l.URL, l.Does)
		}
		seen[l.URL] = true
	}
}

// TestPlayerLeavesOthersAlone: an item of no link is neither refused nor delayed, and a wait ends with its caller.
func TestPlayerLeavesOthersAlone(t *testing.T) {
	p := testlinks.NewPlayer()
	begun := time.Now()
	if err := errors.Join(p.Refuse("video_site:other"), p.Fetch(t.Context(), "video_site:other"), p.Stage("video_site:other", "fetch_source", 1), p.Refuse("clip_site:test-credit")); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Fetch(ctx, "video_site:test-slow10"); !errors.Is(err, context.Canceled) || time.Since(begun) > time.Second {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}

// TestEndpointsEndAsDeliveriesDo: each ends as a real delivery could.
func TestEndpointsEndAsDeliveriesDo(t *testing.T) {
	known := map[webhooks.Failure]bool{"": true, webhooks.Refused: true, webhooks.TimedOut: true, webhooks.Unreachable: true, webhooks.Untrusted: true, webhooks.Forbidden: true}
	for _, e := range testlinks.Endpoints() {
		if failure := webhooks.Failure(e.Failure); !known[failure] || (failure == webhooks.Refused) != (e.Status >= 300) {
			t.Errorf("%s: %d %q", e.URL, e.Status, e.Failure)
		}
		if found, ok := testlinks.FindEndpoint(e.URL); !ok || found != e {
			t.Errorf("%s is not found", e.URL)
		}
	}
	if _, ok := testlinks.FindEndpoint("https://example.com/"); ok {
		t.Error("another address is played")
	}
}
