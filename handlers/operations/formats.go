package operations

import (
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/references"
)

// Check returns what is wrong with a text in a given format, or nil.
type Check func(string) *apierror.Field

// Formats returns the checks that a schema cannot express, by format name. They run after the schema's own checks, so
// that one response reports all problems.
func (s *Service) Formats() map[string]Check {
	return map[string]Check{
		maxAgeFormatName(input.ItemMaxAge):    maxAgeFormat(input.ItemMaxAge),
		maxAgeFormatName(input.AccountMaxAge): maxAgeFormat(input.AccountMaxAge),
		"link":                                linkFormat(s.Platforms),
		"day":                                 dayFormat,
		"future":                              futureFormat(s.now),
		"past":                                pastFormat(s.now),
		"instant":                             instantFormat,
		"endpoint":                            endpointFormat(s.WebhooksLocal),
		"selector":                            selectorFormat(s.Platforms),
		"item-id":                             itemIDFormat(s.Platforms),
		"not-blank":                           notBlankFormat,
		"words":                               wordsFormat,
		"language":                            languageFormat,
		"zone":                                zoneFormat,
		"network":                             networkFormat,
	}
}

func linkFormat(set sources.Platforms) Check {
	return func(v string) *apierror.Field {
		_, problem := set.Recognize(v)
		return firstField(problem)
	}
}

// endpointFormat rejects what cannot be the URL of a webhook endpoint.
func endpointFormat(local bool) Check {
	return func(v string) *apierror.Field {
		if !input.IsEndpoint(v, local) {
			return &apierror.Field{Reason: "pattern", Expected: "an absolute https URL without a user or a fragment"}
		}
		return nil
	}
}

func networkFormat(v string) *apierror.Field {
	if _, ok := input.Network(v); !ok {
		return &apierror.Field{Reason: "format", Expected: "a network such as 203.0.113.0/24, or an address"}
	}
	return nil
}

func dayFormat(v string) *apierror.Field {
	if !input.IsDay(v) {
		return &apierror.Field{Reason: "format", Expected: "a day as yyyy-mm-dd"}
	}
	return nil
}

func futureFormat(now func() time.Time) Check {
	return func(v string) *apierror.Field {
		t, err := time.Parse(time.RFC3339Nano, v)
		if err != nil {
			return &apierror.Field{Reason: "format", Expected: "an RFC 3339 time with its offset"}
		}
		if !t.After(now()) {
			return &apierror.Field{Reason: "range", Expected: "a time to come"}
		}
		return nil
	}
}

func pastFormat(now func() time.Time) Check {
	return func(v string) *apierror.Field {
		t := ParseInstant(v)
		if t == nil {
			return instantFormat(v)
		}
		if t.After(now()) {
			return &apierror.Field{Reason: "range", Expected: "a time that is over"}
		}
		return nil
	}
}

// selectorFormat rejects text that names no account. A link to anything else passes; the operation rejects it.
func selectorFormat(set sources.Platforms) Check {
	return func(v string) *apierror.Field {
		_, _, problem := set.ParseSelector(v)
		return firstField(problem)
	}
}

func itemIDFormat(set sources.Platforms) Check {
	return func(v string) *apierror.Field {
		_, problem := set.ParseItemID(v)
		return firstField(problem)
	}
}

func languageFormat(v string) *apierror.Field {
	if _, ok := input.Language(v); !ok {
		return &apierror.Field{Reason: "format", Expected: "a BCP 47 tag, such as de or pt-BR"}
	}
	return nil
}

func zoneFormat(v string) *apierror.Field {
	if _, err := accounts.LoadZone(v); err != nil {
		return &apierror.FieldsOf(err)[0]
	}
	return nil
}

func notBlankFormat(v string) *apierror.Field {
	if strings.TrimSpace(v) == "" {
		return &apierror.Field{Reason: "empty", Expected: "more than blanks"}
	}
	if !input.IsLine(v) {
		return &apierror.Field{Reason: "characters", Expected: "one line, without control characters and such that reverse text"}
	}
	return nil
}

// wordsFormat rejects text without a searchable word.
func wordsFormat(v string) *apierror.Field {
	if len(references.Tokens(v)) == 0 {
		return &apierror.Field{Reason: "empty", Expected: "a word: letters, digits or an emoji"}
	}
	return nil
}

// firstField returns the first problem of an invalid_input, or nil for any other error.
func firstField(problem *apierror.Error) *apierror.Field {
	if problem == nil || problem.Code != apierror.CodeInvalidInput {
		return nil
	}
	fields := apierror.FieldsOf(problem)
	if len(fields) == 0 {
		return &apierror.Field{Reason: "pattern", Expected: "a well-formed value"}
	}
	return &fields[0]
}

func instantFormat(v string) *apierror.Field {
	if ParseInstant(v) == nil {
		return &apierror.Field{Reason: "format", Expected: "an RFC 3339 time with its offset"}
	}
	return nil
}

// ParseInstant parses an RFC 3339 time. It returns nil for anything else, also for an offset of 24 hours, which package
// time reads but does not write.
func ParseInstant(v string) *time.Time {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		return nil
	}
	if _, err := t.MarshalText(); err != nil {
		return nil
	}
	return &t
}

// now returns the current time of the store's clock.
func (s *Service) now() time.Time { return s.Store.Now() }
