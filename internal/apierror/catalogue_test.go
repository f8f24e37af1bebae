package apierror_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
)

// TestCatalogue repeats the contract: status and retryable of every code.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	type entry struct {
		Status    int
		Retryable bool
	}
	want := map[apierror.Code]entry{
		"invalid_input":          {400, false},
		"credential_conflict":    {400, false},
		"unauthenticated":        {401, false},
		"invalid_credential":     {401, false},
		"insufficient_credits":   {402, false},
		"forbidden":              {403, false},
		"policy_blocked":         {403, false},
		"not_found":              {404, false},
		"bootstrap_conflict":     {409, false},
		"last_owner_conflict":    {409, false},
		"revision_conflict":      {409, false},
		"idempotency_conflict":   {409, false},
		"unavailable_removed":    {410, false},
		"unavailable_private":    {422, false},
		"unavailable_restricted": {422, false},
		"unsupported_object":     {422, false},
		"unsupported_media":      {422, false},
		"limit_exceeded":         {422, false},
		"rate_limited":           {429, true},
		"internal_error":         {500, true},
		"source_changed":         {502, false},
		"network_transport":      {502, true},
		"media_invalid":          {502, false},
		"retry_exhausted":        {502, true},
		"route_disabled":         {503, false},
		"route_degraded":         {503, true},
		"storage_unavailable":    {503, true},
		"network_timeout":        {504, true},
	}
	got := map[apierror.Code]entry{}
	for _, e := range apierror.Catalogue() {
		if _, twice := got[e.Code]; twice || e.Message == "" || e.Advice == "" {
			t.Errorf("%s is listed twice or lacks a text: %+v", e.Code, e)
		}
		err := apierror.New(e.Code)
		got[e.Code] = entry{err.HTTPStatus(), err.Retryable()}
		if err.SafeMessage() != e.Message || !strings.HasSuffix(e.Message, ".") {
			t.Errorf("%s says %q, the catalogue %q", e.Code, err.SafeMessage(), e.Message)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the catalogue differs (-want +got):\n%s", diff)
	}
}

func TestUnknownCodeIsAnInternalError(t *testing.T) {
	t.Parallel()
	err := apierror.New("no_such_code")
	if err.HTTPStatus() != 500 || !err.Retryable() ||
		err.SafeMessage() != apierror.Lookup(apierror.CodeInternalError).Message {
		t.Errorf("%d %v %q", err.HTTPStatus(), err.Retryable(), err.SafeMessage())
	}
}

func TestErrorOverridesTheCatalogue(t *testing.T) {
	t.Parallel()
	err := &apierror.Error{Code: apierror.CodeInvalidInput, Status: 405, Message: "This method is not allowed."}
	if err.HTTPStatus() != 405 || err.SafeMessage() != "This method is not allowed." {
		t.Errorf("%d %q", err.HTTPStatus(), err.SafeMessage())
	}
}

// TestMessagesSayWhatTheDetailsKnow: a message tells what is wrong in this request, and the catalogue's advice where nothing is known.
func TestMessagesSayWhatTheDetailsKnow(t *testing.T) {
	t.Parallel()
	limit := apierror.Field{Name: "limit", Reason: "range", Expected: "1..100"}
	for want, err := range map[string]*apierror.Error{
		"The request is not valid: limit: 1..100.":                                                             apierror.InvalidInput(limit),
		"The request is not valid: body: a value.":                                                             apierror.InvalidInput(apierror.Field{Name: "body", Reason: "type", Expected: apierror.AnyValue}),
		"The request is not valid: url is missing.":                                                            apierror.InvalidInput(apierror.Field{Name: "url", Reason: "required", Expected: apierror.AnyValue}),
		"The request is not valid: url is missing: a link; b: too long.":                                       apierror.InvalidInput(apierror.Field{Name: "url", Reason: "required", Expected: "a link"}, apierror.Field{Name: "b", Reason: "too_long"}),
		"The request is not valid: limit: 1..100; limit: 1..100; limit: 1..100; and 1 more in details.fields.": apierror.InvalidInput(limit, limit, limit, limit),
		"The request is not valid.":                                                                            apierror.InvalidInput(),
		"Not found: there is no such failure group.":                                                           apierror.New(apierror.CodeNotFound, "resource", "failure group"),
		"Not found: there is no such media, or its link has expired.":                                          apierror.New(apierror.CodeNotFound, "resource", "media", "reason", "link_expired"),
		"Not found.": apierror.New(apierror.CodeNotFound),
		"You do not have permission to do this: it takes the scope watches:read.":                                         apierror.New(apierror.CodeForbidden, "requiredScope", "watches:read"),
		"You do not have permission to do this: it takes the role owner.":                                                 apierror.New(apierror.CodeForbidden, "requiredRole", "owner"),
		"A limit was exceeded: oauth grants, at most 5.":                                                                  apierror.New(apierror.CodeLimitExceeded, "subject", "oauthGrants", "limit", 5),
		"This operation does not support what the link points to: it is an account, which GET /v1/accounts/lookup reads.": apierror.New(apierror.CodeUnsupportedObject, "reason", "account_not_supported", "supported", []string{"video"}),
		"This operation does not support what the link points to: accounts of this platform are not read like this.":      apierror.New(apierror.CodeUnsupportedObject, "reason", "account_not_supported", "supported", []string{}),
	} {
		if got := err.SafeMessage(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestADeadlineWithoutACodeIsKnown: whoever renders an exceeded deadline gives it a code, unless it has one.
func TestADeadlineWithoutACodeIsKnown(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]bool{
		context.DeadlineExceeded:                                             true,
		fmt.Errorf("reading: %w", context.DeadlineExceeded):                  true,
		apierror.Wrap(context.DeadlineExceeded, apierror.CodeNetworkTimeout): false,
		fmt.Errorf("reading: %w", apierror.New(apierror.CodeNetworkTimeout)): false,
		context.Canceled: false,
	} {
		if apierror.PastDeadline(err) != want {
			t.Errorf("%v: %v", err, !want)
		}
	}
}

func TestIdempotencyConflictIsRetryableWhileInProgress(t *testing.T) {
	t.Parallel()
	for reason, want := range map[any]bool{"in_progress": true, "payload_mismatch": false, nil: false, 1: false} {
		if got := apierror.New(apierror.CodeIdempotencyConflict, "reason", reason).Retryable(); got != want {
			t.Errorf("retryable for reason %v: %v, want %v", reason, got, want)
		}
	}
}

func TestCatalogueIsACopy(t *testing.T) {
	t.Parallel()
	apierror.Catalogue()[0].Status = 599
	if got := apierror.Catalogue()[0].Status; got == 599 {
		t.Error("a caller changed the catalogue")
	}
}

func TestNewReadsPairs(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name  string
		pairs []any
		want  map[string]any
	}{
		{"none", nil, map[string]any{}},
		{"two", []any{"a", 1, "b", "2"}, map[string]any{"a": 1, "b": "2"}},
		{"a name without its value", []any{"a", 1, "b"}, map[string]any{"a": 1}},
		{"a name that is no text", []any{apierror.CodeNotFound, 1}, map[string]any{"not_found": 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, apierror.New(apierror.CodeNotFound, tt.pairs...).Details); diff != "" {
				t.Errorf("the details differ (-want +got):\n%s", diff)
			}
		})
	}
	err := apierror.New(apierror.CodeRateLimited).With("policy", "read").After(time.Minute)
	if err.Details["policy"] != "read" || err.RetryAfter != time.Minute {
		t.Errorf("%+v", err)
	}
}

func TestFromFindsTheError(t *testing.T) {
	t.Parallel()
	refusal := apierror.Wrap(io.EOF, apierror.CodeNotFound)
	tests := []struct {
		name string
		err  error
		want apierror.Code // "" is nil
	}{
		{"nothing", nil, ""},
		{"an error of the catalogue", refusal, apierror.CodeNotFound},
		{"one that is wrapped", fmt.Errorf("read: %w", refusal), apierror.CodeNotFound},
		{"one of several", errors.Join(io.ErrClosedPipe, refusal), apierror.CodeNotFound},
		{"any other", io.EOF, apierror.CodeInternalError},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := apierror.From(tt.err)
			if got == nil || tt.want == "" {
				if got != nil || tt.want != "" {
					t.Errorf("From gives %v, want %q", got, tt.want)
				}
				return
			}
			if got.Code != tt.want || !errors.Is(got, io.EOF) {
				t.Errorf("From gives %v, want %s with its cause", got, tt.want)
			}
		})
	}
	if apierror.Is(nil, apierror.CodeNotFound) || apierror.Is(io.EOF, apierror.CodeInternalError) || apierror.Is(refusal) || apierror.Is(refusal, apierror.CodeForbidden) {
		t.Error("Is finds a code that is not there")
	}
	if !apierror.Is(fmt.Errorf("read: %w", refusal), apierror.CodeForbidden, apierror.CodeNotFound) {
		t.Error("Is misses the second code")
	}
}

func TestInvalidInputAlwaysListsItsFields(t *testing.T) {
	t.Parallel()
	field := apierror.Field{Name: "limit", In: "query", Reason: "range", Expected: "1..100"}
	for _, tt := range []struct{ fields, want []apierror.Field }{{nil, []apierror.Field{}}, {[]apierror.Field{field},
		[]apierror.Field{field}}} {
		err := apierror.InvalidInput(tt.fields...)
		if diff := cmp.Diff(any(tt.want), err.Details["fields"]); diff != "" {
			t.Errorf("the fields differ (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(tt.want, apierror.FieldsOf(fmt.Errorf("create: %w", err))); diff != "" {
			t.Errorf("FieldsOf differs (-want +got):\n%s", diff)
		}
	}
	for name, err := range map[string]error{"nothing": nil, "any error": io.EOF, "another code": apierror.New(apierror.CodeForbidden, "fields", []apierror.Field{field})} {
		if got := apierror.FieldsOf(err); got != nil {
			t.Errorf("%s has fields: %+v", name, got)
		}
	}
}

// TestReasonsOfRefusals: owners are told how a platform refused where that is known.
func TestReasonsOfRefusals(t *testing.T) {
	t.Parallel()
	refused := apierror.New(apierror.CodeRouteDegraded)
	refused.Evidence = &apierror.Evidence{Reason: apierror.BotCheck}
	for name, tt := range map[string]struct {
		err  error
		want apierror.Reason
	}{
		"nothing": {nil, ""}, "any error": {io.EOF, ""}, "without evidence": {apierror.New(apierror.CodeRouteDegraded), ""}, "a bot check": {fmt.Errorf("item: %w", refused), apierror.BotCheck},
	} {
		if got := apierror.ReasonOf(tt.err); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

// TestMessagesSayWhatToDo: who reads nothing but the message knows how to go on. Pages, which have advice of their own, show what
// happened alone.
func TestMessagesSayWhatToDo(t *testing.T) {
	t.Parallel()
	for code, do := range map[apierror.Code]string{
		apierror.CodeUnauthenticated: "Authorization: Bearer <key>", apierror.CodeInvalidCredential: "details.reason", apierror.CodeForbidden: "details", apierror.CodeRevisionConflict: "read it again",
		apierror.CodeIdempotencyConflict: "a new key", apierror.CodeLimitExceeded: "details.subject", apierror.CodeRateLimited: "Retry-After", apierror.CodeInternalError: "request id",
		apierror.CodeUnsupportedMedia: "details.reason",
	} {
		message := apierror.Lookup(code).Message
		if !strings.Contains(message, do) || strings.Contains(apierror.Happened(message), do) {
			t.Errorf("%s does not say after a colon what to do (%s): %s", code, do, message)
		}
	}
}
