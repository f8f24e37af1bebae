package youtube

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"sync"

	"socialdata/internal/apierror"
	"socialdata/internal/crash"
)

// appAnswer is the answer of one app about a video, or its error.
type appAnswer struct {
	player player
	agent  string // the app's name in requests for its files
	err    error
}

// problem returns why the app does not show the video; nil if it shows it.
func (a appAnswer) problem() error {
	if a.err != nil {
		return a.err
	}
	return a.player.problem()
}

// isComplete reports whether the app sent everything that visitors ever get.
func (a appAnswer) isComplete() bool { return a.err == nil && a.player.isComplete() }

// apps calls the apps one after another until one answers about the video.
func (s *site) apps(ctx context.Context, id string) []appAnswer {
	first := s.askVision(ctx, id)
	if first.isComplete() || apierror.Is(first.problem(), apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved) {
		return []appAnswer{first}
	}
	return []appAnswer{first, s.askAndroid(ctx, id)}
}

// bothApps calls both apps concurrently.
func (s *site) bothApps(ctx context.Context, id string) []appAnswer {
	both := make([]appAnswer, 2)
	var asked sync.WaitGroup
	s.visitorFor(ctx, s.vision()) // fetch the visitor id once for both
	for n, ask := range []func(context.Context, string) appAnswer{s.askVision, s.askAndroid} {
		asked.Go(func() {
			if err := crash.Call(func() error { both[n] = ask(ctx, id); return nil }); err != nil {
				both[n] = appAnswer{err: err}
			}
		})
	}
	asked.Wait()
	return both
}

// isRefused reports whether the app was refused, which says nothing about the video.
func (a appAnswer) isRefused() bool {
	return apierror.Is(a.err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged) || a.err == nil && a.player.isBlocked()
}

// askVision calls the headset's app; if that is refused, it calls the same program as a browser names it.
func (s *site) askVision(ctx context.Context, id string) appAnswer {
	first := s.askApp(ctx, s.vision(), "player?t="+nonce(12)+"&id="+id,
		map[string]any{"videoId": id, "cpn": nonce(16), "contentCheckOk": true, "racyCheckOk": true})
	if !first.isRefused() {
		return first
	}
	second := s.askApp(ctx, s.visionInBrowser(), "player", map[string]any{"videoId": id, "contentCheckOk": true, "racyCheckOk": true})
	if second.isRefused() {
		return first
	}
	return second
}

// askAndroid calls the phone app's endpoint for short videos, whose answer contains the player's.
func (s *site) askAndroid(ctx context.Context, id string) appAnswer {
	endpoint := "reel/reel_item_watch?t=" + nonce(12) + "&id=" + id + "&$fields=playerResponse"
	return s.askApp(ctx, s.android(), endpoint, map[string]any{
		"playerRequest":         map[string]any{"videoId": id, "cpn": nonce(16), "contentCheckOk": true, "racyCheckOk": true},
		"disablePlayerResponse": false,
	})
}

// askApp calls one app with the visitor id in use. If the platform refuses that visitor, it calls once more with another
// id, which the refusal usually contains.
func (s *site) askApp(ctx context.Context, c client, endpoint string, body map[string]any) appAnswer {
	doc, err := s.send(ctx, c, endpoint, "", s.visitorFor(ctx, c), body)
	p := readPlayer(doc)
	if err == nil && p.refusesVisitor() {
		if next := s.otherVisitor(ctx, c, doc); next != "" {
			doc, err = s.send(ctx, c, endpoint, "", next, body)
			p = readPlayer(doc)
		}
	}
	return appAnswer{player: p, agent: c.UserAgent, err: err}
}

// nonce returns a random id, as the player makes for each playback.
func nonce(n int) string {
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	return base64.RawURLEncoding.EncodeToString(raw)[:n]
}
