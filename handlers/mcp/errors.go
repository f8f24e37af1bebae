package mcp

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"socialdata/internal/apierror"
)

// failure is the structured result of a failed call: the API's error and what to do next.
type failure struct {
	Error             errorBody `json:"error"`
	NextStep          string    `json:"nextStep"`
	RetryAfterSeconds *int64    `json:"retryAfterSeconds"`
}

// errorBody is the property "error" of an API response.
type errorBody struct {
	Code      apierror.Code  `json:"code"`
	Message   string         `json:"message"`
	Retryable bool           `json:"retryable"`
	RequestID string         `json:"requestId"`
	Details   map[string]any `json:"details"`
}

// refused returns the result of a call that the API rejected.
func (c *call) refused(answer *Answer) *sdk.CallToolResult {
	var f failure
	if err := json.Unmarshal(answer.Body, &f); err != nil || f.Error.Code == "" {
		return c.failed(apierror.Wrap(fmt.Errorf("status %d without the envelope", answer.Status), apierror.CodeInternalError))
	}
	if s, err := strconv.ParseInt(answer.Header.Get(retryHeader), 10, 64); err == nil {
		f.RetryAfterSeconds = &s
	}
	return c.failure(f)
}

// failed returns the result of a call that did not reach the API or got no response.
func (c *call) failed(e *apierror.Error) *sdk.CallToolResult {
	if e.Cause != nil {
		c.h.log.Warn("a tool failed", "tool", c.tool.name, "requestId", c.caller.requestID, "code", e.Code, "cause", apierror.Redact(e.Cause))
	}
	f := failure{Error: errorBody{Code: e.Code, Message: e.SafeMessage(), Retryable: e.Retryable(), RequestID: c.caller.requestID, Details: e.Details}}
	if e.RetryAfter > 0 {
		s := int64(math.Ceil(e.RetryAfter.Seconds()))
		f.RetryAfterSeconds = &s
	}
	return c.failure(f)
}

func (c *call) failure(f failure) *sdk.CallToolResult {
	f.NextStep = apierror.Lookup(f.Error.Code).Advice
	if f.Error.Details == nil {
		f.Error.Details = map[string]any{}
	}
	text := fmt.Sprintf("%s failed with %s: %s\nWhat to do: %s\nRequest id: %s\n", c.tool.name, f.Error.Code, f.Error.Message, f.NextStep, f.Error.RequestID)
	switch {
	case f.Error.Retryable && f.RetryAfterSeconds != nil:
		text += fmt.Sprintf("The same call may succeed after %d seconds.", *f.RetryAfterSeconds)
	case f.Error.Retryable:
		text += "The same call may succeed later."
	default:
		text += "Repeating the same call does not help."
	}
	body, err := json.Marshal(f)
	if err == nil && len(f.Error.Details) > 0 {
		if details, err := json.Marshal(f.Error.Details); err == nil {
			text += "\nDetails: " + harmless(details)
		}
	}
	return &sdk.CallToolResult{IsError: true, Meta: sdk.Meta{"requestId": f.Error.RequestID}, StructuredContent: json.RawMessage(body),
		Content: []sdk.Content{&sdk.TextContent{Text: text}}}
}
