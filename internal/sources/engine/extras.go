package engine

import (
	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// extras returns what the engine's answer says beyond text and counts. It marks no hashtags and no mentions, so they are
// read from the text, as each platform links them; its other words for tags, music and languages are guesses, or mean
// something else on each platform.
func (r reader) extras(item *content.Item) (e content.Extras) {
	if item.Text != nil {
		title, signs := new(""), "._"
		if r.platform == content.VideoSite && item.Title != nil { // which links those of titles, too, and has handles with dashes
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
	case content.KindCarousel, content.KindAd: // whose parts cannot be distinguished
	}
	return e
}
