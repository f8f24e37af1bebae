package youtube

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// extras returns what the responses contain beyond text and counts. The player's answers for visitors have no sound and
// no place. The browser's answer rarely has streams, which are the only source of size and language.
func (v responses) extras(item *content.Item) content.Extras {
	video := content.ItemMedia{Kind: content.MediaVideo, DurationMs: item.DurationMs}
	facts := marks(item.Title, item.Text)
	facts.Category = scan.Str(v.page.format.Get("category"))
	for _, streams := range v.streams() {
		if video.Width == nil {
			video.Width, video.Height = largest(streams)
		}
		if facts.Language == nil {
			facts.Language = originalLanguage(streams)
		}
	}
	return content.Extras{Media: []content.ItemMedia{video}, Facts: facts}
}

// streams returns the streamingData of every answer.
func (v responses) streams() []gjson.Result {
	list := []gjson.Result{v.page.streams, v.phone.streams}
	for _, app := range v.apps {
		list = append(list, app.player.streams)
	}
	return list
}

// marks reads hashtags from title and description, which both link them, and mentions from the description; the player's
// answer does not mark them. Without a description both are unknown, because most are in it. Keywords are not hashtags.
func marks(title, description *string) content.Facts {
	if description == nil {
		return content.Facts{}
	}
	return content.Facts{Tags: append(scan.Hashtags(cmp.Or(title, new("")), false), scan.Hashtags(description, false)...), Mentions: scan.Mentions(description, "._-")}
}

// largest returns the size of the largest stream that has a picture.
func largest(streams gjson.Result) (width, height *int64) {
	for _, list := range []string{"adaptiveFormats", "formats"} {
		for f := range scan.Elements(streams.Get(list)) {
			m := scan.Fields(f, "width", "height")
			w, h := scan.Int(m["width"]), scan.Int(m["height"])
			if w != nil && h != nil && (width == nil || *w > *width) {
				width, height = w, h
			}
		}
	}
	return width, height
}

// originalLanguage returns the language of the original sound of a video with several: its track's id ends in .4, as in
// "en-US.4", while dubbed sound ends in .3 or .10. It returns nil if the streams do not contain it.
func originalLanguage(streams gjson.Result) *string {
	for f := range scan.Elements(streams.Get("adaptiveFormats")) {
		if tag, original := strings.CutSuffix(f.Get("audioTrack.id").String(), ".4"); original {
			return &tag
		}
	}
	return nil
}

// apiFacts reads a video resource of the official API, which names the category only by number.
func apiFacts(snippet gjson.Result) content.Facts {
	facts := marks(scan.Str(snippet.Get("title")), scan.Text(snippet.Get("description")))
	facts.Language = scan.Str(scan.First(snippet.Get("defaultAudioLanguage"), snippet.Get("defaultLanguage")))
	return facts
}
