package videosite

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

var (
	errRefused = errors.New("the platform refuses to answer this visitor")
	errPage    = errors.New("the platform answers with a page: a captcha, a consent form or a sign-in")
	errCut     = errors.New("the answer ends inside its JSON")
)

// answered gives the JSON of an answer. What is none is the platform's refusal in one of its forms, or a changed
// answer.
func answered(a *sources.Answer, c client, resource string) (answer, error) {
	body := wire.StringOf(bytes.TrimSpace(a.Body))
	switch {
	case a.Status >= 300 && a.Status < 400, a.Status == 401, a.Status == 403, len(body) == 0:
		return answer{}, fault.Wrap(errRefused, fault.RouteDegraded)
	case body[0] == '<':
		return answer{}, fault.Wrap(errPage, fault.RouteDegraded)
	case a.Status >= 400:
		return answer{}, refused(body, c, resource)
	case body[0] != '{':
		return answer{}, missing("json answer")
	}
	doc, whole := readAnswer(body)
	if !whole {
		return answer{}, fault.Wrap(errCut, fault.NetworkTransport)
	}
	return doc, nil
}

// refused reads the envelope in which the platform refuses a question. It speaks of the program that asks, whose
// version is over or whose request is not what it expects; only where a name is looked up it may speak of that name.
func refused(body string, c client, resource string) error {
	switch word := gjson.Get(body, "error.status").String(); word {
	case "NOT_FOUND", "INVALID_ARGUMENT":
		if resource != "" {
			return fault.New(fault.NotFound, "resource", resource)
		}
		fallthrough
	case "FAILED_PRECONDITION", "UNIMPLEMENTED":
		return fault.Wrap(fmt.Errorf("%w: %s", errStale, word), fault.SourceChanged,
			"missing", []string{"a current client version (" + c.Name + " " + c.Version + ")"})
	case "PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED":
		return fault.Wrap(errRefused, fault.RouteDegraded)
	}
	return missing("answer")
}

// missing is source_changed with the names of what the contract needs.
func missing(names ...string) *fault.Fault {
	return fault.New(fault.SourceChanged, "missing", names)
}

// unavailable reads the words in which the platform says that a video or channel cannot be seen. The status alone says
// nothing: LOGIN_REQUIRED covers private videos, age limits, bot checks and more. nil when no word is known.
func unavailable(words string) *fault.Fault {
	for _, w := range []struct {
		code fault.Code
		sign string
	}{
		{fault.RouteDegraded, "not a bot"},
		{fault.RouteDegraded, "unusual traffic"},
		{fault.RouteDegraded, "try again later"},
		{fault.UnavailablePrivate, "is private"},
		{fault.UnavailablePrivate, "private video"},
		{fault.UnavailablePrivate, "private channel"},
		{fault.UnavailableRestricted, "in your country"}, // before the grounds: those may be copyright
		{fault.UnavailableRestricted, "in your region"},
		{fault.UnavailableRestricted, "from your country"},
		{fault.UnavailableRemoved, "terminated"},
		{fault.UnavailableRemoved, "removed"},
		{fault.UnavailableRemoved, "deleted"},
		{fault.UnavailableRemoved, "copyright"},
		{fault.UnavailableRemoved, "no longer available"},
		{fault.UnavailableRemoved, "account closed"},
		{fault.UnavailableRestricted, "country"},
		{fault.UnavailableRestricted, "region"},
		{fault.UnavailableRestricted, "confirm your age"},
		{fault.UnavailableRestricted, "age-restricted"},
		{fault.UnavailableRestricted, "inappropriate for some users"},
		{fault.UnavailableRestricted, "members"},
		{fault.UnavailableRestricted, "music premium"},
		{fault.UnavailableRestricted, "payment"},
		{fault.UnavailableRestricted, "purchase"},
		{fault.UnavailableRestricted, "rent or buy"},
		{fault.UnavailableRestricted, "restricted"},
	} {
		if strings.Contains(words, w.sign) {
			return fault.New(w.code)
		}
	}
	return nil
}

// plain is text for comparing: lower case, with one kind of apostrophe and blank.
func plain(s string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(s, "’", "'"), "\u00a0", " "))
}
