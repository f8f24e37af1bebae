package youtube

import (
	"context"
	"errors"
	"regexp"
	"sync"
	"time"

	"socialdata/internal/sources"
)

// errStale is wrapped by an error if the platform refuses the client's version.
var errStale = errors.New("the platform refuses the client")

// learnedVersion is the version of the desktop page's program that the page itself loads. It replaces an older version
// in the shapes. It is read from the page's text; no script is run.
type learnedVersion struct {
	looking sync.Mutex // held while the page is fetched, for at most one call
	mu      sync.Mutex
	version string
	looked  time.Time
}

// learnEvery is the minimum time between two fetches of the page for a newer version.
const learnEvery = 10 * time.Minute

// webVersion matches the version in the list of scripts that the page's service worker loads. It contains the date, so
// versions can be compared as strings.
var webVersion = regexp.MustCompile(`"(2\.20[0-9]{6}\.[0-9]{2}\.[0-9]{2})"`)

// newer returns the newer one of the learned version and version.
func (l *learnedVersion) newer(version string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(version, l.version)
}

// startLook reports whether the page may be fetched now, and records the fetch.
func (l *learnedVersion) startLook() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.looked.IsZero() && time.Since(l.looked) < learnEvery {
		return false
	}
	l.looked = time.Now()
	return true
}

// learnWeb looks for a version newer than the refused one and returns the client with it. Concurrent calls wait for the
// result of the first.
func (s *site) learnWeb(ctx context.Context, stale client) (client, bool) {
	s.learned.looking.Lock()
	defer s.learned.looking.Unlock()
	if s.web().Version == stale.Version && s.learned.startLook() {
		a, err := s.fetch.Fetch(ctx, sources.Request{URL: home + "/sw.js_data", Header: map[string]string{"Cookie": consent}})
		if err == nil && a.Status == 200 {
			s.learned.take(a.Body)
		}
	}
	now := s.web()
	return now, now.Version > stale.Version
}

// take stores the version in a body, if there is one.
func (l *learnedVersion) take(body []byte) {
	if found := webVersion.FindSubmatch(body); found != nil {
		l.mu.Lock()
		l.version = max(l.version, string(found[1]))
		l.mu.Unlock()
	}
}
