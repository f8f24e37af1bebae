package simulator

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
)

// Playlists and hashtags of the simulated YouTube; any other hashtag lists what a search for its word finds.
const (
	PlaylistMade    = "PLSimulatedSuppers0001" // films of several channels, on three pages
	PlaylistEmpty   = "PLSimulatedNothing0001"
	PlaylistPrivate = "PLSimulatedPrivate0001"
	PlaylistWalled  = "PLSimulatedWalled00001" // refused, because the platform takes the visitor for a bot
	PlaylistRedrawn = "PLSimulatedRedrawn0001" // in an unknown format
	HashtagPlayed   = "supper"
)

// rowsOfList is the number of rows on a page of such a list.
const rowsOfList = 30

// madePlaylist sends the first page of a playlist made by a person, or of a channel's uploads.
func (s *videoSite) madePlaylist(w http.ResponseWriter, id string) {
	switch id {
	case PlaylistPrivate:
		sendJSON(w, http.StatusOK, alertPage("", "This playlist is private."))
		return
	case PlaylistWalled:
		refuseCall(w, http.StatusForbidden, "PERMISSION_DENIED", "The caller does not have permission")
		return
	case PlaylistRedrawn:
		sendJSON(w, http.StatusOK, object{"responseContext": object{}, "contents": object{"singleColumnCanvasRenderer": object{}}})
		return
	}
	title, films, found := s.filmsOfPlaylist(id)
	if !found {
		sendJSON(w, http.StatusOK, alertPage("", "The playlist does not exist."))
		return
	}
	rows := playlistRows(films, id, 0)
	if len(films) == 0 {
		rows = []object{{"messageRenderer": object{"text": label("No videos in this playlist yet")}}}
	}
	sendJSON(w, http.StatusOK, object{"responseContext": object{}, "header": titledHeader(title, groupDigits(int64(len(films)))+" videos"),
		"contents": columns(object{"sectionListRenderer": object{"contents": []object{{"itemSectionRenderer": object{"contents": rows}}}}})})
}

// playlistRows returns the rows of one page, with the element that asks for the next one.
func playlistRows(films []*film, id string, from int) []object {
	page, to := pageOf(films, from, rowsOfList)
	rows := []object{}
	for _, f := range page {
		rows = append(rows, f.lockupBy())
	}
	if to < len(films) {
		rows = append(rows, continuationItem(token("playlist", id, to)))
	}
	return rows
}

// filmsOfPlaylist returns the videos of a playlist. New videos are added at its end.
func (s *videoSite) filmsOfPlaylist(id string) (title string, films []*film, found bool) {
	switch {
	case id == PlaylistEmpty:
		return "Nothing yet", nil, true
	case id == PlaylistMade:
		return "Slow suppers", s.made, true
	case strings.HasPrefix(id, "UU"):
		if c := s.channel("UC" + id[2:]); c != nil {
			return "Uploads from " + c.name, c.tabs[tabVideos], true
		}
	}
	return "", nil, false
}

// hashtag sends the first page of a hashtag.
func (s *videoSite) hashtag(w http.ResponseWriter, params string) {
	word := hashtagOf(params)
	if word == "" {
		refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	films := s.filmsOfHashtag(word)
	header := object{"hashtagHeaderRenderer": object{"hashtag": object{"simpleText": "#" + word},
		"hashtagInfoText": object{"simpleText": shorten(int64(len(films))*1000) + " videos • 1.2K channels"}}}
	sendJSON(w, http.StatusOK, object{"responseContext": object{}, "header": header,
		"contents": columns(object{"richGridRenderer": object{"contents": hashtagRows(films, word, 0)}})})
}

func hashtagRows(films []*film, word string, from int) []object {
	page, to := pageOf(films, from, rowsOfList)
	rows := []object{}
	for _, f := range page {
		if f.tab == tabShorts {
			rows = append(rows, f.rich())
		} else {
			rows = append(rows, object{"richItemRenderer": object{"content": f.result()}})
		}
	}
	if to < len(films) {
		rows = append(rows, continuationItem(token("hashtag", url.QueryEscape(word), to)))
	}
	return rows
}

// filmsOfHashtag mixes videos with shorts, in an order of the site's own.
func (s *videoSite) filmsOfHashtag(word string) (films []*film) {
	for _, c := range s.channels {
		if word == HashtagPlayed && !c.gated {
			films = append(append(films, c.tabs[tabVideos]...), c.tabs[tabShorts]...)
			continue
		}
		for _, f := range c.tabs[tabVideos] {
			if contains(f.title+" "+c.name, word) && !c.gated {
				films = append(films, f)
			}
		}
	}
	return films
}

// moreOfList sends a later page of a playlist or hashtag.
func (s *videoSite) moreOfList(w http.ResponseWriter, p []string) {
	var rows []object
	from := int(number(p[2]))
	if p[0] == "hashtag" {
		word, _ := url.QueryUnescape(p[1])
		films := s.filmsOfHashtag(word)
		rows = hashtagRows(films, word, from)
	} else {
		_, films, _ := s.filmsOfPlaylist(p[1])
		rows = playlistRows(films, p[1], from)
	}
	sendJSON(w, http.StatusOK, object{"responseContext": object{},
		"onResponseReceivedActions": []object{{"appendContinuationItemsAction": object{"continuationItems": rows}}}})
}

// hashtagOf returns the word in the parameters of a hashtag's page; "" if there is none.
func hashtagOf(params string) string {
	message, err := base64.URLEncoding.DecodeString(unescaped(params))
	if err != nil || len(message) < 6 || message[0] != 0xea || message[1] != 0x05 || message[3] != 0x0a {
		return ""
	}
	if end := 5 + int(message[4]); end <= len(message) {
		return string(message[5:end])
	}
	return ""
}

// lockupBy returns a lockup with the channel, as in lists of several channels.
func (f *film) lockupBy() object {
	v := f.lockup()
	rows := v["metadata"].(object)["lockupMetadataViewModel"].(object)["metadata"].(object)["contentMetadataViewModel"].(object)
	by := viewModelText(f.by.name)
	by["text"].(object)["commandRuns"] = []object{{"onTap": object{"innertubeCommand": object{"browseEndpoint": object{"browseId": f.by.id, "canonicalBaseUrl": "/@" + f.by.handle}}}}}
	rows["metadataRows"] = append([]object{{"metadataParts": []object{by}}}, rows["metadataRows"].([]object)...)
	return object{"lockupViewModel": v}
}

func titledHeader(title, count string) object {
	return object{"pageHeaderRenderer": object{"pageTitle": title, "content": object{"pageHeaderViewModel": object{
		"title":    object{"dynamicTextViewModel": object{"text": object{"content": title}}},
		"metadata": object{"contentMetadataViewModel": object{"metadataRows": []object{{"metadataParts": []object{viewModelText(count)}}}}}}}}}
}

func columns(content object) object {
	return object{"twoColumnBrowseResultsRenderer": object{"tabs": []object{{"tabRenderer": object{"selected": true, "content": content}}}}}
}
