// Package simulator plays the four platforms on loopback for the demo and the tests: invented people, videos, posts and
// ads in the shapes in which the platforms answer, and each of their failures on demand. Nothing in it was recorded.
// A request for https://HOST/PATH arrives as /HOST/PATH, which is what SOCIALDATA_UPSTREAM makes of it. It may import
// nothing of ours.
package simulator

import (
	"net/http"
	"strings"
	"sync"
)

// Simulator is an http.Handler that answers for every platform host.
type Simulator struct {
	sites []site

	mu       sync.Mutex
	failures []*Failure
	walls    []Wall
}

// site is one platform: the hosts that it answers for and the handler, which sees the path without the host.
type site struct {
	platform string
	hosts    []string // a name matches itself and its sub-domains
	handler  http.Handler
}

// New makes the four platforms with their invented content.
func New() *Simulator {
	return &Simulator{sites: []site{
		newVideoSite(),
		newClipSite(),
		newPhotoSite(),
		newAdSite(),
	}}
}

// ServeHTTP finds the platform of the host in the path.
func (s *Simulator) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	host, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	for _, site := range s.sites {
		if !site.serves(host) {
			continue
		}
		if f := s.failure(site.platform, path); f != nil && f.play(w, r) {
			return
		}
		r2 := r.Clone(r.Context())
		r2.Host, r2.URL.Path, r2.URL.RawPath = host, "/"+path, ""
		if s.walled(site.platform, w, r2) {
			return
		}
		site.handler.ServeHTTP(w, r2)
		return
	}
	http.Error(w, "no such host here", http.StatusNotFound)
}

func (s site) serves(host string) bool {
	for _, h := range s.hosts {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return false
}
