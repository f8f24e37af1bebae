package tiktok

import (
	"net/url"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// recognizeList reads the addresses of hashtags, sounds and playlists, which no route supports yet.
func recognizeList(of sources.Address) (sources.ListLink, bool) {
	a := address{&of}
	l := sources.ListLink{Platform: content.ClipSite}
	switch word := a.Segment(1); {
	case a.Segment(0) == "tag" && a.Segments() == 2 && sources.IsName(word, 100):
		l.Kind, l.ID = sources.ListHashtag, strings.ToLower(word)
		l.Canonical = origin + "/tag/" + url.PathEscape(l.ID)
	case a.Segment(0) == "music" && a.Segments() == 2:
		l.Kind, l.ID = sources.ListSound, word[strings.LastIndexByte(word, '-')+1:]
		l.Canonical = origin + "/music/" + url.PathEscape(word)
	case strings.HasPrefix(a.Segment(0), "@") && word == "playlist" && a.Segments() == 3:
		name := a.Segment(2)
		l.Kind, l.ID = sources.ListPlaylist, name[strings.LastIndexByte(name, '-')+1:]
		l.Canonical = origin + "/" + a.Segment(0) + "/playlist/" + url.PathEscape(name)
	default:
		return l, false
	}
	return l, l.Kind == sources.ListHashtag || isClipID(l.ID)
}
