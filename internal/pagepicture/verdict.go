package pagepicture

import (
	"net/http"
	"net/url"
	"strings"
	"unicode"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Post is what is known of a post, by which its page is recognised.
type Post struct {
	Text    string   // its title, or else its caption; "" if it has none
	Authors []string // handle and name of its author
}

// seen is what a page shows.
type seen struct {
	Address  string  `json:"address"`
	Title    string  `json:"title"`
	Text     string  `json:"text"`   // that is visible
	Dialog   *string `json:"dialog"` // text of the dialog in the middle of the window; nil for none
	Password bool    `json:"password"`

	status int // of the answer; 0 if unknown
}

// Bounds of what is looked for: short words occur anywhere, and platforms cut long texts off.
const (
	leastLetters = 3
	mostLetters  = 30
)

// judge reports whether a page shows a post. A wall is only said of what is known to be one, and a post only of a page that shows its text.
func (s seen) judge(p Post) (content.PageStatus, content.PageReason) {
	if isConsent(s.Address) {
		return content.PageWall, content.PageConsent
	}
	if reason := refusalIn(s.Address); reason != "" {
		return content.PageWall, reason
	}
	shown, known := p.in(s.Text)
	switch covered := s.Dialog != nil; {
	case s.status >= http.StatusBadRequest:
		return content.PageWall, content.PageRefused
	case covered:
		if inside, _ := p.in(*s.Dialog); !inside || s.Password {
			return content.PageWall, coveredBy(*s.Dialog, s.Password)
		}
		return content.PageKept, ""
	case shown:
		return content.PageKept, ""
	case s.Password:
		return content.PageWall, content.PageSignIn
	}
	if reason := refusalIn(s.Title + "\n" + s.Text); reason != "" {
		return content.PageWall, reason
	}
	if isConsentText(s.Text) {
		return content.PageWall, content.PageConsent
	}
	if !known {
		return content.PageUnclear, content.PageNoKnownText
	}
	return content.PageUnclear, content.PageNoPostText
}

// coveredBy returns what a dialog before a page is.
func coveredBy(text string, password bool) content.PageReason {
	small := strings.ToLower(text)
	switch {
	case password, strings.Contains(small, "log in"), strings.Contains(small, "sign up"), strings.Contains(small, "sign in"):
		return content.PageSignIn
	case strings.Contains(small, "cookie"), isConsentText(text):
		return content.PageConsent
	}
	return content.PageCovered
}

// refusalIn returns how a platform refuses in an address or a text, by the rules of all routes; "" if it does not.
func refusalIn(text string) content.PageReason {
	switch sources.RefusalIn(text) {
	case apierror.SignInWall:
		return content.PageSignIn
	case apierror.BotCheck:
		return content.PageBotCheck
	case apierror.AskedToWait, apierror.TooManyRequests, apierror.Refused:
		return content.PageRefused
	case apierror.EmptyAnswer, apierror.ServerError, apierror.Cooldown:
	}
	return ""
}

func isConsent(address string) bool {
	u, err := url.Parse(address)
	return err == nil && (strings.HasPrefix(u.Hostname(), "consent.") || strings.HasPrefix(u.Path, "/consent"))
}

func isConsentText(text string) bool {
	return strings.Contains(strings.ToLower(text), "before you continue")
}

// in reports whether a text is that of the post: its beginning, or its author's name if the post has no text. known is false if nothing
// can be looked for.
func (p Post) in(text string) (shown, known bool) {
	page := letters(text, len(text))
	if own := letters(p.Text, mostLetters); len([]rune(own)) >= leastLetters {
		return strings.Contains(page, own), true
	}
	for _, name := range p.Authors {
		if own := letters(name, mostLetters); len([]rune(own)) >= leastLetters {
			known = true
			shown = shown || strings.Contains(page, own)
		}
	}
	return shown, known
}

// letters returns the first letters and digits of a text, in lower case: pages break lines and draw marks in their own way.
func letters(text string, most int) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == most {
			break
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(unicode.ToLower(r))
			n++
		}
	}
	return b.String()
}
