package instagram

import (
	"net/url"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// recognizeList reads the addresses of hashtags and sounds, which no route supports yet.
func recognizeList(of sources.Address) (sources.ListLink, bool) {
	a := address{&of}
	l := sources.ListLink{Platform: content.PhotoSite, ID: a.Segment(2)}
	switch {
	case a.Segments() != 3:
	case a.Segment(0) == "explore" && a.Segment(1) == "tags" && sources.IsName(l.ID, 100):
		l.Kind, l.ID = sources.ListHashtag, strings.ToLower(l.ID)
		l.Canonical = origin + "/explore/tags/" + url.PathEscape(l.ID) + "/"
		return l, true
	case a.Segment(0) == "reels" && a.Segment(1) == "audio" && sources.IsDigits(l.ID, 5, 25):
		l.Kind, l.Canonical = sources.ListSound, origin+"/reels/audio/"+l.ID+"/"
		return l, true
	}
	return sources.ListLink{}, false
}
