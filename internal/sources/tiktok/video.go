package tiktok

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// readVideo reads covers, length, captions and files. On the web, covers are addresses and the length is in whole
// seconds; in the app, covers are objects and the length is in milliseconds.
func (c *clip) readVideo(r *scan.Reader) {
	var length gjson.Result
	app := false
	for key := range r.Object() {
		switch key {
		case "cover", "originCover", "dynamicCover", "origin_cover", "dynamic_cover":
			v := r.Value()
			c.pictures.Add(v.Str, nil, nil)
			addApp(&c.pictures, v)
			app = app || v.IsObject()
		case "zoomCover":
			for width := range r.Object() {
				c.pictures.Add(r.Value().Str, scan.Digits(width), nil)
			}
		case "shareCover":
			for range r.Array() {
				c.pictures.Add(r.Value().Str, nil, nil)
			}
		case "width":
			c.width = r.Int()
		case "height":
			c.height = r.Int()
		case "duration":
			length = r.Value()
		case "codecType":
			c.renditions.codec = r.Value().String()
		case "playAddr", "play_addr":
			c.renditions.played = r.Value()
		case "PlayAddrStruct":
			c.renditions.again = r.Raw()
		case "bitrateInfo", "bit_rate":
			c.renditions.others = r.Raw()
		case "subtitleInfos":
			c.captions.files = r.Raw()
		case "claInfo":
			c.captions.info = r.Raw()
		}
	}
	if n := scan.Int(length); n != nil && *n > 0 {
		if !app {
			*n *= 1000
		}
		c.durationMs = n
	}
}

// addApp adds a picture in the app's format, {url_list, width, height}.
func addApp(p *scan.Pictures, v gjson.Result) {
	if !v.IsObject() {
		return
	}
	m := scan.Fields(v, "url_list", "width", "height")
	p.Add(m["url_list"].Get("0").String(), scan.Int(m["width"]), scan.Int(m["height"]))
}

// appAuthor reads the user of a comment or user card, which has the app's names even on the web.
func appAuthor(v gjson.Result) *content.AccountRef {
	m := scan.Fields(v, "uid", "unique_id", "nickname")
	return author(scan.ID(m["uid"]), m["unique_id"].String(), scan.Text(m["nickname"]))
}
