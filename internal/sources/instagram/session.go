package instagram

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"regexp"
	"strings"
	"sync"
	"time"

	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
)

// errPage is the cause of an error for a page instead of a JSON answer.
var errPage = errors.New("a page in the place of JSON")

// renewAfter is the minimum time between two visits: while the platform keeps refusing, each costs one request.
const renewAfter = 10 * time.Minute

// session is the visit that queries belong to. It begins with made-up tokens, which the platform usually accepts. Once a
// query is answered with a page, it continues with the tokens of the home page.
type session struct {
	mu      sync.Mutex
	current formTokens
	renewed time.Time
}

// formTokens are the values that a form repeats in a header, with the matching cookies.
type formTokens struct{ lsd, csrf, cookies string }

func newSession() *session {
	csrf := rand.Text()
	return &session{current: formTokens{lsd: rand.Text()[:11], csrf: csrf, cookies: "csrftoken=" + csrf}}
}

func (s *session) tokens() formTokens {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.current
}

// begin reports whether a new visit may begin now, and reserves it for the caller.
func (s *session) begin(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if now.Sub(s.renewed) < renewAfter {
		return false
	}
	s.renewed = now
	return true
}

// take stores the tokens in a page for the visit, and reports whether there were any.
func (s *session) take(a *sources.Answer) bool {
	t := formTokens{lsd: meta.FormToken(a.Body)}
	for _, c := range a.Cookies() {
		if (c.Name != "csrftoken" && c.Name != "mid") || !isCookieValue(c.Value) {
			continue
		}
		if c.Name == "csrftoken" {
			t.csrf = c.Value
		}
		t.cookies = strings.TrimPrefix(t.cookies+"; "+c.Name+"="+c.Value, "; ")
	}
	if t.lsd == "" && t.csrf == "" {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	t.lsd = cmp.Or(t.lsd, s.current.lsd)
	if t.csrf == "" {
		t.csrf = s.current.csrf
		t.cookies = strings.TrimSuffix("csrftoken="+t.csrf+"; "+t.cookies, "; ")
	}
	s.current = t
	return true
}

// isCookieValue validates a page's cookie before it is sent back.
var isCookieValue = regexp.MustCompile(`^[A-Za-z0-9_\-.]{1,128}$`).MatchString

// visitHome takes the tokens of the home page, and reports whether a query may be repeated with them. With the
// operator's cookies the session is theirs, and it does nothing.
func (s *site) visitHome(ctx context.Context) bool {
	if s.hasCookies() || !s.session.begin(time.Now()) {
		return false
	}
	a, err := s.visit(ctx, "/")
	return err == nil && s.session.take(a)
}
