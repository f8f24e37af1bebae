package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// tabParams returns the parameters by which the page asks for a tab.
func tabParams(params string) int {
	switch params = unescaped(params); {
	case strings.HasPrefix(params, "EgZzaG9ydHP"):
		return tabShorts
	case strings.HasPrefix(params, "EgdzdHJlYW1z"):
		return tabStreams
	}
	return tabVideos
}

// browse answers channels, the playlists of their uploads, and the continuations of both.
func (s *videoSite) browse(w http.ResponseWriter, call videoCall) {
	if call.Continuation != "" {
		s.browseMore(w, call.Continuation)
		return
	}
	if suffix, ok := strings.CutPrefix(call.BrowseID, "VLUU"); ok && len(suffix) == 24 {
		s.playlist(w, suffix)
		return
	}
	if id, ok := strings.CutPrefix(call.BrowseID, "VL"); ok {
		s.madePlaylist(w, id)
		return
	}
	if call.BrowseID == "FEhashtag" {
		s.hashtag(w, call.Params)
		return
	}
	switch c := s.channel(call.BrowseID); {
	case call.BrowseID == ChannelRemoved:
		sendJSON(w, http.StatusOK, alertPage(call.BrowseID, "This channel was removed because it violated our Community Guidelines."))
	case len(call.BrowseID) != 24:
		refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
	case c == nil:
		sendJSON(w, http.StatusOK, alertPage(call.BrowseID, "This channel does not exist."))
	case c.gated:
		gate := object{"channelAgeGateRenderer": object{"channelTitle": c.name, "avatar": object{"thumbnails": c.faces(144)}, "header": label("Sign in to view this channel")}}
		sendJSON(w, http.StatusOK, object{"responseContext": object{}, "contents": object{"twoColumnBrowseResultsRenderer": object{"tabs": []object{
			{"tabRenderer": object{"selected": true, "content": object{"sectionListRenderer": object{"contents": []object{gate}}}}}}}}})
	default:
		sendJSON(w, http.StatusOK, c.page(tabParams(call.Params)))
	}
}

func alertPage(id, sentence string) object {
	return object{"responseContext": object{}, "header": object{"c4TabbedHeaderRenderer": object{"channelId": id}},
		"alerts": []object{{"alertRenderer": object{"type": "ERROR", "text": object{"simpleText": sentence}}}}}
}

// grid returns the first page of a tab with the chips of its orders, which small channels do not have.
func (c *channel) grid(tab int) object {
	g := object{"contents": c.slice(tab, "latest", "")}
	if len(c.tabs[tab]) >= 20 {
		chips := []object{}
		for _, order := range []string{"Latest", "Popular", "Oldest"} {
			chips = append(chips, object{"chipViewModel": object{"text": order, "selected": order == "Latest",
				"tapCommand": object{"innertubeCommand": object{"continuationCommand": object{"token": token("tab", c.id, tab, strings.ToLower(order)), "request": "CONTINUATION_REQUEST_TYPE_BROWSE"}}}}})
		}
		g["header"] = object{"chipBarViewModel": object{"chips": chips}}
	}
	return g
}

// slice is one page of a tab behind the item with the id last, and the element that asks for the next one. It goes on
// by item, so that rows which come or go meanwhile shift nothing.
func (c *channel) slice(tab int, order, last string) []object {
	list := slices.Clone(c.tabs[tab])
	switch order {
	case "popular":
		slices.SortStableFunc(list, func(a, b *film) int { return int(b.views - a.views) })
	case "oldest":
		slices.Reverse(list)
	}
	size := 30
	if tab == tabShorts {
		size = 48
	}
	page, to := pageOf(list, slices.IndexFunc(list, func(f *film) bool { return f.id == last })+1, size)
	rows := []object{}
	for _, f := range page {
		rows = append(rows, f.rich())
	}
	if to < len(list) {
		rows = append(rows, continuationItem(token("tab", c.id, tab, order, list[to-1].id)))
	}
	return rows
}

func (s *videoSite) browseMore(w http.ResponseWriter, continuation string) {
	p := parseToken(continuation)
	if len(p) > 1 && (p[0] == "playlist" || p[0] == "hashtag") {
		s.moreOfList(w, p)
		return
	}
	if len(p) == 0 || s.channel(p[1]) == nil {
		refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	c := s.channel(p[1])
	if p[0] == "about" {
		sendJSON(w, http.StatusOK, c.aboutPanel())
		return
	}
	rows := c.slice(int(number(p[2])), p[3], p[4])
	action := object{"appendContinuationItemsAction": object{"continuationItems": rows}}
	if p[4] == "" { // another order replaces the list
		action = object{"reloadContinuationItemsCommand": object{"slot": "RELOAD_CONTINUATION_SLOT_BODY", "continuationItems": rows}}
	}
	sendJSON(w, http.StatusOK, object{"responseContext": object{}, "onResponseReceivedActions": []object{action}})
}

// uploads are the tabs behind the playlists of a channel's uploads.
var uploads = map[string]int{"LF": tabVideos, "SH": tabShorts, "LV": tabStreams}

// playlist answers the playlist of a channel's uploads, "LF", "SH" or "LV" and the channel's id.
func (s *videoSite) playlist(w http.ResponseWriter, suffix string) {
	c := s.channel("UC" + suffix[2:])
	if c == nil {
		sendJSON(w, http.StatusOK, alertPage("", "The playlist does not exist."))
		return
	}
	tab := uploads[suffix[:2]]
	rows := []object{}
	for _, f := range c.tabs[tab] {
		rows = append(rows, object{"playlistVideoRenderer": object{"videoId": f.id, "thumbnail": f.pictures(4), "title": label(f.title), "lengthText": object{"simpleText": onClock(f.seconds)},
			"videoInfo": object{"runs": []object{{"text": shorten(f.views) + " views"}, {"text": " • "}, {"text": f.age()}}}}})
	}
	owner := object{"runs": []object{{"text": c.name, "navigationEndpoint": object{"browseEndpoint": object{"browseId": c.id, "canonicalBaseUrl": "/@" + c.handle}}}}}
	sendJSON(w, http.StatusOK, object{"responseContext": object{},
		"header": object{"playlistHeaderRenderer": object{"ownerText": owner, "numVideosText": object{"runs": []object{{"text": groupDigits(int64(len(rows)))}, {"text": " videos"}}}}},
		"contents": object{"twoColumnBrowseResultsRenderer": object{"tabs": []object{{"tabRenderer": object{"selected": true, "content": object{"sectionListRenderer": object{"contents": []object{
			{"itemSectionRenderer": object{"contents": []object{{"playlistVideoListRenderer": object{"contents": rows}}}}}}}}}}}}}})
}

// resolve returns the channel behind an address.
func (s *videoSite) resolve(w http.ResponseWriter, address string) {
	u, err := url.Parse(address)
	if err != nil {
		refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	name := strings.Trim(u.Path, "/")
	for _, before := range []string{"c/", "user/", "@"} {
		name = strings.TrimPrefix(name, before)
	}
	c := s.named(name)
	if c == nil {
		refuseCall(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
		return
	}
	sendJSON(w, http.StatusOK, object{"endpoint": object{"browseEndpoint": object{"browseId": c.id, "params": "EgC4AQCSAwDyBgQKAjIA"}}})
}
