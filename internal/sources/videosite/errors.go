package videosite

import (
	"bytes"
	"errors"
	"strings"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

var (
	errRefused = errors.New("the platform refuses to answer this visitor")
	errCut     = errors.New("the answer ends inside its JSON")
)

// answered gives the JSON of an answer. What is none is the platform's refusal in one of its forms, or a changed page.
func answered(a *sources.Answer, resource string) (answer, error) {
	body := wire.StringOf(bytes.TrimSpace(a.Body))
	switch {
	case a.Status >= 300 && a.Status < 400, a.Status == 401, a.Status == 403, len(body) == 0:
		return answer{}, fault.Wrap(errRefused, fault.RouteDegraded)
	case body[0] == '<':
		return answer{}, pageInstead(body)
	case a.Status >= 400 && resource == "":
		return answer{}, missing("answer")
	case a.Status >= 400:
		return answer{}, fault.New(fault.NotFound, "resource", resource)
	case body[0] != '{':
		return answer{}, missing("json answer")
	}
	doc, whole := readAnswer(body)
	if !whole {
		return answer{}, fault.Wrap(errCut, fault.NetworkTransport)
	}
	return doc, nil
}

// pageInstead says why an answer is a page: a captcha, a consent form or a sign-in refuse this visitor for now.
func pageInstead(page string) error {
	for _, sign := range []string{"g-recaptcha", "recaptcha/api.js", "consent.youtube.com", "unusual traffic", "accounts.google.com"} {
		if strings.Contains(page, sign) {
			return fault.Wrap(errRefused, fault.RouteDegraded)
		}
	}
	return missing("json answer")
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
		{fault.UnavailableRestricted, "sign in"},
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
