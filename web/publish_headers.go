package web

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
	"socialdata/internal/httpsig"
	"socialdata/models/events"
)

// responseHeaders returns the headers that responses have in addition to those of their operation.
func responseHeaders() map[string]*huma.Header {
	text, number := &huma.Schema{Type: huma.TypeString}, &huma.Schema{Type: huma.TypeInteger}
	return map[string]*huma.Header{
		"X-Request-Id":                {Description: "Id of the request, for the log and for support", Schema: text},
		"RateLimit":                   {Description: "What is left of the limit that the request counted against: \"name\";r=requests;t=seconds until all of it is back. Absent where the operator has lifted it", Schema: text},
		"RateLimit-Policy":            {Description: "The limit: \"name\";q=requests;w=seconds of its window", Schema: text},
		TestHeader:                    {Description: "true for a test key, and absent for any other", Schema: text},
		fieldRetryAfter:               {Description: "Seconds until another attempt is likely to succeed; with 429 and 503", Schema: number},
		creditsCharged:                {Description: "Credits charged by this response", Schema: number},
		creditsRemaining:              {Description: "Credits left after the response; absent where the key is not known", Schema: number},
		idempotencyReplayed:           {Description: "true if an equal request was answered with this before, and nothing was made now", Schema: text},
		httpsig.FieldDigest:           {Description: "SHA-256 of the body (RFC 9530), where Accept-Signature asked for a signature", Schema: text},
		httpsig.FieldInput:            {Description: "What each signature covers, with created, keyid and alg (RFC 9421)", Schema: text},
		httpsig.FieldSignature:        {Description: "The signatures, by the key of /.well-known/socialdata-signing-key whose id is keyid", Schema: text},
		http.CanonicalHeaderKey(eTag): {Description: "Of this answer, for If-None-Match", Schema: text},
	}
}

const (
	fieldRetryAfter = "Retry-After"
	eTag            = "ETag"
)

// addHeaders documents the headers of every response of an operation.
func addHeaders(op *huma.Operation, rule session.Rule, tagged bool) {
	op.Responses = maps.Clone(op.Responses)
	for status, r := range op.Responses {
		copied := *r
		copied.Headers = maps.Clone(r.Headers)
		if copied.Headers == nil {
			copied.Headers = map[string]*huma.Param{}
		}
		code, _ := strconv.Atoi(status)
		failed := code == 0 || code >= http.StatusBadRequest
		names := answerHeaders(rule, failed, tagged && !failed)
		if !failed && slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == idempotencyKey }) {
			names = append(names, idempotencyReplayed)
		}
		for _, name := range names {
			if copied.Headers[name] == nil {
				copied.Headers[name] = &huma.Param{Ref: "#/components/headers/" + name}
			}
		}
		op.Responses[status] = &copied
	}
}

func answerHeaders(rule session.Rule, failed, tagged bool) []string {
	names := []string{"X-Request-Id", "RateLimit", "RateLimit-Policy"}
	if rule.Credential == session.APIKey || rule.Credential == session.APIKeyOrSession {
		names = append(names, TestHeader)
	}
	if failed {
		names = append(names, fieldRetryAfter)
	}
	if failed && rule.Limit == session.LimitLookup {
		names = append(names, creditsCharged, creditsRemaining)
	}
	if tagged {
		names = append(names, http.CanonicalHeaderKey(eTag))
	}
	return names
}

// addWorkspace documents the header by which a person with several workspaces chooses one, if the path does not.
func addWorkspace(op *huma.Operation, rule session.Rule) {
	people := rule.Credential == session.APIKeyOrSession || rule.Credential == session.Session
	if !people || !rule.Role.InWorkspace() || strings.Contains(op.Path, "{workspaceId}") {
		return
	}
	op.Parameters = append(slices.Clone(op.Parameters), &huma.Param{Name: "X-Workspace-Id", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
		Description: "Id of the workspace that is meant: required of a person who is in several. A key has one, and the header is not read"})
}

// addCondition documents the header by which a client asks whether a response has changed.
func addCondition(op *huma.Operation) {
	op.Parameters = append(slices.Clone(op.Parameters), &huma.Param{Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString},
		Description: "ETag of the answer that you have: 304 without a body if it is still the same"})
	op.Responses = maps.Clone(op.Responses)
	op.Responses["304"] = &huma.Response{Description: "The answer that you have is still the same"}
}

// addSignature documents how a client asks for a signed answer.
func addSignature(op *huma.Operation) {
	op.Parameters = append(slices.Clone(op.Parameters), &huma.Param{Name: httpsig.FieldAccept, In: "header", Schema: &huma.Schema{Type: huma.TypeString},
		Description: "Asks for a signed answer (RFC 9421, section 5), also if it is an error: sig1=() covers status, body, content type, method, path and query. " +
			"What cannot be signed as it is asked for is 400, before anything is looked up. Signed answers are not compressed"})
	for _, r := range op.Responses { // addHeaders has copied them
		for _, name := range []string{httpsig.FieldDigest, httpsig.FieldInput, httpsig.FieldSignature} {
			r.Headers[name] = &huma.Param{Ref: "#/components/headers/" + name}
		}
	}
}

// nameCodes lists the error codes.
func nameCodes(doc *huma.OpenAPI) {
	code := doc.Components.Schemas.Map()["ErrorBody"].Properties["code"]
	code.Description = "Code of the catalogue. Codes are never renamed, and more may be added: treat one that you do not know by its status and retryable"
	for _, e := range apierror.Catalogue() {
		code.Enum = append(code.Enum, string(e.Code))
	}
}

// eventHooks documents what endpoints receive, by event type.
func eventHooks() map[string]*huma.PathItem {
	hooks := map[string]*huma.PathItem{}
	header := func(name, description string) *huma.Param {
		return &huma.Param{Name: name, In: "header", Required: true, Description: description, Schema: &huma.Schema{Type: huma.TypeString}}
	}
	for _, t := range events.Types() {
		hooks[string(t)] = &huma.PathItem{Post: &huma.Operation{OperationID: "on" + v1.EventName(t), Tags: []string{"events"}, Summary: "The event " + string(t),
			Description: "Sent to every endpoint that wants it, as Standard Webhooks says, at least once and in no certain order. Check the signature before you read the body.",
			Security:    []map[string][]string{},
			Parameters: []*huma.Param{header("webhook-id", "Id of the event: the same for each attempt"), header("webhook-timestamp", "When the attempt was made, in seconds since 1970"),
				header("webhook-signature", "v1, and the HMAC-SHA-256 of id.timestamp.body in base64; several are separated by blanks")},
			RequestBody: &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"application/json": {Schema: &huma.Schema{Ref: "#/components/schemas/Event"}}}},
			Responses:   map[string]*huma.Response{"2XX": {Description: "Taken. Any other answer, or none within 10 s, is tried again"}}}}
	}
	return hooks
}
