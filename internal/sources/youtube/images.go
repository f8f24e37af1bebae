package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// images reads a list of {"url","width","height"}: "thumbnails" in older shapes, "sources" in newer ones. Their
// addresses are signed, but carry no end.
func images(list gjson.Result) []content.Image { return readImages(scan.ReadString(list.Raw)) }

// readThumbnails reads the list inside the object that comes next.
func readThumbnails(r *scan.Reader) (out []content.Image) {
	for key := range r.Object() {
		if key == "thumbnails" {
			out = readImages(r)
		}
	}
	return out
}

// readImages is images of the list that comes next.
func readImages(r *scan.Reader) []content.Image {
	out := make([]content.Image, 0, 4)
	for range r.Array() {
		var im content.Image
		for key := range r.Object() {
			switch key {
			case "url":
				im.URL = r.Value().String()
			case "width":
				im.Width = r.Int()
			case "height":
				im.Height = r.Int()
			}
		}
		if strings.HasPrefix(im.URL, "//") {
			im.URL = "https:" + im.URL
		}
		if strings.HasPrefix(im.URL, "https://") {
			out = append(out, im)
		}
	}
	return out
}
