package apierror

import "errors"

// Field is one problem of a request. The details.fields of invalid_input list all of them.
type Field struct {
	Name     string `json:"name"`
	In       string `json:"in"`     // query, header, body or path
	Reason   string `json:"reason"` // a snake_case word
	Expected string `json:"expected"`
}

// AnyValue is what is expected where any value would do.
const AnyValue = "a value"

// InvalidInput returns invalid_input with these problems.
func InvalidInput(fields ...Field) *Error {
	if fields == nil {
		fields = []Field{}
	}
	return New(CodeInvalidInput, "fields", fields)
}

// FieldsOf returns the problems of an invalid_input; nil for any other error.
func FieldsOf(err error) []Field {
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeInvalidInput {
		return nil
	}
	fields, _ := e.Details["fields"].([]Field)
	return fields
}
