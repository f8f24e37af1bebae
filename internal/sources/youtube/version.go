package youtube

import (
	"context"
	"errors"
	"regexp"
	"sync"
	"time"

	"socialdata/internal/sources"
)

// errStale is in the chain of an error if the platform refused the client.
var errStale = errors.New("the platform refuses the client")

// learnedVersion is the version of the desktop page's program as the page itself loads it. It is used in place of an
// older one in the shapes; it is read from the text of an answer, of which nothing is run.
type learnedVersion struct {
	looking sync.Mutex // held while the page is looked at; no longer than one call takes
	mu      sync.Mutex
	version string
	looked  time.Time
}

// learnEvery is how often at most the page is looked at for a newer version.
const learnEvery = 10 * time.Minute

// webVersion matches the version in the list of what the page's service worker loads. The date in it makes versions
// comparable as text.
var webVersion = regexp.MustCompile(`"(2\.20[0-9]{6}\.[0-9]{2}\.[0-9]{2})"`)

// newer returns the learned version or the given one, whichever is newer.
func (l *learnedVersion) newer(version string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return max(version, l.version)
}

// startLook reports whether the page may be fetched now, and notes that it is.
func (l *learnedVersion) startLook() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.looked.IsZero() && time.Since(l.looked) < learnEvery {
		return false
	}
	l.looked = time.Now()
	return true
}

// learnWeb looks for a version newer than one that was refused, and returns the program of it. Calls that are refused
// beside each other wait for what one of them finds.
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

// take keeps the version in a body, if there is one.
func (l *learnedVersion) take(body []byte) {
	if found := webVersion.FindSubmatch(body); found != nil {
		l.mu.Lock()
		l.version = max(l.version, string(found[1]))
		l.mu.Unlock()
	}
}
