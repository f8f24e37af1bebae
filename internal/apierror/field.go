package apierror

import "errors"

// Field is one problem of a request: details.fields of invalid_input holds all of them.
type Field struct {
	Name     string `json:"name"`
	In       string `json:"in"`     // query, header, body or path
	Reason   string `json:"reason"` // a snake_case word
	Expected string `json:"expected"`
}

// InvalidInput returns invalid_input with its problems.
func InvalidInput(fields ...Field) *Error {
	if fields == nil {
		fields = []Field{}
	}
	return New(CodeInvalidInput, "fields", fields)
}

// FieldsOf returns the problems that an invalid_input names; none of any other error.
func FieldsOf(err error) []Field {
	var e *Error
	if !errors.As(err, &e) || e.Code != CodeInvalidInput {
		return nil
	}
	fields, _ := e.Details["fields"].([]Field)
	return fields
}
