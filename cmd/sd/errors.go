package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"socialdata/cmd/sd/client"
)

// reported is an error whose links were already reported one by one. The exit code is that of the first.
type reported struct{ first error }

// Error implements error.
func (r reported) Error() string { return r.first.Error() }

// Unwrap returns the first error.
func (r reported) Unwrap() error { return r.first }

// report prints an error to standard error: as text with all details, or with --json as the service sent it.
func (a *app) report(subject string, err error) {
	if a.json {
		_ = json.NewEncoder(a.err).Encode(errorJSON(subject, err)) // if standard error fails, nothing can report that
		return
	}
	if subject != "" {
		subject = show(subject) + ": "
	}
	said, lines := err.Error(), []string(nil)
	var refused *client.Refusal
	if errors.As(err, &refused) {
		lines = detailLines(refused.Details)
		if refused.Details["fields"] != nil { // each has a line of its own
			happened, _, _ := strings.Cut(refused.Message, ": ")
			said = strings.Replace(said, refused.Message, happened, 1)
		}
	}
	fmt.Fprintf(a.err, "sd: %s%s\n", subject, show(said))
	for _, line := range lines {
		fmt.Fprintln(a.err, "  "+show(line))
	}
}

// errorJSON returns an error in the service's format. Errors of this program have the codes usage and failed.
func errorJSON(subject string, err error) map[string]any {
	out := map[string]any{}
	if subject != "" {
		out["subject"] = subject
	}
	var refused *client.Refusal
	var wrong usage
	var failed importFailed
	switch {
	case errors.As(err, &refused):
		out["error"] = refused.ErrorBody
	case errors.As(err, &failed):
		out["error"] = map[string]any{"code": failed.code, "message": failed.message}
	case errors.As(err, &wrong):
		out["error"] = map[string]any{"code": "usage", "message": err.Error()}
	default:
		out["error"] = map[string]any{"code": "failed", "message": err.Error()}
	}
	return out
}

// detailLines formats the details of an error: first each invalid field with what was expected, then the others by
// name.
func detailLines(details map[string]any) (lines []string) {
	fields, _ := details["fields"].([]any)
	for _, f := range fields {
		field, _ := f.(map[string]any)
		lines = append(lines, fmt.Sprintf("%v: %s", field["name"], wrongWith(field)))
	}
	var others []string
	for name, value := range details {
		if name == "fields" || value == nil {
			continue
		}
		said, err := json.Marshal(value)
		if text, is := value.(string); is || err != nil {
			said = []byte(text)
		}
		others = append(others, name+": "+string(said))
	}
	slices.Sort(others)
	return append(lines, others...)
}

// reasonWords says in words why a field is not valid.
var reasonWords = map[string]string{"required": "is missing", "unknown": "is not known", "enum": "is none of the possible values", "range": "is out of range",
	"length": "is too short or too long", "format": "is not written as it must be", "pattern": "is not written as it must be", "type": "is another kind of value than this one has",
	"conflict": "does not go with the rest", "repeated": "is there more than once"}

// wrongWith says what an invalid field should be, or else what is wrong with it.
func wrongWith(field map[string]any) string {
	reason, _ := field["reason"].(string)
	if expected, _ := field["expected"].(string); expected != "" && reason != "unknown" {
		return "expected " + expected
	}
	return cmp.Or(reasonWords[reason], "is not valid ("+reason+")")
}

// show makes text of any length safe to print to a terminal.
func show(text string) string { return strings.Map(harmlessRune, text) }
