package photosite

import (
	"bytes"
	"errors"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// decided tells that an error is about the content itself, so that asking elsewhere cannot change it.
func decided(err error) bool {
	return fault.Is(err, fault.NotFound, fault.UnavailablePrivate, fault.UnavailableRemoved, fault.UnavailableRestricted)
}

// withheld judges a page without a data block: the platform's own error page, a wall in front of visitors, the block
// held back from a visitor who asked too often, or another make of page.
func withheld(a *sources.Answer, resource, missing string) error {
	route := wire.Member(a.Body, "canonicalRouteName").String()
	switch {
	case strings.HasSuffix(route, "PolarisErrorRoute"), a.Status == http.StatusNotFound, bytes.Contains(a.Body, []byte("<title>Page Not Found")):
		return fault.New(fault.NotFound, "resource", resource)
	case route != "", walled(a):
		return fault.Wrap(errors.New("no data for visitors: "+route), fault.RouteDegraded)
	}
	return fault.New(fault.SourceChanged, "missing", []string{missing})
}

// walled tells whether an answer is a wall: nothing at all, a sign-in, a challenge, or a request to wait.
func walled(a *sources.Answer) bool {
	if a.Status == http.StatusUnauthorized || a.Status == http.StatusForbidden || len(bytes.TrimSpace(a.Body)) == 0 {
		return true
	}
	for _, path := range []string{"/accounts/login", "/challenge", "/consent", "/accounts/suspended"} {
		if strings.Contains(a.URL, path) || strings.Contains(a.Header.Get("Location"), path) {
			return true
		}
	}
	for _, sign := range []string{"Please wait a few minutes", "/accounts/login/?next=", "captcha", "checkpoint_required"} {
		if bytes.Contains(a.Body, []byte(sign)) {
			return true
		}
	}
	return false
}

// refusals are the words of a JSON refusal and what they mean, looked through in order.
var refusals = [...]struct {
	words string
	code  fault.Code
}{
	{"Media not found", fault.NotFound},
	{"User not found", fault.NotFound},
	{"Not authorized to view user", fault.UnavailablePrivate},
	{"you must be 18", fault.UnavailableRestricted},
	{"restricted profile", fault.UnavailableRestricted},
	{"Please wait a few minutes", fault.RouteDegraded},
	{"require_login", fault.RouteDegraded},
	{"login_required", fault.RouteDegraded},
	{"rate_limit_error", fault.RouteDegraded},
	{"Rate limit exceeded", fault.RouteDegraded},
	{"checkpoint_required", fault.RouteDegraded},
	{"challenge_required", fault.RouteDegraded},
	{"feedback_required", fault.RouteDegraded},
	{"consent_required", fault.RouteDegraded},
	{"generic_request_error", fault.NetworkTransport},
}

// refused judges a JSON answer that is an error; nil when it is none.
func refused(status int, v gjson.Result, resource string) error {
	failed := status >= 400 || v.Get("status").Str == "fail" || v.Get("error_type").Exists() || v.Get("require_login").Bool()
	if errs := v.Get("errors"); !failed && !(errs.Exists() && !v.Get("data").IsObject()) {
		return nil
	}
	for _, r := range refusals {
		if !strings.Contains(v.Raw, r.words) {
			continue
		}
		f := fault.Wrap(errors.New(r.words), r.code)
		if r.code == fault.NotFound {
			f.With("resource", resource)
		}
		return f
	}
	if status == http.StatusNotFound {
		return fault.New(fault.NotFound, "resource", resource)
	}
	return fault.Wrap(errors.New(v.Get("message").String()), fault.SourceChanged, "missing", []string{"data"})
}
