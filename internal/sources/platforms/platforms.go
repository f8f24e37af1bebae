// Package platforms lists the platforms of this release, one line for each directory beside it. It may import the
// adapters and what they use; all that it decides is the order in which pages show the platforms.
package platforms

import (
	"slices"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/adlibrary"
	"socialdata/internal/sources/instagram"
	"socialdata/internal/sources/shapes"
	"socialdata/internal/sources/tiktok"
	"socialdata/internal/sources/youtube"
)

// Adapter is a platform together with the routes that read it, the preferred one first.
type Adapter struct {
	sources.Platform
	Routes func(sources.Fetcher, Options) []sources.Route
}

// Options configure the routes of all platforms.
type Options struct {
	Shapes      shapes.Source               // nil: those of this release
	Credentials map[content.Platform]string // for official APIs; the route of an API without one is left out
	Accounts    map[content.Platform]string // the operator's accounts, for official APIs that are called in an account's name
	Official    map[content.Platform]bool   // platforms whose official API is tried before their public web answers
	HasCookies  func(host string) bool      // reports whether requests to host carry the operator's cookies; nil: none do
}

func (o Options) hasCookies(host string) func() bool {
	return func() bool { return o.HasCookies != nil && o.HasCookies(host) }
}

// List is a list of adapters.
type List []Adapter

// All returns the platforms of this release.
func All() List {
	return List{
		{youtube.Platform(), func(f sources.Fetcher, o Options) []sources.Route {
			return youtube.Routes(f, youtube.Options{APIKey: o.Credentials[content.VideoSite], Shapes: o.Shapes})
		}},
		{tiktok.Platform(), func(f sources.Fetcher, o Options) []sources.Route {
			return tiktok.Routes(f, tiktok.Options{Shapes: o.Shapes})
		}},
		{instagram.Platform(), func(f sources.Fetcher, o Options) []sources.Route {
			return instagram.Routes(f, instagram.Options{Token: o.Credentials[content.PhotoSite], Account: o.Accounts[content.PhotoSite], Shapes: o.Shapes, HasCookies: o.hasCookies("www.instagram.com")})
		}},
		{adlibrary.Platform(), func(f sources.Fetcher, o Options) []sources.Route {
			return adlibrary.Routes(f, adlibrary.Options{Token: o.Credentials[content.AdLibrary], Shapes: o.Shapes, HasCookies: o.hasCookies("www.facebook.com")})
		}},
	}
}

// Set returns the descriptors as a set for recognising links.
func (list List) Set() sources.Platforms {
	all := make([]sources.Platform, len(list))
	for i, a := range list {
		all[i] = a.Platform
	}
	return sources.NewPlatforms(all...)
}

// Hosts returns every domain that the routes may call.
func (list List) Hosts() []string {
	var hosts []string
	for _, a := range list {
		hosts = append(hosts, a.Hosts...)
	}
	return hosts
}

// Routes returns the routes of all platforms, which call f. Their results are detached, so they keep no answer in memory.
func (list List) Routes(f sources.Fetcher, o Options) []sources.Route {
	var routes []sources.Route
	for _, a := range list {
		own := a.Routes(f, o)
		if o.Official[a.Name] {
			officialFirst(own)
		}
		for _, r := range own {
			routes = append(routes, sources.Detached(r))
		}
	}
	return routes
}

// officialFirst moves the routes of official APIs to the front.
func officialFirst(routes []sources.Route) {
	slices.SortStableFunc(routes, func(a, b sources.Route) int {
		switch {
		case a.Official == b.Official:
			return 0
		case a.Official:
			return -1
		}
		return 1
	})
}
