package v1

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/internal/sources/platforms"
	"socialdata/models/references"
)

type given map[string]string

// reasonsOf lists name and reason of each problem.
func reasonsOf(fields []apierror.Field) []string {
	list := []string{}
	for _, f := range fields {
		list = append(list, f.Name+" "+f.Reason)
	}
	return list
}

func TestQueriesOfSeveralParameters(t *testing.T) {
	const channel = "UCsXVk37bltHxD1rDPwtNM8Q"
	h := &Handlers{Service: &operations.Service{Platforms: platforms.All().Set()}}
	tests := map[string]struct {
		check QueryCheck
		given given
		want  []string
	}{
		"an account by link":                 {h.accountQuery, given{"url": "https://www.youtube.com/@a"}, []string{}},
		"by handle":                          {h.accountQuery, given{"platform": "clip_site", "handle": "@somebody"}, []string{}},
		"by id":                              {h.accountQuery, given{"platform": "video_site", "id": channel}, []string{}},
		"by nothing":                         {h.accountQuery, given{}, []string{"url required"}},
		"by link and by handle":              {h.accountQuery, given{"url": "x", "platform": "clip_site", "handle": "a"}, []string{"platform conflict", "handle conflict"}},
		"by handle and by id":                {h.accountQuery, given{"platform": "video_site", "handle": "@somebody", "id": channel}, []string{"id conflict"}},
		"a handle of no platform":            {h.accountQuery, given{"handle": "somebody"}, []string{"platform required"}},
		"a platform alone":                   {h.accountQuery, given{"platform": "clip_site"}, []string{"handle required"}},
		"an id where handles are read":       {h.accountQuery, given{"platform": "clip_site", "id": "123"}, []string{"id not_read_by_platform"}},
		"a handle that none has":             {h.accountQuery, given{"platform": "clip_site", "handle": "a b"}, []string{"handle pattern"}},
		"comments of a link":                 {h.commentsQuery, given{"url": "https://www.youtube.com/watch?v=aaaaaaaaaaa", "sort": "top"}, []string{}},
		"comments of nothing":                {h.commentsQuery, given{}, []string{"url required"}},
		"comments of two":                    {h.commentsQuery, given{"url": "x", "id": "y"}, []string{"id conflict"}},
		"comments that are not sorted":       {h.commentsQuery, given{"id": "clip_site:7000000000000000001", "sort": "top"}, []string{"sort not_read_by_platform"}},
		"a preset period":                    {usageQuery, given{"range": "7d"}, nil},
		"a period of days":                   {usageQuery, given{"from": "2026-01-01", "to": "2026-01-02"}, nil},
		"a preset and a day":                 {usageQuery, given{"range": "7d", "to": "2026-01-02"}, []string{"range conflict"}},
		"a period without an end":            {usageQuery, given{"from": "2026-01-01"}, []string{"to required"}},
		"a period without a beginning":       {usageQuery, given{"to": "2026-01-01"}, []string{"from required"}},
		"a sort of another platform":         {h.itemsQuery, given{"account": "ad_library:123456", "sort": "popular"}, []string{"sort enum"}},
		"a period that ends before it began": {h.itemsQuery, given{"account": "ad_library:123456", "startedFrom": "2026-02-02", "startedTo": "2026-02-01"}, []string{"startedTo range"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := tt.want
			if want == nil {
				want = []string{}
			}
			if diff := cmp.Diff(want, reasonsOf(tt.check(tt.given))); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
		})
	}
}

func TestFormats(t *testing.T) {
	formats := (&operations.Service{Platforms: platforms.All().Set()}).Formats()
	tests := []struct {
		format, value, want string // want is the reason of the problem; "" for none
	}{
		{"max-age-1d", "24h", ""},
		{"max-age-1d", "25h", "range"},
		{"max-age-365d", "365d", ""},
		{"max-age-365d", "366d", "range"},
		{"link", "https://www.youtube.com/watch?v=aaaaaaaaaaa", ""},
		{"link", "https://example.com/", ""}, // well-formed; the operation says that it is not supported
		{"link", "ftp://example.com/", "pattern"},
		{"day", "2026-02-28", ""},
		{"day", "2026-02-30", "format"},
		{"day", "26-2-3", "format"},
		{"instant", "2026-02-28T10:00:00Z", ""},
		{"instant", "2026-02-28T10:00:00.5+02:00", ""},
		{"instant", "2026-02-28T10:00:00", "format"},
		{"instant", "yesterday", "format"},
		{"instant", "2026-02-28T10:00:00+23:59", ""},
		{"instant", "2026-02-28T10:00:00+24:00", "format"},
		{"instant", "9999-12-31T23:59:59-23:59", ""},
		{"future", "tomorrow", "format"},
		{"past", "yesterday", "format"},
		{"not-blank", "a", ""},
		{"not-blank", "a\nb", "characters"},
		{"not-blank", "a\u202eb", "characters"},
		{"not-blank", " \u00a0\t", "empty"},
		{"words", "grün 42", ""},
		{"words", "… –", "empty"},
		{"item-id", "video_site:aaaaaaaaaaa", ""},
		{"item-id", "video_site:", "pattern"},
		{"language", "pt-BR", ""},
		{"language", "xx", "format"},
	}
	for _, tt := range tests {
		t.Run(tt.format+" "+tt.value, func(t *testing.T) {
			got := ""
			if f := formats[tt.format](tt.value); f != nil {
				got = f.Reason
			}
			if got != tt.want {
				t.Errorf("%s of %q = %q, want %q", tt.format, tt.value, got, tt.want)
			}
		})
	}
}

func TestSimpleItemRequest(t *testing.T) {
	tests := map[string]struct {
		url, include, maxAge, language string
		want                           lookup.ItemRequest
		ok                             bool
	}{
		"defaults":          {"u", "", "", "", lookup.ItemRequest{URL: "u", MaxAge: time.Hour}, true},
		"with a transcript": {"u", "transcript", "1d", "", lookup.ItemRequest{URL: "u", Transcript: true, MaxAge: 24 * time.Hour}, true},
		"in a language":     {"u", "transcript", "1d", "pt-br", lookup.ItemRequest{URL: "u", Transcript: true, Language: "pt-BR", MaxAge: 24 * time.Hour}, true},
		"no language":       {"u", "transcript", "1d", "xx", lookup.ItemRequest{}, false},
		"a language alone":  {"u", "", "1d", "de", lookup.ItemRequest{}, false},
		"no link":           {"", "", "", "", lookup.ItemRequest{}, false},
		"another include":   {"u", "comments", "", "", lookup.ItemRequest{}, false},
		"live":              {"u", "", "0", "", lookup.ItemRequest{}, false},
		"too old":           {"u", "", "366d", "", lookup.ItemRequest{}, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got, ok := SimpleItemRequest(tt.url, tt.include, tt.maxAge, tt.language)
			if ok != tt.ok {
				t.Fatalf("ok = %v", ok)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("request (-want +got)\n%s", diff)
			}
		})
	}
}

func TestServerTiming(t *testing.T) {
	tests := map[string]lookup.Timings{
		"total;dur=0.0":                                     {},
		"persist;dur=1.5, total;dur=2.0":                    {Persist: 1500 * time.Microsecond, Total: 2 * time.Millisecond},
		"fetch;dur=200.0, persist;dur=0.1, total;dur=201.0": {Fetch: 200 * time.Millisecond, Persist: 100 * time.Microsecond, Total: 201 * time.Millisecond},
	}
	for want, timings := range tests {
		t.Run(want, func(t *testing.T) {
			if got := ServerTiming(timings); got != want {
				t.Errorf("ServerTiming = %q", got)
			}
		})
	}
}

// TestReferenceFilterTakesEveryParameter gives every parameter of the list a value: each must reach its field of the
// filter, and no field of the filter may be without a parameter.
func TestReferenceFilterTakesEveryParameter(t *testing.T) {
	var in operations.ReferenceFilter
	parameters := reflect.ValueOf(&in).Elem()
	for i := range parameters.NumField() {
		switch v := parameters.Field(i); v.Kind() {
		case reflect.String:
			v.SetString("x")
		case reflect.Slice:
			v.Set(reflect.Append(v, reflect.Zero(v.Type().Elem())))
		default:
			t.Fatalf("give this test a value of %s", v.Type())
		}
	}
	filter := reflect.ValueOf(in.Narrow(references.Filter{Words: "x", Subjects: []string{"x"}, CanonicalURL: "x", Board: "x"})) // what q and board may become
	if narrowing := parameters.NumField(); filter.NumField() != narrowing+3 {
		t.Errorf("%d parameters, %d fields of the filter", narrowing, filter.NumField())
	}
	for field, v := range filter.Fields() {
		if v.IsZero() {
			t.Errorf("no parameter reaches %s", field.Name)
		}
	}
}
