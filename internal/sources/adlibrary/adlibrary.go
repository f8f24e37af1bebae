// Package adlibrary reads the Meta Ad Library (facebook.com/ads/library): its public pages with their continuation, and the
// official Graph API if the operator has a token. It may import internal/sources, its packages meta, scan and shapes,
// internal/content and internal/apierror only. Personal data in the library, such as a contact in a disclosure, is never passed on.
package adlibrary

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
)

const (
	origin  = "https://www.facebook.com"
	library = origin + "/ads/library/"
)

// Options configure the routes.
type Options struct {
	Token      string        // of a person with a confirmed identity, for the official API; "" leaves that route out
	Shapes     shapes.Source // nil: those of this release
	HasCookies func() bool   // reports whether requests carry the operator's cookies; nil: they do not
}

// Hosts returns the domains that the routes may call: pages, both APIs, and the hosts of media.
func Hosts() []string { return []string{"facebook.com", "fbcdn.net", "fb.me", "fb.watch"} }

// Routes returns the public web answers and, with a token, the official API, which cannot look up an ad by id.
func Routes(f sources.Fetcher, o Options) []sources.Route {
	w := web{f, o.Shapes, o.HasCookies}
	known := func() sources.Known { return o.Shapes.Now().KnownOf(Platform()) }
	routes := []sources.Route{{
		ID: "ad_library.web", Platform: content.AdLibrary, ContractVersion: "1",
		Item: w.item, Items: w.items, Search: w.search, Media: w.media, Known: known,
	}}
	if o.Token != "" {
		a := api{f, o.Token, o.Shapes}
		routes = append(routes, sources.Route{
			ID: "ad_library.api", Platform: content.AdLibrary, ContractVersion: "1", Official: true, Items: a.items, Search: a.search, Known: known,
		})
	}
	return routes
}

// web reads the public pages.
type web struct {
	fetcher sources.Fetcher
	shapes  shapes.Source
	cookies func() bool
}

// advertURL returns the public address of an ad.
func advertURL(archiveID string) string { return library + "?id=" + archiveID }
