package apierror_test

import (
	"errors"
	"io"
	"testing"

	"socialdata/internal/apierror"
)

func TestAnnotate(t *testing.T) {
	tests := map[string]struct {
		err  error
		want string // of Error
	}{
		"a plain error":         {io.ErrUnexpectedEOF, "lookup.Item(a): unexpected EOF"},
		"an error with a cause": {apierror.Wrap(io.EOF, apierror.CodeStorageUnavailable), "storage_unavailable: lookup.Item(a): EOF"},
		"a failure of ours":     {apierror.New(apierror.CodeInternalError), "internal_error: lookup.Item(a)"},
		"a refusal":             {apierror.New(apierror.CodeNotFound, "resource", "item"), "not_found"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tt.err
			apierror.Annotate(&err, "lookup.Item(%s)", "a")
			if err.Error() != tt.want {
				t.Errorf("Annotate gives %q, want %q", err, tt.want)
			}
			before, after := apierror.From(tt.err), apierror.From(err)
			if before.Code != after.Code || before.SafeMessage() != after.SafeMessage() || len(before.Details) != len(after.Details) {
				t.Errorf("%+v became %+v", before, after)
			}
			if cause := errors.Unwrap(tt.err); cause != nil && !errors.Is(err, cause) {
				t.Error("the cause was lost")
			}
		})
	}
	var err error
	if apierror.Annotate(&err, "nothing"); err != nil {
		t.Error(err)
	}
}
