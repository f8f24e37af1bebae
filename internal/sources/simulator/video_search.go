package simulator

import (
	"net/http"
	"net/url"
	"strings"
)

// search sends one page of videos, or of channels if the filter asks for them.
func (s *videoSite) search(w http.ResponseWriter, call videoCall) {
	words, kind, from := call.Query, "videos", 0
	if strings.HasPrefix(call.Params, "EgIQAg") || strings.HasPrefix(call.Params, "EgIQAv") {
		kind = "channels"
	}
	if call.Continuation != "" {
		p := parseToken(call.Continuation)
		if len(p) == 0 {
			refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
			return
		}
		kind, from = p[1], int(number(p[2]))
		words, _ = url.QueryUnescape(p[3])
	}
	var found []object
	if kind == "channels" {
		found = s.searchChannels(words)
	} else {
		found = s.searchFilms(words)
	}
	page, to := pageOf(found, from, 20)
	if len(page) == 0 {
		page = []object{{"messageRenderer": object{"text": label("No results found")}}}
	}
	sections := []object{{"itemSectionRenderer": object{"contents": page}}}
	if to < len(found) {
		sections = append(sections, continuationItem(token("search", kind, to, url.QueryEscape(words))))
	}
	if call.Continuation != "" {
		sendJSON(w, http.StatusOK, object{"responseContext": object{}, "estimatedResults": "81234", "onResponseReceivedCommands": []object{
			{"appendContinuationItemsAction": object{"continuationItems": sections, "targetId": "search-feed"}}}})
		return
	}
	sendJSON(w, http.StatusOK, object{"responseContext": object{}, "estimatedResults": "90210", "contents": object{"twoColumnSearchResultsRenderer": object{
		"primaryContents": object{"sectionListRenderer": object{"contents": sections}}}}})
}

// searchFilms mixes a shelf into the videos, as the platform does.
func (s *videoSite) searchFilms(words string) (found []object) {
	for _, c := range s.channels {
		for _, f := range append(append([]*film{}, c.tabs[tabVideos]...), c.tabs[tabStreams]...) {
			if contains(f.title+" "+c.name, words) && !c.gated {
				found = append(found, f.result())
			}
		}
	}
	if len(found) > 3 {
		shelf := object{"gridShelfViewModel": object{"header": object{"gridShelfHeaderViewModel": object{"title": "Shorts"}}, "contents": []object{{"shortsLockupViewModel": s.channels[0].tabs[tabShorts][0].shortsLockup()}}}}
		found = append(found[:2:2], append([]object{shelf}, found[2:]...)...)
	}
	return found
}

// searchChannels has the handle in the former place of followers, and followers in that of the number of videos.
func (s *videoSite) searchChannels(words string) (found []object) {
	for _, c := range s.channels {
		if contains(c.name+" "+c.handle, words) {
			found = append(found, object{"channelRenderer": object{"channelId": c.id, "title": object{"simpleText": c.name},
				"navigationEndpoint": object{"browseEndpoint": object{"browseId": c.id, "canonicalBaseUrl": "/@" + c.handle}}, "thumbnail": object{"thumbnails": c.faces(88, 176)},
				"subscriberCountText": object{"simpleText": "@" + c.handle}, "videoCountText": object{"simpleText": c.subscribers()}, "ownerBadges": c.badges()}})
		}
	}
	return found
}
