package v1

import (
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/models/references"
)

// Formats are the checks that a schema cannot say, by the name of the format. They return nil for a good value;
// package web calls them after the schema's own checks, so that all problems of a request come in one answer.
func (h *Handlers) Formats() map[string]func(string) *apierror.Field {
	return map[string]func(string) *apierror.Field{
		maxAgeFormatName(input.ItemMaxAge):    maxAgeFormat(input.ItemMaxAge),
		maxAgeFormatName(input.AccountMaxAge): maxAgeFormat(input.AccountMaxAge),
		"link":                                h.linkFormat,
		"day":                                 dayFormat,
		"future":                              h.futureFormat,
		"instant":                             instantFormat,
		"endpoint":                            h.endpointFormat,
		"selector":                            h.selectorFormat,
		"item-id":                             h.itemIDFormat,
		"not-blank":                           notBlankFormat,
		"words":                               wordsFormat,
		"language":                            languageFormat,
	}
}

func (h *Handlers) linkFormat(v string) *apierror.Field {
	_, problem := h.Platforms.Recognize(v)
	return firstField(problem)
}

// endpointFormat refuses what cannot be an endpoint.
func (h *Handlers) endpointFormat(v string) *apierror.Field {
	if !input.IsEndpoint(v, h.WebhooksLocal) {
		return &apierror.Field{Reason: "pattern", Expected: "an absolute https URL without a user or a fragment"}
	}
	return nil
}

func dayFormat(v string) *apierror.Field {
	if !input.IsDay(v) {
		return &apierror.Field{Reason: "format", Expected: "a day as yyyy-mm-dd"}
	}
	return nil
}

func (h *Handlers) futureFormat(v string) *apierror.Field {
	t, err := time.Parse(time.RFC3339Nano, v)
	if err != nil {
		return &apierror.Field{Reason: "format", Expected: "an RFC 3339 time with its offset"}
	}
	if !t.After(h.Store.Now()) {
		return &apierror.Field{Reason: "range", Expected: "a time to come"}
	}
	return nil
}

// selectorFormat refuses what names no account; a link to something else is left to the operation, which says what.
func (h *Handlers) selectorFormat(v string) *apierror.Field {
	_, _, problem := h.Platforms.ParseSelector(v)
	return firstField(problem)
}

func (h *Handlers) itemIDFormat(v string) *apierror.Field {
	_, problem := h.Platforms.ParseItemID(v)
	return firstField(problem)
}

func languageFormat(v string) *apierror.Field {
	if _, ok := input.Language(v); !ok {
		return &apierror.Field{Reason: "format", Expected: "a BCP 47 tag, such as de or pt-BR"}
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

// wordsFormat refuses what holds nothing to look for.
func wordsFormat(v string) *apierror.Field {
	if len(references.Tokens(v)) == 0 {
		return &apierror.Field{Reason: "empty", Expected: "a word: letters or digits"}
	}
	return nil
}

// firstField returns the first problem of an invalid_input, or nil for any other error.
func firstField(problem *apierror.Error) *apierror.Field {
	if problem == nil || problem.Code != apierror.CodeInvalidInput {
		return nil
	}
	fields, _ := problem.Details["fields"].([]apierror.Field)
	if len(fields) == 0 {
		return &apierror.Field{Reason: "pattern", Expected: "a well-formed value"}
	}
	return &fields[0]
}

func instantFormat(v string) *apierror.Field {
	if parseInstant(v) == nil {
		return &apierror.Field{Reason: "format", Expected: "an RFC 3339 time with its offset"}
	}
	return nil
}
