package instagram

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// errNoWayOn is the cause of an error for a list that has a next page but no cursor.
var errNoWayOn = errors.New("more is promised and none is given")

// isFinal reports whether an error is about the content itself, so that other sources would return the same.
func isFinal(err error) bool {
	return apierror.Is(err, apierror.CodeNotFound, apierror.CodeUnavailablePrivate, apierror.CodeUnavailableRemoved, apierror.CodeUnavailableRestricted)
}

// isTransport reports whether a call failed before the platform answered: another source would only take longer.
func isTransport(err error) bool {
	return apierror.Is(err, apierror.CodeNetworkTimeout, apierror.CodeNetworkTransport)
}

// blockedOrChanged returns the error for a page without a data block: the platform's error page, a login wall, data
// withheld because of too many requests, or a changed format.
func blockedOrChanged(a *sources.Answer, resource, missing string) error {
	route := scan.Member(a.Body, "canonicalRouteName").String()
	switch {
	case strings.HasSuffix(route, "PolarisErrorRoute"), a.Status == http.StatusNotFound, bytes.Contains(a.Body, []byte("<title>Page Not Found")):
		return apierror.New(apierror.CodeNotFound, "resource", resource)
	case route != "", isWall(a), bytes.Contains(a.Body, []byte(`id="mount_0_0_`)): // the last one is the empty shell
		return sources.Degraded("no data for visitors: " + route)
	}
	return sources.Missing(missing)
}

// isWall reports whether an answer is empty, a sign-in, a challenge, or a request to wait.
func isWall(a *sources.Answer) bool {
	if a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden || len(bytes.TrimSpace(a.Body)) == 0 {
		return true
	}
	return scan.HasAny(a.URL+" "+a.Header.Get("Location"), "/accounts/login", "/challenge", "/consent", "/accounts/suspended") ||
		scan.HasAny(a.Body, "Please wait a few minutes", "/accounts/login/?next=", "captcha", "checkpoint_required")
}

// refusals maps messages of a JSON refusal to errors; the first match counts. field_exception comes with a null of any
// cause, execution error with temporary trouble or an expired cursor.
var refusals = [...]struct {
	words string
	code  apierror.Code
}{
	{"Not authorized to view user", apierror.CodeUnavailablePrivate},
	{"you must be 18", apierror.CodeUnavailableRestricted},
	{"restricted profile", apierror.CodeUnavailableRestricted},
	{"Please wait a few minutes", apierror.CodeRouteDegraded},
	{"require_login", apierror.CodeRouteDegraded},
	{"login_required", apierror.CodeRouteDegraded},
	{"rate_limit_error", apierror.CodeRouteDegraded},
	{"Rate limit exceeded", apierror.CodeRouteDegraded},
	{"1675004", apierror.CodeRouteDegraded},
	{"checkpoint_required", apierror.CodeRouteDegraded},
	{"challenge_required", apierror.CodeRouteDegraded},
	{"feedback_required", apierror.CodeRouteDegraded},
	{"consent_required", apierror.CodeRouteDegraded},
	{"execution error", apierror.CodeRouteDegraded},
	{"generic_request_error", apierror.CodeNetworkTransport},
}

// refusalError returns the error in a JSON answer; nil if there is none.
func refusalError(status int, v gjson.Result) error {
	errs := v.Get("errors")
	failed := status >= 400 || v.Get("status").Str == "fail" || v.Get("error_type").Exists() || v.Get("require_login").Bool()
	if !failed && !errs.Exists() {
		return nil
	}
	said := v.Raw
	if v.Get("data").IsObject() { // the text of a caption must not match
		said = errs.Raw + v.Get("message").Raw
	}
	switch {
	case strings.Contains(said, "field_exception"):
		return nullError()
	case strings.Contains(said, "Media not found"), strings.Contains(said, "User not found"):
		return apierror.New(apierror.CodeNotFound, "resource", resourceIn(said))
	}
	for _, r := range refusals {
		if strings.Contains(said, r.words) {
			return apierror.Wrap(errors.New(r.words), r.code)
		}
	}
	return apierror.Wrap(errors.New(v.Get("message").String()), apierror.CodeSourceChanged, "missing", []string{"data"})
}

func resourceIn(said string) string {
	if strings.Contains(said, "User not found") {
		return "account"
	}
	return "item"
}
