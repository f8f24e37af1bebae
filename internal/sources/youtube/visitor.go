package youtube

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"
)

// visitor is the id that the platform assigns to visitors without one. The platform answers most requests without an id
// with a bot check, and refuses an id that made too many requests.
type visitor struct {
	asking sync.Mutex // held while an id is fetched, for at most one call
	mu     sync.Mutex
	id     string
	until  time.Time
	left   int                  // remaining requests for which the id is used
	failed map[string]time.Time // by program: the last failed attempt to fetch an id
}

// Limits on the use of one id. The platform ends a visitor's session at about 300 videos an hour.
const (
	visitorLife  = 6 * time.Hour
	visitorCalls = 200
	visitorPause = time.Minute // after a program failed to fetch an id
)

// isVisitor validates an id before it is sent back to the platform: base64, mostly percent-encoded.
var isVisitor = regexp.MustCompile(`^[A-Za-z0-9%_=+/.-]{4,1000}$`).MatchString

// use returns the id for one request; "" if there is none.
func (v *visitor) use() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if time.Now().After(v.until) || v.left <= 0 {
		v.id = ""
	}
	v.left--
	return v.id
}

// replace replaces old by id and returns the id in use, which may be another one if a concurrent request replaced old first.
func (v *visitor) replace(old, id string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.id == old && isVisitor(id) {
		v.id, v.until, v.left = strings.Clone(id), time.Now().Add(visitorLife), visitorCalls
	}
	return v.id
}

// drop removes an id that the platform no longer accepts.
func (v *visitor) drop(old string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.id == old {
		v.id = ""
	}
}

// mayAsk reports whether a program may fetch an id; false for a while after it failed to.
func (v *visitor) mayAsk(c client) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return time.Since(v.failed[c.Name]) > visitorPause
}

func (v *visitor) noteFailure(c client) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.failed == nil {
		v.failed = map[string]time.Time{}
	}
	v.failed[c.Name] = time.Now()
}

// visitorFor returns the id in use, or fetches one as the program does when it starts. It returns "" if the platform
// sent none, because requests may succeed without one.
func (s *site) visitorFor(ctx context.Context, c client) string {
	if id := s.visitor.use(); id != "" {
		return id
	}
	s.visitor.asking.Lock()
	defer s.visitor.asking.Unlock()
	if id := s.visitor.use(); id != "" || !s.visitor.mayAsk(c) {
		return id
	}
	if _, err := s.send(ctx, c, "visitor_id", "", "", map[string]any{}); err != nil && ctx.Err() == nil {
		s.visitor.noteFailure(c)
	}
	return s.visitor.use()
}

// otherVisitor returns an id to replace the one that was refused: the one in the refusal, or a new one. It returns "" if
// there is none.
func (s *site) otherVisitor(ctx context.Context, c client, refusal answer) string {
	old := refusal.asked
	if given := refusal.visitor(); given == "" || given == old || s.visitor.replace(old, given) == old {
		s.visitor.drop(old)
	}
	if next := s.visitorFor(ctx, c); next != old {
		return next
	}
	return ""
}

// visitor returns the id that an answer assigns; "" if it has none. A reel has it beside its player.
func (a answer) visitor() string {
	if id := a.top["responseContext"].Get("visitorData").String(); id != "" {
		return id
	}
	return a.top["playerResponse"].Get("responseContext.visitorData").String()
}
