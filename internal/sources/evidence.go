package sources

import (
	"bytes"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"socialdata/internal/apierror"
)

// Bounds of evidence, in bytes.
const (
	evidenceSearched = 64 << 10 // of a body, for markers and the title
	evidenceScrubbed = 8 << 10  // of a body, for the head
	evidenceHead     = 2 << 10
	evidenceTitle    = 200
)

// refusalMarkers are lower-case texts that identify a refusal; the first match counts.
var refusalMarkers = []struct {
	words  string
	reason apierror.Reason
}{
	{"unusual traffic", apierror.BotCheck}, {"not a bot", apierror.BotCheck}, {"captcha", apierror.BotCheck},
	{"_wafchallengeid", apierror.BotCheck}, {"slardarwaf", apierror.BotCheck}, {"verify-ele", apierror.BotCheck},
	{"/__rd_verify_", apierror.BotCheck}, {"challenge_required", apierror.BotCheck}, {"checkpoint_required", apierror.BotCheck},
	{"a check for bots", apierror.BotCheck}, {"a challenge for visitors", apierror.BotCheck}, {"please wait...", apierror.BotCheck},
	{"please wait a few minutes", apierror.AskedToWait}, {"rate_limit_error", apierror.AskedToWait}, {"rate limit exceeded", apierror.AskedToWait},
	{"try again later", apierror.AskedToWait}, {"1675004", apierror.AskedToWait}, {"quota", apierror.AskedToWait},
	{"require_login", apierror.SignInWall}, {"login_required", apierror.SignInWall}, {"/accounts/login", apierror.SignInWall},
	{`id="login_form"`, apierror.SignInWall}, {"/login", apierror.SignInWall}, {"a sign-in", apierror.SignInWall},
	{"empty answer", apierror.EmptyAnswer},
}

// Evidence returns what the platform answered in the call that led to f, or nil if its answers do not explain f.
func (r *Recorder) Evidence(f *apierror.Error) *apierror.Evidence {
	switch f.Code {
	case apierror.CodeRouteDegraded, apierror.CodeSourceChanged, apierror.CodeNotFound, apierror.CodeUnavailablePrivate,
		apierror.CodeUnavailableRemoved, apierror.CodeUnavailableRestricted, apierror.CodeNetworkTransport:
	default:
		return nil
	}
	call, e := r.decisive()
	if f.Code == apierror.CodeNetworkTransport && (call == nil || call.answer.Status < 500) {
		return nil // the connection broke: an answer before that is not the cause
	}
	if call != nil {
		call.describe(&e)
	}
	switch {
	case f.Code == apierror.CodeNetworkTransport:
		e.Reason, e.Marker = apierror.ServerError, "HTTP "+strconv.Itoa(e.Status)
	case f.Code != apierror.CodeRouteDegraded:
		e.Reason, e.Marker = "", ""
	case e.Status == http.StatusTooManyRequests:
		e.Reason, e.Marker = apierror.TooManyRequests, "HTTP 429"
	case e.Reason == "" && f.Cause != nil:
		e.Reason, e.Marker = markerIn(f.Cause.Error())
	}
	if f.Code == apierror.CodeRouteDegraded && e.Reason == "" {
		e.Reason = apierror.Refused
		if call != nil && len(bytes.TrimSpace(call.answer.Body)) == 0 {
			e.Reason = apierror.EmptyAnswer
		}
	}
	return &e
}

// decisive returns the call that most likely caused the error: the latest one with a refusal marker, else the latest one
// with an error status, else the latest one.
func (r *Recorder) decisive() (*recordedCall, apierror.Evidence) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var refused *recordedCall
	for n := len(r.calls) - 1; n >= 0; n-- {
		c := &r.calls[n]
		if c.answer.Status >= 400 && refused == nil {
			refused = c
		}
		if reason, marker := markerIn(c.searched()); reason != "" {
			return c, apierror.Evidence{Reason: reason, Marker: marker}
		}
	}
	if refused == nil && len(r.calls) > 0 {
		refused = &r.calls[len(r.calls)-1]
	}
	return refused, apierror.Evidence{}
}

// searched returns the text in which markers are looked for: the final address, the redirect target and the start of the body.
func (c *recordedCall) searched() string {
	return c.answer.URL + "\n" + c.answer.Header.Get("Location") + "\n" + string(c.answer.Body[:min(len(c.answer.Body), evidenceSearched)])
}

func markerIn(text string) (apierror.Reason, string) {
	text = strings.ToLower(text)
	for _, m := range refusalMarkers {
		if strings.Contains(text, m.words) {
			return m.reason, m.words
		}
	}
	return "", ""
}

var pageTitle = regexp.MustCompile(`(?is)<title[^>]*>([^<]+)</title>`)

// describe adds status, title and head to e, with the operator's and our own secrets removed.
func (c *recordedCall) describe(e *apierror.Evidence) {
	s, body := newScrubber(c.secrets), c.answer.Body
	e.Status = c.answer.Status
	if m := pageTitle.FindSubmatch(body[:min(len(body), evidenceSearched)]); m != nil {
		e.Title = cutBytes(s.text(strings.Join(strings.Fields(html.UnescapeString(string(m[1]))), " ")), evidenceTitle)
	}
	e.Head = cutBytes(s.text(strings.ToValidUTF8(strings.ReplaceAll(string(body[:min(len(body), evidenceScrubbed)]), "\x00", ""), "")), evidenceHead)
}

// cutBytes shortens text to at most n bytes without splitting a character.
func cutBytes(text string, n int) string {
	if len(text) <= n {
		return text
	}
	return strings.ToValidUTF8(text[:n], "")
}

// RefusalIn returns how a platform refuses in an address or in a visible text; "" if nothing in it identifies a refusal.
func RefusalIn(text string) apierror.Reason {
	reason, _ := markerIn(text)
	return reason
}
