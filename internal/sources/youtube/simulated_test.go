package youtube

import (
	"context"
	"errors"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// play gives the route of the public web, led to a simulated platform, and the platform.
func play(t testing.TB) (sources.Route, *simulator.Simulator) {
	t.Helper()
	s := simulator.New()
	return Routes(sourcestest.Fetcher(t, s, Hosts()...), Options{})[0], s
}

func named(id string) sources.ItemRequest {
	l, _ := sources.NewPlatforms(Platform()).ParseItemID("video_site:" + id)
	return sources.ItemRequest{Link: l}
}

// first lists one tab of a channel.
func first(t testing.TB, r sources.Route, handle, collection, sort string) *sources.Page[content.ItemSummary] {
	t.Helper()
	p, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{Handle: handle}, Collection: collection, Sort: sort})
	if err != nil {
		t.Fatalf("%s of %s: %v", collection, handle, err)
	}
	return p
}

func localID(natural string) string { return natural[len("video_site:"):] }

func TestItem(t *testing.T) {
	r, _ := play(t)
	for name, c := range map[string]struct {
		handle, collection string
		at                 int
	}{
		"video-with-captions":  {"lanternkitchen", "videos", 0},
		"video-hidden-likes":   {"lanternkitchen", "videos", 8},
		"video-automatic":      {"喫茶みどり", "videos", 1},
		"video-without":        {"lanternkitchen", "videos", 6},
		"short":                {"lanternkitchen", "shorts", 0},
		"stream-upcoming":      {"marlow.maps", "streams", 0},
		"stream-live":          {"marlow.maps", "streams", 1},
		"video-comments-off":   {"hollowpine", "videos", 1},
		"stream-that-is-over":  {"marlow.maps", "streams", 2},
		"video-small-channel":  {"quietorbit", "videos", 0},
		"video-many-comments":  {"lanternkitchen", "videos", 0},
		"video-of-other-words": {"喫茶みどり", "videos", 0},
	} {
		req := named(localID(first(t, r, c.handle, c.collection, "").Rows[c.at].ID))
		req.Transcript = true
		item, err := r.Item(t.Context(), req)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		sourcestest.CheckItem(t, content.VideoSite, item)
		sourcestest.Golden(t, "item-"+name, item)
	}
}

func TestRefusals(t *testing.T) {
	r, _ := play(t)
	for id, code := range map[string]apierror.Code{
		simulator.VideoPrivate: apierror.CodeUnavailablePrivate, simulator.VideoRemoved: apierror.CodeUnavailableRemoved, simulator.VideoTerminated: apierror.CodeUnavailableRemoved,
		simulator.VideoBotCheck: apierror.CodeRouteDegraded, simulator.VideoCaptcha: apierror.CodeRouteDegraded, simulator.VideoConsent: apierror.CodeRouteDegraded,
		"SimNobodyHa": apierror.CodeNotFound,
	} {
		for _, transcript := range []bool{false, true} {
			req := named(id)
			req.Transcript = transcript
			if item, err := r.Item(t.Context(), req); !apierror.Is(err, code) || item != nil {
				t.Errorf("%s: %v, want %s", id, err, code)
			}
		}
		if _, err := r.Comments(t.Context(), sources.CommentsRequest{Link: named(id).Link}); !apierror.Is(err, code) {
			t.Errorf("comments of %s: %v, want %s", id, err, code)
		}
	}
	for _, id := range []string{simulator.VideoProcessing, simulator.VideoOneSided, simulator.VideoMasked} {
		item, err := r.Item(t.Context(), named(id))
		if err != nil || item.Title == nil || item.Author == nil || item.DurationMs == nil || item.Stats.Views == nil {
			t.Errorf("%s: %+v %v", id, item, err)
		}
	}
}

func TestFaultsOnTheWay(t *testing.T) {
	for name, c := range map[string]struct {
		failure simulator.Failure
		code    apierror.Code
	}{
		"429":         {simulator.Failure{Status: 429, Header: map[string]string{"Retry-After": "7"}}, apierror.CodeRouteDegraded},
		"500":         {simulator.Failure{Status: 500}, apierror.CodeNetworkTransport},
		"403":         {simulator.Failure{Status: 403, Body: "{}"}, apierror.CodeRouteDegraded},
		"empty":       {simulator.Failure{Status: 200}, apierror.CodeRouteDegraded},
		"away":        {simulator.Failure{Status: 302, Header: map[string]string{"Location": "https://www.google.com/sorry/index"}}, apierror.CodeRouteDegraded},
		"reset":       {simulator.Failure{Reset: true}, apierror.CodeNetworkTransport},
		"cut":         {simulator.Failure{CutHalf: true, Body: `{"playabilityStatus":`}, apierror.CodeNetworkTransport},
		"cut json":    {simulator.Failure{Status: 200, Body: `{"playabilityStatus":{"status":"O`}, apierror.CodeNetworkTransport},
		"junk":        {simulator.Failure{Status: 200, Body: `null`}, apierror.CodeSourceChanged},
		"other page":  {simulator.Failure{Status: 200, Body: `<html>hello</html>`}, apierror.CodeRouteDegraded},
		"sign-in":     {simulator.Failure{Status: 200, Body: `<html><a href="https://accounts.google.com/x">`}, apierror.CodeRouteDegraded},
		"empty shape": {simulator.Failure{Status: 200, Body: `{"playabilityStatus":{"status":"OK"}}`}, apierror.CodeSourceChanged},
	} {
		r, s := play(t)
		c.failure.Platform, c.failure.Path = "video_site", "player"
		id := localID(first(t, r, "quietorbit", "videos", "").Rows[0].ID)
		s.Fail(c.failure)
		reel := c.failure
		reel.Path = "reel"
		s.Fail(reel)
		if _, err := r.Item(t.Context(), named(id)); !apierror.Is(err, c.code) {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
		s.Heal()
		if _, err := r.Item(t.Context(), named(id)); err != nil {
			t.Errorf("after %s: %v", name, err)
		}
	}
}

// A closed caption file is no missing one.
func TestCaptionsRefused(t *testing.T) {
	r, s := play(t)
	req := named(localID(first(t, r, "lanternkitchen", "videos", "").Rows[0].ID))
	req.Transcript = true
	s.Fail(simulator.Failure{Platform: "video_site", Path: "timedtext", Status: 200})
	if _, err := r.Item(t.Context(), req); !apierror.Is(err, apierror.CodeRouteDegraded) {
		t.Errorf("%v", err)
	}
}

func TestCancelled(t *testing.T) {
	r, s := play(t)
	s.Fail(simulator.Failure{Platform: "video_site", Delay: time.Minute})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Item(ctx, named("SimNobodyHa")); err == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
