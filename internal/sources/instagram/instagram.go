// Package instagram reads Instagram as a visitor without an account sees it: the GraphQL documents that its logged-out
// pages use, those pages, and the pages and answers for embedding. It may import internal/sources, its packages meta,
// scan and shapes, internal/content and internal/apierror only. It has no session, signs nothing and evades nothing.
//
// Four generations of formats contain the same data and are all read into media, user and comment: the visitors' pages
// of 2026 (xig_…), their GraphQL (xdt_…), the app's v1 names, and the edge_… names of the older GraphQL.
package instagram

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
)

const origin = "https://www.instagram.com"

// Hosts returns the domains that the route may call: pages, endpoints, and the hosts of media and captions.
func Hosts() []string { return []string{"instagram.com", "cdninstagram.com", "fbcdn.net"} }

// Options configure the route.
type Options struct {
	Shapes     shapes.Source // nil: those of this release
	Token      string        // of the operator's professional account, for the official API; "" leaves that route out
	Account    string        // the number of that account in the API
	HasCookies func() bool   // reports whether requests carry the operator's cookies; nil: they do not
}

// Routes returns the public web answers of Instagram and, with a token, the official API.
func Routes(f sources.Fetcher, o Options) []sources.Route {
	s := &site{fetcher: f, shapes: o.Shapes, cookies: o.HasCookies, session: newSession()}
	known := func() sources.Known { return o.Shapes.Now().KnownOf(Platform()) }
	routes := []sources.Route{{
		ID: "photo_site.web", Platform: content.PhotoSite, ContractVersion: "1", Captions: true,
		Item: s.item, Account: s.account, Items: s.items, Comments: s.comments, Search: s.search, Media: s.files, Known: known,
	}}
	if o.Token != "" && o.Account != "" {
		routes = append(routes, api{f, o.Token, o.Account, o.Shapes}.route(func() sources.Known { // a single post can only be found through its author
			k := known()
			k.Item = nil
			return k
		}))
	}
	return routes
}

type site struct {
	fetcher   sources.Fetcher
	shapes    shapes.Source
	cookies   func() bool
	session   *session
	documents documents
}

func (s *site) hasCookies() bool { return s.cookies != nil && s.cookies() }
