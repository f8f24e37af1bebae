package requests_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/models/requests"
)

func TestRefuse(t *testing.T) {
	field := func(name, in, reason, expected string) apierror.Field {
		return apierror.Field{Name: name, In: in, Reason: reason, Expected: expected}
	}
	long := strings.Repeat("x", 400)
	for name, tt := range map[string]struct{ given, want []apierror.Field }{
		"none": {nil, nil},
		"a name that may be a secret, and what a header should be": {
			[]apierror.Field{field("imports[3].tags", "body", "type", "a list"), field("https://a.example/?token=s", "query", "unknown", "no such parameter"),
				field(strings.Repeat("k", 41), "body", "unknown", ""), field("Accept-Signature", "header", "format", "secret: a list of components")},
			[]apierror.Field{field("imports[3].tags", "body", "type", "a list"), field("?", "query", "unknown", "no such parameter"), field("?", "body", "unknown", ""),
				field("Accept-Signature", "header", "format", "")}},
		"more bytes than are kept": {[]apierror.Field{field("a", "body", "type", long), field("b", "body", "type", long), field("c", "body", "type", long), field("d", "body", "type", "")},
			[]apierror.Field{field("a", "body", "type", long), field("b", "body", "type", long)}},
	} {
		r := requests.Request{Fields: "before"}
		r.Refuse(tt.given)
		if got := r.Refused(); !slices.Equal(got, tt.want) || len(r.Fields) > 1000 {
			t.Errorf("%s: %v in %d bytes, want %v", name, got, len(r.Fields), tt.want)
		}
	}
	many, r := []apierror.Field{}, requests.Request{}
	for n := range 12 {
		many = append(many, field(fmt.Sprint("f", n), "query", "type", ""))
	}
	r.Refuse(many)
	if got := r.Refused(); !slices.Equal(got, many[:requests.MostFields]) {
		t.Errorf("of 12 fields %v are kept", got)
	}
}
