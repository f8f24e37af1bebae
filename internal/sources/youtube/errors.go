package youtube

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

var (
	errRefused        = errors.New("the platform refuses to answer this visitor")
	errRestrictedMode = errors.New("the network that asks is in Restricted Mode, which hides comments")
	errAlert          = errors.New("the platform shows an alert that says nothing about the channel")
	errBare           = errors.New("the platform answered with nothing but the context of the answer")
	errPage           = errors.New("the platform answers with a page in the place of data")
	errCut            = errors.New("the answer ends inside its JSON")
)

// parseResponse returns the JSON of an answer. It returns an error for a refusal or an answer of an unknown format.
func parseResponse(a *sources.Answer, c client, resource string) (answer, error) {
	body := scan.StringOf(bytes.TrimSpace(a.Body))
	switch {
	case a.Status >= 300 && a.Status < 400, a.Status == 401, a.Status == 403, len(body) == 0:
		return answer{}, apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	case body[0] == '<':
		return answer{}, apierror.Wrap(errPage, apierror.CodeRouteDegraded)
	case a.Status >= 400:
		return answer{}, parseRefusal(body, c, resource)
	case body[0] != '{':
		return answer{}, sources.Missing("json answer")
	}
	doc, whole := readAnswer(body)
	if !whole {
		return answer{}, apierror.Wrap(errCut, apierror.CodeNetworkTransport)
	}
	return doc, nil
}

// parseRefusal reads the platform's error envelope. It usually means that the client is retired or the request invalid;
// only if resource is set can it mean that the resource does not exist.
func parseRefusal(body string, c client, resource string) error {
	switch word := gjson.Get(body, "error.status").String(); word {
	case "NOT_FOUND", "INVALID_ARGUMENT":
		if resource != "" {
			return apierror.New(apierror.CodeNotFound, "resource", resource)
		}
		fallthrough
	case "FAILED_PRECONDITION", "UNIMPLEMENTED":
		return apierror.Wrap(fmt.Errorf("%w: %s", errStale, word), apierror.CodeSourceChanged,
			"missing", []string{"a current client version (" + c.Name + " " + c.Version + ")"})
	case "PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED":
		return apierror.Wrap(errRefused, apierror.CodeRouteDegraded)
	}
	return sources.Missing("answer")
}

// parseUnavailable returns the error for the text with which the platform says that a video or channel is unavailable, or nil if
// the text is unknown. The status alone is not enough: LOGIN_REQUIRED is used for private videos, age limits, bot checks and more.
func parseUnavailable(words string) error {
	for _, w := range []struct {
		code apierror.Code
		sign string
	}{
		{apierror.CodeRouteDegraded, "not a bot"},
		{apierror.CodeRouteDegraded, "unusual traffic"},
		{apierror.CodeRouteDegraded, "try again later"},
		{apierror.CodeUnavailablePrivate, "is private"},
		{apierror.CodeUnavailablePrivate, "private video"},
		{apierror.CodeUnavailablePrivate, "private channel"},
		{apierror.CodeUnavailableRestricted, "in your country"}, // must come before the reasons: one of them may be copyright
		{apierror.CodeUnavailableRestricted, "in your region"},
		{apierror.CodeUnavailableRestricted, "from your country"},
		{apierror.CodeUnavailableRemoved, "terminated"},
		{apierror.CodeUnavailableRemoved, "removed"},
		{apierror.CodeUnavailableRemoved, "deleted"},
		{apierror.CodeUnavailableRemoved, "copyright"},
		{apierror.CodeUnavailableRemoved, "no longer available"},
		{apierror.CodeUnavailableRemoved, "account closed"},
		{apierror.CodeUnavailableRestricted, "country"},
		{apierror.CodeUnavailableRestricted, "region"},
		{apierror.CodeUnavailableRestricted, "confirm your age"},
		{apierror.CodeUnavailableRestricted, "age-restricted"},
		{apierror.CodeUnavailableRestricted, "inappropriate for some users"},
		{apierror.CodeUnavailableRestricted, "members"},
		{apierror.CodeUnavailableRestricted, "music premium"},
		{apierror.CodeUnavailableRestricted, "payment"},
		{apierror.CodeUnavailableRestricted, "purchase"},
		{apierror.CodeUnavailableRestricted, "rent or buy"},
		{apierror.CodeUnavailableRestricted, "restricted"},
	} {
		if strings.Contains(words, w.sign) {
			return apierror.New(w.code)
		}
	}
	return nil
}

// plain normalises a text for comparison: lower case, with one kind of apostrophe and blank.
func plain(s string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(s, "’", "'"), "\u00a0", " "))
}
