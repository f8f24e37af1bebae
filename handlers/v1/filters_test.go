package v1

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

func TestParametersOfAnotherPlatform(t *testing.T) {
	t.Parallel()
	reads := sources.Parameters{{Name: "sort", Values: []string{"latest", "popular"}}, {Name: "country"},
		{Name: "startedFrom"}, {Name: "startedTo"}}
	tests := map[string]struct {
		given given
		want  []apierror.Field
	}{
		"nothing":      {given{}, []apierror.Field{}},
		"what is read": {given{"sort": "popular", "country": "anything"}, []apierror.Field{}},
		"what is not read": {given{"status": "all"}, []apierror.Field{{Name: "status",
			In: "query", Reason: "not_read_by_platform",
			Expected: "no such parameter on this platform"}}},
		"another value": {given{"sort": "top"}, []apierror.Field{{Name: "sort", In: "query", Reason: "enum",
			Expected: "one of latest, popular"}}},
		"an empty value is one": {given{"sort": ""}, []apierror.Field{{Name: "sort", In: "query", Reason: "enum",
			Expected: "one of latest, popular"}}},
		"days in their order": {given{"startedFrom": "2026-01-01", "startedTo": "2026-01-01"}, []apierror.Field{}},
		"days out of order": {given{"startedFrom": "2026-01-02", "startedTo": "2026-01-01"},
			[]apierror.Field{{Name: "startedTo",
				In: "query", Reason: "range", Expected: "a day at or after startedFrom"}}},
		"what is no day is said elsewhere": {given{"startedFrom": "soon", "startedTo": "2026-01-01"}, []apierror.Field{}},
		"a day alone":                      {given{"startedFrom": "2026-01-02"}, []apierror.Field{}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, operations.ParameterProblems(reads, tt.given, operations.ListParams)); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
		})
	}
}

func TestFilterOfAds(t *testing.T) {
	t.Parallel()
	reads := sources.Parameters{{Name: "status", Default: "active"}, {Name: "country", Default: "ALL"},
		{Name: "startedTo"}}
	tests := map[string]struct {
		given AdFilters
		want  sources.AdFilter
	}{
		"the defaults":         {AdFilters{}, sources.AdFilter{Status: "active", Country: "ALL"}},
		"a country in capital": {AdFilters{Country: "de"}, sources.AdFilter{Status: "active", Country: "DE"}},
		"what is not read": {AdFilters{MediaKind: "video", StartedFrom: "2026-01-01"},
			sources.AdFilter{Status: "active", Country: "ALL"}},
		"as given": {AdFilters{Status: "all", Country: "ALL", StartedTo: "2026-01-01"},
			sources.AdFilter{Status: "all", Country: "ALL", StartedTo: "2026-01-01"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, tt.given.filter(reads)); diff != "" {
				t.Errorf("filter (-want +got)\n%s", diff)
			}
		})
	}
}
