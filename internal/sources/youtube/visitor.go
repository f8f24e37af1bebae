package youtube

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"
)

// visitor is the id that the platform hands to every visitor without one. It answers most requests that carry none with a bot
// check, and turns away an id that asked for too much.
type visitor struct {
	asking sync.Mutex // held while an id is asked for; no longer than one call takes
	mu     sync.Mutex
	id     string
	until  time.Time
	left   int                  // requests for which the id is still used
	failed map[string]time.Time // by program: when it last asked for an id in vain
}

// Bounds of the use of one id. The platform cuts a visitor's session off at about 300 videos an hour.
const (
	visitorLife  = 6 * time.Hour
	visitorCalls = 200
	visitorPause = time.Minute // after a program asked for an id in vain
)

// isVisitor bounds what is sent back to the platform: base64, mostly escaped.
var isVisitor = regexp.MustCompile(`^[A-Za-z0-9%_=+/.-]{4,1000}$`).MatchString

// use returns the id in use for one request, "" if there is none.
func (v *visitor) use() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if time.Now().After(v.until) || v.left <= 0 {
		v.id = ""
	}
	v.left--
	return v.id
}

// replace puts an id in place of old and returns the one in use: another request may have replaced it before.
func (v *visitor) replace(old, id string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.id == old && isVisitor(id) {
		v.id, v.until, v.left = strings.Clone(id), time.Now().Add(visitorLife), visitorCalls
	}
	return v.id
}

// drop forgets an id that the platform no longer likes.
func (v *visitor) drop(old string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.id == old {
		v.id = ""
	}
}

// mayAsk reports whether a program may ask for an id; not shortly after it asked in vain.
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

// visitorFor returns the id in use, or asks for one as the program does when it starts. It returns "" if the platform gave
// none: requests may be answered without.
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

// otherVisitor returns an id in place of the one that a refusal turned away: what the refusal hands out, or a new one. It
// returns "" if there is none.
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

// visitor returns the id that an answer hands out, "" if it has none. A reel carries it beside its player.
func (a answer) visitor() string {
	if id := a.top["responseContext"].Get("visitorData").String(); id != "" {
		return id
	}
	return a.top["playerResponse"].Get("responseContext.visitorData").String()
}
