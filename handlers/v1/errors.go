package v1

import (
	"github.com/danielgtaylor/huma/v2"

	"socialdata/internal/apierror"
)

// ErrorBody is the property "error" of every error response and of each failed entry of a batch.
type ErrorBody struct {
	Code      apierror.Code `json:"code" doc:"Stable code of the catalogue"`
	Message   string        `json:"message" doc:"Safe text for people"`
	Retryable bool          `json:"retryable" doc:"Whether the same request may succeed later"`
	RequestID string        `json:"requestId" doc:"Echo of X-Request-Id"`
	Details   Details       `json:"details" doc:"Facts of this occurrence, by code"`
}

// Details is an object with arbitrary properties, which may be null.
type Details map[string]any

// Schema implements huma.SchemaProvider.
func (Details) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true}
}

// ErrorOf returns the body of an error.
func ErrorOf(f *apierror.Error, requestID string) ErrorBody {
	return ErrorBody{Code: f.Code, Message: f.SafeMessage(), Retryable: f.Retryable(), RequestID: requestID, Details: f.Details}
}
