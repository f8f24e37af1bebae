package apierror

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// mostTold bounds the fields that a message names; details.fields has all of them.
const mostTold = 3

// SafeMessage returns the text that may be shown to callers: Message or, of the catalogue's, what happened and what the
// details know of it.
func (e *Error) SafeMessage() string {
	if e.Message != "" {
		return e.Message
	}
	message := Lookup(e.Code).Message
	if known := e.known(); known != "" {
		return strings.TrimSuffix(Happened(message), ".") + ": " + known + "."
	}
	return message
}

// Happened returns the part of a message that says what happened. Pages have advice of their own.
func Happened(message string) string {
	happened, _, _ := strings.Cut(message, ": ")
	return happened
}

// known says in words what the details of this occurrence have beyond the catalogue's message; "" for nothing.
func (e *Error) known() string {
	reason := fmt.Sprint(e.Details["reason"])
	switch e.Code {
	case CodeInvalidInput:
		return toldFields(FieldsOf(e))
	case CodeNotFound:
		if resource, ok := e.Details["resource"].(string); ok {
			return "there is no such " + spaced(resource) + reasonsOfNotFound[reason]
		}
	case CodeUnsupportedObject:
		if none := fmt.Sprint(e.Details["supported"]); reason == "account_not_supported" && (none == "[]" || none == "<nil>") {
			return "accounts of this platform are not read like this"
		}
		return reasonsOfUnsupported[reason]
	case CodeForbidden:
		if scope := e.Details["requiredScope"]; scope != nil {
			return fmt.Sprintf("it takes the scope %v", scope)
		}
		if role := e.Details["requiredRole"]; role != nil {
			return fmt.Sprintf("it takes the role %v", role)
		}
	case CodeLimitExceeded:
		if subject, limit := e.Details["subject"], e.Details["limit"]; subject != nil && limit != nil {
			return fmt.Sprintf("%s, at most %v", spaced(fmt.Sprint(subject)), limit)
		}
	}
	return ""
}

var reasonsOfNotFound = map[string]string{
	"link_expired":  ", or its link has expired",
	"media_expired": " any more: its time has ended",
}

var reasonsOfUnsupported = map[string]string{
	"unsupported_host":      "it is on no platform that this service reads",
	"short_link":            "it is a short link, and where it leads is not known before it is followed",
	"account_not_supported": "it is an account, which GET /v1/accounts/lookup reads",
	"object_not_supported":  "it is another kind of object than this operation reads",
	"unrecognized_url":      "the platform is known, but no link of it looks like this",
}

// toldFields names the first problems of a request, and what each value should be.
func toldFields(fields []Field) string {
	var told []string
	for _, f := range fields[:min(mostTold, len(fields))] {
		told = append(told, f.told())
	}
	if more := len(fields) - mostTold; more > 0 {
		told = append(told, fmt.Sprintf("and %d more in details.fields", more))
	}
	return strings.Join(told, "; ")
}

// told says what is wrong with a field: "url is missing", "limit: a number from 1 to 100".
func (f *Field) told() string {
	name := f.Name
	if f.Reason == "required" {
		name += " is missing"
		if f.Expected == AnyValue {
			return name
		}
	}
	return name + ": " + cmp.Or(f.Expected, spaced(f.Reason))
}

// spaced writes a name of details in words: "oauthGrants" as "oauth grants", "capture.bytes" as "capture bytes".
func spaced(name string) string {
	var b strings.Builder
	for _, r := range name {
		switch {
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		case r == '.' || r == '_':
			r = ' '
		}
		b.WriteRune(r)
	}
	return b.String()
}
