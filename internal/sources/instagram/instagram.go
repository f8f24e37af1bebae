// Package instagram reads Instagram as a visitor without an account sees it: the GraphQL documents that its logged-out
// pages ask for, those pages, and the pages and answers for embedding. It may import internal/sources, its packages
// meta, scan and shapes, internal/content and internal/apierror only. It has no session, signs nothing and evades
// nothing.
//
// Four generations of shapes carry the same things and all end in one media, user and comment: the visitors' pages of
// 2026 (xig_…), their GraphQL (xdt_…), the app's v1 names, and the edge_… names of the GraphQL before them.
package instagram

import (
	"crypto/rand"

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
	HasCookies func() bool   // reports whether requests carry the operator's cookies; nil: they do not
}

// Routes returns the one route of Instagram: its public web answers. It has no search: visitors get none.
func Routes(f sources.Fetcher, o Options) []sources.Route {
	s := &site{fetcher: f, shapes: o.Shapes, cookies: o.HasCookies, form: formTokens{rand.Text()[:11], rand.Text()}}
	return []sources.Route{{
		ID: "photo_site.web", Platform: content.PhotoSite, ContractVersion: "1", Captions: true,
		Item: s.item, Account: s.account, Items: s.items, Comments: s.comments, Media: s.files, Known: func() sources.Known { return o.Shapes.Now().KnownOf(Platform()) },
	}}
}

type site struct {
	fetcher   sources.Fetcher
	shapes    shapes.Source
	cookies   func() bool
	form      formTokens
	documents documents
}

// formTokens are the values that a form repeats in a header; the platform compares the two and nothing else.
type formTokens struct{ lsd, csrf string }

func (s *site) hasCookies() bool { return s.cookies != nil && s.cookies() }
