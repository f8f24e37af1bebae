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
		url := v.Get("url").String()
		if strings.HasPrefix(url, "//") {
			url = "https:" + url
		}
		if strings.HasPrefix(url, "https://") {
			out = append(out, content.Image{URL: url, Width: wire.Int(v.Get("width")), Height: wire.Int(v.Get("height"))})
		}
		return true
	})
	return out
}
