package youtube

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"
)

// visitor is the id that the platform hands to every visitor without one. It answers most requests of its apps that
// carry none with a bot check.
type visitor struct {
	mu    sync.Mutex
	id    string
	until time.Time
}

// visitorLife is how long one id is used.
const visitorLife = 6 * time.Hour

// isVisitor bounds what is sent back to the platform: base64, mostly escaped.
var isVisitor = regexp.MustCompile(`^[A-Za-z0-9%_=+/.-]{4,1000}$`).MatchString

// current returns the id in use, "" if there is none.
func (v *visitor) current() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if time.Now().After(v.until) {
		v.id = ""
	}
	return v.id
}

// learn takes the id of an answer where none is in use.
func (v *visitor) learn(id string) { v.replace("", id) }

// replace puts an id in place of old and returns the one in use: another request may have replaced it before.
func (v *visitor) replace(old, id string) string {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.id == old && isVisitor(id) {
		v.id, v.until = strings.Clone(id), time.Now().Add(visitorLife)
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

// visitorFor returns the id in use, or asks for one as the program does when it starts. It returns "" if the platform
// gave none: requests may be answered without.
func (s *site) visitorFor(ctx context.Context, c client) string {
	if id := s.visitor.current(); id != "" {
		return id
	}
	doc, err := s.send(ctx, c, "visitor_id", "", "", map[string]any{})
	if err != nil {
		return ""
	}
	return s.visitor.replace("", doc.visitor())
}

// visitor returns the id that an answer hands out, "" if it has none. A reel carries it beside its player.
func (a answer) visitor() string {
	if id := a.top["responseContext"].Get("visitorData").String(); id != "" {
		return id
	}
	return a.top["playerResponse"].Get("responseContext.visitorData").String()
}
