package v1

import (
	"slices"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/internal/sources"
)

// AdFilters are the parameters that only the ad library reads. DescribePlatforms adds which platforms read them.
type AdFilters struct {
	Status      string `query:"status" enum:"active,inactive,all"`
	Country     string `query:"country" pattern:"^(ALL|[A-Za-z]{2})$"`
	MediaKind   string `query:"mediaKind" enum:"all,video,image"`
	StartedFrom string `query:"startedFrom" format:"day" minLength:"1"`
	StartedTo   string `query:"startedTo" format:"day" minLength:"1"`
}

// filter returns what a platform reads of the filters, with its defaults.
func (f AdFilters) filter(reads sources.Parameters) sources.AdFilter {
	return reads.AdFilter(sources.AdFilter{Status: f.Status, Country: strings.ToUpper(f.Country), MediaKind: f.MediaKind,
		StartedFrom: f.StartedFrom, StartedTo: f.StartedTo})
}

// dayOrder refuses a period that ends before it begins.
func dayOrder(given map[string]string) []apierror.Field {
	if input.InOrder(given["startedFrom"], given["startedTo"]) {
		return nil
	}
	return []apierror.Field{{Name: "startedTo", In: "query", Reason: "range", Expected: "a day at or after startedFrom"}}
}

// parameterProblems names the parameters that were given though the platform does not read them, or with a value of another
// platform.
func parameterProblems(reads sources.Parameters, given map[string]string, names []string) []apierror.Field {
	fields := []apierror.Field{}
	for _, name := range names {
		v, ok := given[name]
		if !ok {
			continue
		}
		p, read := reads.Find(name)
		switch {
		case !read:
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "not_read_by_platform", Expected: "no such parameter on this platform"})
		case p.Values != nil && !slices.Contains(p.Values, v):
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "enum", Expected: "one of " + strings.Join(p.Values, ", ")})
		}
	}
	return append(fields, dayOrder(given)...)
}
