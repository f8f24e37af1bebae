// Package photosite reads the photo site (instagram.com on the wire) as a visitor without an account sees it: the data
// blocks of its pages, and the JSON endpoints that those pages call where the page holds its data back. It may import
// the sources contract, wire and models; it has no session, signs nothing and evades nothing.
//
// Four generations of shapes carry the same things and all end in one media, user and comment: the visitors' pages of
// 2026 (xig_…), their GraphQL (xdt_…), the app's v1 names, and the edge_… names of the GraphQL before them.
package photosite

import (
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
	"socialdata/models/content"
)

const (
	origin = "https://www.instagram.com"
	// webApp is the platform's number for its own web page, which its JSON endpoints ask for.
	webApp = "936619743392459"
)

// Hosts are the domains that the route may call: pages, endpoints, and the hosts of media and captions.
func Hosts() []string { return []string{"instagram.com", "cdninstagram.com", "fbcdn.net"} }

// Options configure the route.
type Options struct {
	Shapes shapes.Source // nil: those of this release
}

// Routes is the one route of the photo site: its public web answers. It has no search: the platform shows visitors none.
func Routes(f sources.Fetcher, o Options) []sources.Route {
	s := site{f, o.Shapes}
	return []sources.Route{{
		ID: "photo_site.web", Platform: content.PhotoSite, ContractVersion: "1", Captions: true,
		Item: s.item, Account: s.account, Items: s.items, Comments: s.comments, Media: s.files, Known: func() sources.Known { return o.Shapes.Now().KnownOf(content.PhotoSite) },
	}}
}

type site struct {
	fetcher sources.Fetcher
	shapes  shapes.Source
}
