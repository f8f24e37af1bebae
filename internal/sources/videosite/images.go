package videosite

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// images reads a list of {"url","width","height"}: "thumbnails" in older shapes, "sources" in newer ones. Their
// addresses are signed, but carry no end.
func images(list gjson.Result) []content.Image {
	out := []content.Image{}
	every(list, func(v gjson.Result) bool {
		var im content.Image
		v.ForEach(func(key, value gjson.Result) bool {
			switch key.Str {
			case "url":
				im.URL = value.String()
			case "width":
				im.Width = wire.Int(value)
			case "height":
				im.Height = wire.Int(value)
			}
			return true
		})
		if strings.HasPrefix(im.URL, "//") {
			im.URL = "https:" + im.URL
		}
		if strings.HasPrefix(im.URL, "https://") {
			out = append(out, im)
		}
		return true
	})
	return out
}
