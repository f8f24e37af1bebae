// Package tiktok reads TikTok: item and account pages from the state inside them; lists, comments and search from the
// JSON endpoints that those pages call. It may import internal/sources, its packages scan and shapes, internal/content
// and internal/apierror only. It signs nothing and evades nothing: if the platform requires a signature, its answer is
// empty and the error is route_degraded.
package tiktok

import (
	"net/url"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
)

const origin = "https://www.tiktok.com"

// Hosts returns the domains that the route may call: pages and endpoints, app endpoints, and the hosts of media and
// captions.
func Hosts() []string {
	return []string{
		"tiktok.com", "tiktokv.com", "tiktokv.us", "tiktokv.eu", "tiktokcdn.com", "tiktokcdn-us.com", "tiktokcdn-eu.com",
		"tiktokcdn-in.com", "ibyteimg.com", "ibytedtos.com", "muscdn.com", "byteoversea.com",
	}
}

// Options configure the route.
type Options struct {
	Shapes shapes.Source // nil: those of this release
}

// Routes returns TikTok's only route: its public web answers.
func Routes(f sources.Fetcher, o Options) []sources.Route {
	s := site{f, o.Shapes, newDevice()}
	return []sources.Route{{
		ID: "clip_site.web", Platform: content.ClipSite, ContractVersion: "1", Captions: true,
		Item: s.item, Account: s.account, Items: s.items, Comments: s.comments, Search: s.search, Accounts: s.accounts,
		Media: s.media, Unproven: []sources.Operation{sources.OpSearch}, Known: func() sources.Known { return o.Shapes.Now().KnownOf(Platform()) },
	}}
}

type site struct {
	fetcher sources.Fetcher
	shapes  shapes.Source
	device  *device
}

// endpoint returns the address of a JSON call; pairs are its parameters in addition to the common ones.
func (s site) endpoint(path string, pairs ...string) string {
	q := url.Values{"aid": {s.shapes.Now().ClipSite.App}, "app_language": {"en"}, "app_name": {"tiktok_web"}, "device_platform": {"web_pc"}}
	for i := 0; i+1 < len(pairs); i += 2 {
		q.Set(pairs[i], pairs[i+1])
	}
	return origin + "/api/" + path + "/?" + q.Encode()
}
