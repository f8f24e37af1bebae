package apierror

import (
	"errors"
	"fmt"
	"net/http"
)

// Annotate adds the name of an operation to the cause of *err, for logs:
//
//	defer apierror.Annotate(&err, "lookup.Item(%s)", id)
//
// Code, details and safe text stay as they are. The name may hold ids, but neither URLs nor secrets. Annotate does nothing
// if *err is nil, or an Error that is no failure of ours and has no cause: such a refusal is not logged.
func Annotate(err *error, format string, args ...any) {
	if *err == nil {
		return
	}
	name := fmt.Sprintf(format, args...)
	var e *Error
	if !errors.As(*err, &e) {
		*err = fmt.Errorf("%s: %w", name, *err)
		return
	}
	annotated := *e
	switch {
	case e.Cause != nil:
		annotated.Cause = fmt.Errorf("%s: %w", name, e.Cause)
	case e.HTTPStatus() >= http.StatusInternalServerError:
		annotated.Cause = errors.New(name)
	}
	*err = &annotated
}
