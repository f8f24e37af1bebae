package youtube

import (
	"context"
	"crypto/rand"
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

// problem returns why the app does not show the video; nil if it does.
func (a appAnswer) problem() error {
	if a.err != nil {
		return a.err
	}
	return asError(a.player.problem())
}

// isComplete reports whether the app sent everything that it sends to visitors.
func (a appAnswer) isComplete() bool { return a.err == nil && a.player.isComplete() }

// apps asks the apps in turn until one says something about the video.
func (s *site) apps(ctx context.Context, id string) []appAnswer {
	first := s.askVision(ctx, id)
	if first.isComplete() || apierror.Is(first.problem(), apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved) {
		return []appAnswer{first}
	}
	return []appAnswer{first, s.askAndroid(ctx, id)}
}

// bothApps asks both at once.
func (s *site) bothApps(ctx context.Context, id string) []appAnswer {
	both := make([]appAnswer, 2)
	var asked sync.WaitGroup
	s.visitorFor(ctx, s.vision()) // once for both
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

// isRefused reports whether the app was turned away, which says nothing about the video.
func (a appAnswer) isRefused() bool {
	return apierror.Is(a.err, apierror.CodeRouteDegraded, apierror.CodeSourceChanged) || a.err == nil && a.player.isBlocked()
}

// askVision asks the headset's app, and where it is turned away the same program as a browser's page names it.
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

// askAndroid reaches the phone's player through its reel of videos.
func (s *site) askAndroid(ctx context.Context, id string) appAnswer {
	endpoint := "reel/reel_item_watch?t=" + nonce(12) + "&id=" + id + "&$fields=playerResponse"
	return s.askApp(ctx, s.android(), endpoint, map[string]any{
		"playerRequest":         map[string]any{"videoId": id, "cpn": nonce(16), "contentCheckOk": true, "racyCheckOk": true},
		"disablePlayerResponse": false,
	})
}

// askApp asks one app as the visitor in use. A refusal of the visitor is asked once more with another visitor id: the refusal
// mostly carries one.
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

// nonce returns what every playback makes up for itself.
func nonce(n int) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	raw := make([]byte, n)
	_, _ = rand.Read(raw)
	for i, b := range raw {
		raw[i] = letters[b&63]
	}
	return string(raw)
}
