// Package simulator simulates the platforms on loopback for the demo and the tests: invented people, videos, posts and ads
// in the formats of the platforms, and each of their failures on demand. Nothing in it was recorded. A request for
// https://HOST/PATH arrives as /HOST/PATH, the form that SOCIALDATA_UPSTREAM rewrites it to. It may import nothing of ours.
package simulator

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Simulator is an http.Handler that answers for every platform host.
type Simulator struct {
	sites    []Site
	sketches atomic.Bool

	mu       sync.Mutex
	failures []*Failure
	walls    []Wall
}

// Site is one simulated platform.
type Site struct {
	Platform string       // its name in the API
	Hosts    []string     // hosts that it answers for, including sub-domains
	Handler  http.Handler // gets the path without the host, which is the request's Host
}

// New returns the platforms of the release with invented content, and further ones that a test passes.
func New(more ...Site) *Simulator {
	return &Simulator{sites: append([]Site{newVideoSite(), newClipSite(), newPhotoSite(), newAdSite()}, more...)}
}

// ServeHTTP passes the request to the platform of the host in the path.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	for _, site := range s.sites {
		if !site.serves(host) {
			continue
		}
		if f := s.failure(site.Platform, path); f != nil && f.play(w, r) {
			return
		}
		r2 := r.Clone(r.Context())
		r2.Host, r2.URL.Path, r2.URL.RawPath = host, "/"+path, ""
		if s.sketches.Load() {
			r2.Header.Set(sketched, "1")
		}
		if s.playWall(site.Platform, w, r2) {
			return
		}
		if !site.playShort(w, r2) {
			site.Handler.ServeHTTP(w, r2)
		}
		return
	}
	http.Error(w, "no such host here", http.StatusNotFound)
}

// Sketch makes the platforms draw pictures at a third of their size, which takes a ninth of the time.
func (s *Simulator) Sketch(on bool) { s.sketches.Store(on) }

func (s Site) serves(host string) bool {
	return slices.ContainsFunc(s.Hosts, func(h string) bool { return host == h || strings.HasSuffix(host, "."+h) })
}
