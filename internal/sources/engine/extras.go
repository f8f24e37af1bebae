package engine

import (
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// extras returns what the engine's answer contains beyond text and counts. It marks no hashtags or mentions, so these
// are read from the text by each platform's rules. Its own tags, music and languages are guesses, or have a different
// meaning on each platform, and are ignored.
func (r reader) extras(item *content.Item) (e content.Extras) {
	if item.Text != nil {
		title, signs := new(""), "._"
		if r.platform == content.VideoSite && item.Title != nil { // the platform also links hashtags in titles, and has handles with dashes
			title, signs = item.Title, "._-"
		}
		pictographs := r.platform != content.VideoSite
		e.Tags = append(scan.Hashtags(title, pictographs), scan.Hashtags(item.Text, pictographs)...)
		e.Mentions = scan.Mentions(item.Text, signs)
	}
	switch item.Kind {
	case content.KindShort, content.KindVideo:
		e.Media = []content.ItemMedia{{Kind: content.MediaVideo, DurationMs: item.DurationMs}}
	case content.KindImage:
		e.Media = []content.ItemMedia{{Kind: content.MediaImage}}
	case content.KindCarousel, content.KindAd: // their parts cannot be told apart
	}
	return e
}
