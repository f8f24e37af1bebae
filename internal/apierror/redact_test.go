package apierror_test

import (
	"errors"
	"testing"

	"socialdata/internal/apierror"
)

func TestRedact(t *testing.T) {
	for in, want := range map[string]string{
		"plain words": "plain words",
		`Get "https://api.example/v3/x?key=SECRET": dial tcp 192.0.2.1:443: refused`: `Get "https://api.example/… dial tcp 192.0.2.1:443: refused`,
		"see (https://a.example/s/SECRET) twice":                                     "see (https://a.example/… twice",
		"postgres://user:SECRET@db/x is away":                                        "postgres://db/… is away",
		"from https://a.example/SECRET to https://b.example/SECRET":                  "from https://a.example/… to https://b.example/…",
		"://SECRET":       "://…",
		"ftp://%zzSECRET": "ftp://…",
	} {
		if got := apierror.Redact(errors.New(in)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if apierror.Redact(nil) != "" {
		t.Error("nothing has a text")
	}
}
