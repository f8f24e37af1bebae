package adlibrary

import (
	"bytes"
	"errors"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

const results = "search_results_connection"

// errHeldBack is the cause of an error for a page without its results. About one in four lacks them (autumn 2026);
// another request often gets them.
var errHeldBack = errors.New("the page came without its results")

// challengeSign is in the script of the page that visitors without cookies may get instead of the library.
const challengeSign = "/__rd_verify_"

// challengeError returns the error for a challenge, with what the operator can do; nil if the answer is none. Repeating
// the request does not help.
func (w web) challengeError(a *sources.Answer) error {
	if !bytes.Contains(a.Body, []byte(challengeSign)) {
		return nil
	}
	f := sources.Degraded("a challenge for visitors")
	f.Message = "The ad library asks visitors to pass a challenge, which this service does not answer. Cookies of its operator for the ad library, or the official API, would help."
	if w.cookies != nil && w.cookies() {
		f.Message = "The ad library asks to pass a challenge again: the cookies of this service's operator are spent. New ones, or the official API, would help."
	}
	return f
}

// emptyPageError returns the error for a page without results. If the library's page is there without results, they are
// withheld; it does not mean that there are no ads.
func emptyPageError(a *sources.Answer) error {
	switch {
	case len(bytes.TrimSpace(a.Body)) == 0:
		return sources.Degraded("empty answer")
	case bytes.Contains(a.Body, []byte("AdLibraryFoundationRoot")):
		return apierror.Wrap(errHeldBack, apierror.CodeRouteDegraded)
	case strings.Contains(a.URL, "/login"), strings.Contains(a.URL, "/checkpoint"), bytes.Contains(a.Body, []byte(`id="login_form"`)):
		return sources.Degraded("a sign-in")
	case bytes.Contains(a.Body, []byte("captcha")), a.Status == 401, a.Status == 403:
		return sources.Degraded("a check for bots")
	}
	return sources.Missing(results)
}

// refusalError returns the error of a GraphQL answer without results.
func refusalError(body []byte) error {
	code := scan.ID(scan.First(scan.Member(body, "error"), scan.Member(body, "code"), scan.Member(body, "api_error_code")))
	switch {
	case len(bytes.TrimSpace(body)) == 0:
		return apierror.New(apierror.CodeRouteDegraded)
	case strings.HasPrefix(code, "1357"), code == "1675004", bytes.Contains(body, []byte("Rate limit exceeded")):
		return sources.Degraded("refused with " + code) // reload, sign in, or wait
	case bytes.HasPrefix(body, []byte{'<'}): // a page instead of JSON
		return apierror.New(apierror.CodeRouteDegraded)
	}
	return apierror.Wrap(errors.New("error "+code), apierror.CodeSourceChanged, "missing", []string{results})
}
