// Package youtube reads the public answers of YouTube: videos, shorts and streams with their captions, channels, lists,
// comments and search. It makes the requests of an ordinary visitor, signs nothing, and stops at a bot check. It may
// import internal/sources, its packages scan and shapes, internal/content and internal/apierror only. Each file reads
// what it is named after; call.go sends the requests.
package youtube

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/shapes"
)

// Options configure the routes.
type Options struct {
	APIKey string        // of the official data API (v3); "" leaves its route out
	Shapes shapes.Source // nil: those of this release
}

// site is the route of the public web.
type site struct {
	fetch   sources.Fetcher
	shapes  shapes.Source
	visitor visitor
	learned learnedVersion
}

// Routes returns the routes of YouTube, the preferred one first.
func Routes(f sources.Fetcher, o Options) []sources.Route {
	s := &site{fetch: f, shapes: o.Shapes}
	known := func() sources.Known { return withKnownLists(o.Shapes.Now().KnownOf(Platform())) }
	routes := []sources.Route{{
		ID:              "video_site.web",
		Platform:        content.VideoSite,
		ContractVersion: "1",
		Captions:        true,
		Known:           known,
		Item:            s.item,
		Account:         s.account,
		Items:           again(s.items),
		Comments:        again(s.comments),
		Search:          again(s.search),
		Accounts:        again(s.accounts),
		Media:           s.media,
		Playlist:        again(s.linkedPlaylist),
		Hashtag:         again(s.hashtag),
		Unproven:        []sources.Operation{sources.OpPlaylist, sources.OpHashtag},
		Evidence:        map[sources.Operation]sources.Evidence{sources.OpPlaylist: sources.EvidenceRecorded, sources.OpHashtag: sources.EvidenceDescribed},
	}}
	if o.APIKey != "" {
		routes = append(routes, (&api{fetch: f, key: o.APIKey}).route(known))
	}
	return routes
}

// Hosts returns the platform's own domains: pages and answers, app answers, the official API, media and pictures.
func Hosts() []string {
	return []string{"youtube.com", "youtubei.googleapis.com", "www.googleapis.com", "googlevideo.com", "ytimg.com", "ggpht.com", "googleusercontent.com"}
}
