package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// extras returns what the responses say beyond text and counts. The platform tells visitors of the player no sound and no
// place, and the browser's player seldom names streams, which alone tell size and language.
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

// streams returns the streamingData of every answer that is there.
func (v responses) streams() []gjson.Result {
	list := []gjson.Result{v.page.streams, v.phone.streams}
	for _, app := range v.apps {
		list = append(list, app.player.streams)
	}
	return list
}

// marks reads hashtags from title and description, which both link them, and mentions from the description; nothing
// marks them in the player's answer. Without a description nothing is known, because it holds most of them. Keywords are
// no hashtags.
func marks(title, description *string) content.Facts {
	if description == nil {
		return content.Facts{}
	}
	if title == nil {
		title = new("")
	}
	return content.Facts{Tags: append(scan.Hashtags(title, false), scan.Hashtags(description, false)...), Mentions: scan.Mentions(description, "._-")}
}

// largest returns the size of the largest stream with a picture.
func largest(streams gjson.Result) (width, height *int64) {
	for _, list := range []string{"adaptiveFormats", "formats"} {
		forEach(streams.Get(list), func(f gjson.Result) bool {
			m := scan.Fields(f, "width", "height")
			w, h := scan.Int(m["width"]), scan.Int(m["height"])
			if w != nil && h != nil && (width == nil || *w > *width) {
				width, height = w, h
			}
			return true
		})
	}
	return width, height
}

// originalLanguage returns the language of the sound that was recorded, of a video that has several: its track's id ends in
// .4, as in "en-US.4", and those of dubbed sound end in .3 and .10. nil if the streams do not say.
func originalLanguage(streams gjson.Result) (language *string) {
	forEach(streams.Get("adaptiveFormats"), func(f gjson.Result) bool {
		if tag, original := strings.CutSuffix(f.Get("audioTrack.id").String(), ".4"); original {
			language = &tag
		}
		return language == nil
	})
	return language
}

// apiFacts reads a video resource of the official API, which names the category by a number alone.
func apiFacts(snippet gjson.Result) content.Facts {
	facts := marks(scan.Str(snippet.Get("title")), scan.Text(snippet.Get("description")))
	facts.Language = scan.Str(scan.First(snippet.Get("defaultAudioLanguage"), snippet.Get("defaultLanguage")))
	return facts
}
