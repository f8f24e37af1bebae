package clipsite

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// readApp reads the app's shape of an item: snake_case, counts as exact numbers, durations in milliseconds.
func readApp(m map[string]gjson.Result) (clip, bool) {
	c := clip{id: wire.ID(m["aweme_id"]), text: wire.Text(m["desc"]), published: wire.Unix(m["create_time"])}
	if !isID(c.id) {
		return clip{}, false
	}
	c.author = appAuthor(m["author"])
	n := m["statistics"].Map()
	c.stats = content.Stats{
		Views: wire.Int(n["play_count"]), Likes: wire.Int(n["digg_count"]), Comments: wire.Int(n["comment_count"]),
		Shares: wire.Int(n["share_count"]), Saves: wire.Int(n["collect_count"]),
	}
	video := m["video"].Map()
	var pictures wire.Pictures
	for _, key := range []string{"cover", "origin_cover", "dynamic_cover"} {
		addApp(&pictures, video[key])
	}
	photos := m["image_post_info"].Map()
	for _, image := range photos["images"].Array() {
		addApp(&pictures, image.Get("display_image"))
		c.images++
	}
	c.thumbnails, c.title = pictures.List, wire.Str(photos["title"])
	if ms := wire.Int(video["duration"]); ms != nil && *ms > 0 && c.images == 0 {
		c.durationMs = ms
	}
	return c, true
}

func addApp(p *wire.Pictures, v gjson.Result) {
	f := v.Map()
	p.Add(f["url_list"].Get("0").String(), wire.Int(f["width"]), wire.Int(f["height"]))
}

// appAuthor reads the user of an app item, a comment or a user card.
func appAuthor(v gjson.Result) *content.AccountRef {
	f := v.Map()
	return author(wire.ID(f["uid"]), f["unique_id"].String(), wire.Text(f["nickname"]))
}
