package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// images reads a list of {"url","width","height"}: "thumbnails" in older formats, "sources" in newer ones. The addresses
// are signed but have no expiry time.
func images(list gjson.Result) []content.Image { return readImages(scan.ReadString(list.Raw)) }

// readThumbnails reads the list inside the next value, an object.
func readThumbnails(r *scan.Reader) (out []content.Image) {
	for key := range r.Object() {
		if key == "thumbnails" {
			out = readImages(r)
		}
	}
	return out
}

// readImages is images for the next value.
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
