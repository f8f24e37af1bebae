package v1

import (
	"strings"

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
