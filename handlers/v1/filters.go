package v1

import (
	"strings"

	"socialdata/internal/sources"
)

// AdFilters are parameters that only some platforms support. DescribePlatforms adds which ones.
type AdFilters struct {
	Status      string `query:"status" enum:"active,inactive,all"`
	Country     string `query:"country" pattern:"^(ALL|[A-Za-z]{2})$"`
	MediaKind   string `query:"mediaKind" enum:"all,video,image"`
	StartedFrom string `query:"startedFrom" format:"day" minLength:"1"`
	StartedTo   string `query:"startedTo" format:"day" minLength:"1"`
}

// filter returns the filters that a platform supports, with its defaults.
func (f AdFilters) filter(reads sources.Parameters) sources.AdFilter {
	return reads.AdFilter(sources.AdFilter{Status: f.Status, Country: strings.ToUpper(f.Country), MediaKind: f.MediaKind,
		StartedFrom: f.StartedFrom, StartedTo: f.StartedTo})
}
