package v1

import (
	"cmp"
	"slices"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// AdFilters are the parameters that only the ad library reads.
type AdFilters struct {
	Status      string `query:"status" enum:"active,inactive,all" doc:"ad_library; default active"`
	Country     string `query:"country" pattern:"^(ALL|[A-Za-z]{2})$" doc:"ad_library; ALL or a two-letter code; default ALL"`
	MediaKind   string `query:"mediaKind" enum:"all,video,image" doc:"ad_library; default all"`
	StartedFrom string `query:"startedFrom" format:"day" minLength:"1" doc:"ad_library; earliest start"`
	StartedTo   string `query:"startedTo" format:"day" minLength:"1" doc:"ad_library; latest start"`
}

// filter fills in the defaults of the ad library; elsewhere it is empty.
func (f AdFilters) filter(p content.Platform) sources.AdFilter {
	if p != content.AdLibrary {
		return sources.AdFilter{}
	}
	return sources.AdFilter{
		Status:      cmp.Or(f.Status, "active"),
		Country:     strings.ToUpper(cmp.Or(f.Country, "ALL")),
		MediaKind:   cmp.Or(f.MediaKind, "all"),
		StartedFrom: f.StartedFrom,
		StartedTo:   f.StartedTo,
	}
}

// reads is what one platform reads of the parameters that only some platforms read: name and values, nil for any.
type reads map[string][]string

var adFilters = reads{"status": nil, "country": nil, "mediaKind": nil, "startedFrom": nil, "startedTo": nil}

// problems names what was given and is not read, or has a value of another platform.
func (r reads) problems(given map[string]string, all []string) []apierror.Field {
	fields := []apierror.Field{}
	for _, name := range all {
		v, ok := given[name]
		if !ok {
			continue
		}
		allowed, read := r[name]
		switch {
		case !read:
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "not_read_by_platform", Expected: "no such parameter on this platform"})
		case allowed != nil && !slices.Contains(allowed, v):
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "enum", Expected: "one of " + strings.Join(allowed, ", ")})
		}
	}
	return append(fields, dayOrder(given)...)
}

// dayOrder refuses a period that ends before it begins.
func dayOrder(given map[string]string) []apierror.Field {
	from, to := given["startedFrom"], given["startedTo"]
	if from == "" || to == "" || dayFormat(from) != nil || dayFormat(to) != nil || from <= to {
		return nil
	}
	return []apierror.Field{{Name: "startedTo", In: "query", Reason: "range", Expected: "a day at or after startedFrom"}}
}
