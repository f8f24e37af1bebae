package youtube

import (
	"net/url"
	"slices"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// recognizeList reads the addresses of playlists and hashtags. A link to a video within a playlist is a link to the video.
func recognizeList(of sources.Address) (sources.ListLink, bool) {
	a := address{&of}
	switch first := a.Segment(0); {
	case first == "playlist" && a.Segments() == 1, first == "embed" && a.Segments() == 2 && a.Segment(1) == "videoseries":
		return playlistOf(a.Param("list"))
	case first == "hashtag" && a.Segments() == 2 && isHashtag(a.Segment(1)):
		return hashtagLink(a.Segment(1)), true
	}
	return sources.ListLink{}, false
}

// playlistOf reads the id of a playlist. Mixes are made for one visitor, and lists such as "watch later" are private.
func playlistOf(id string) (sources.ListLink, bool) {
	switch {
	case isPlaylistID(id):
		return playlistLink(id), true
	case sources.IsCode(id, 2, maxPlaylistID):
		l := playlistLink(id)
		l.Missing = "a playlist that is the same for every visitor: this one is made for, or shown to, one person"
		return l, true
	}
	return sources.ListLink{}, false
}

func playlistLink(id string) sources.ListLink {
	return sources.ListLink{Canonical: home + "/playlist?list=" + id, Platform: content.VideoSite, Kind: sources.ListPlaylist, ID: id}
}

// hashtagLink returns the link of a hashtag, which is case-insensitive.
func hashtagLink(word string) sources.ListLink {
	word = strings.ToLower(word)
	return sources.ListLink{Canonical: home + "/hashtag/" + url.PathEscape(word), Platform: content.VideoSite, Kind: sources.ListHashtag, ID: word}
}

// maxPlaylistID is far longer than any known playlist id.
const maxPlaylistID = 64

// playlistPrefixes are the id prefixes of public playlists: made by people, albums, uploads (all, or one tab of them),
// favourites, courses, and curated music stations.
var playlistPrefixes = []string{"PL", "OLAK5uy_", "UU", "FL", "EC", "RDCLAK5uy_"}

func isPlaylistID(id string) bool {
	known := func(prefix string) bool { return strings.HasPrefix(id, prefix) }
	return sources.IsCode(id, 12, maxPlaylistID) && slices.ContainsFunc(playlistPrefixes, known)
}

// isHashtag reports whether word is valid as a hashtag.
func isHashtag(word string) bool {
	return sources.IsName(word, 100) && !strings.ContainsAny(word, ".-")
}
