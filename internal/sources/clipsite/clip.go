package clipsite

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// clip is one item, read from whichever shape told of it: the web's camelCase one of pages, lists and search, or the
// app's snake_case one.
type clip struct {
	id           string
	author       *content.AccountRef
	title, text  *string
	published    *content.Time
	durationMs   *int64
	stats        content.Stats
	viewsRounded bool
	images       int // pictures of a photo post, 0 for a video
	thumbnails   []content.Image
	captions     []captionFile
}

// readClip reads an item; false when it has no id or is no item.
func readClip(v gjson.Result) (clip, bool) {
	if !v.IsObject() {
		return clip{}, false
	}
	m := v.Map()
	if m["aweme_id"].Exists() {
		return readApp(m)
	}
	c := clip{id: wire.ID(m["id"]), text: wire.Text(m["desc"]), published: wire.Unix(m["createTime"])}
	if !isID(c.id) {
		return clip{}, false
	}
	c.author = webAuthor(m)
	c.stats, c.viewsRounded = webStats(m["statsV2"].Map(), m["stats"].Map())
	video := m["video"].Map()
	photos := m["imagePost"].Map()
	pictures := webCovers(video)
	for _, image := range photos["images"].Array() {
		f := image.Map()
		pictures.Add(f["imageURL"].Get("urlList.0").String(), wire.Int(f["imageWidth"]), wire.Int(f["imageHeight"]))
		c.images++
	}
	c.thumbnails = pictures.List
	c.title = wire.Str(photos["title"])
	if seconds := wire.Int(video["duration"]); seconds != nil && *seconds > 0 && c.images == 0 {
		c.durationMs = new(*seconds * 1000) // whole seconds on the web
	}
	c.captions = captionFiles(video)
	return c, true
}

// isID tells whether s is the platform's decimal id.
func isID(s string) bool {
	return s != "" && len(s) <= 25 && strings.Trim(s, "0123456789") == ""
}

// webAuthor reads the author: an object today, until 2023 also a bare handle with its companions beside it.
func webAuthor(item map[string]gjson.Result) *content.AccountRef {
	a := item["author"]
	if a.Type == gjson.String {
		return author(wire.ID(item["authorId"]), a.Str, wire.Text(item["nickname"]))
	}
	f := a.Map()
	return author(wire.ID(f["id"]), f["uniqueId"].String(), wire.Text(f["nickname"]))
}

// author is nil without the stable id, which is what an account is known by.
func author(id, handle string, name *string) *content.AccountRef {
	if !isID(id) || id == "0" {
		return nil
	}
	ref := &content.AccountRef{ID: content.NaturalID(content.ClipSite, id), Platform: content.ClipSite, Name: name}
	if handle != "" {
		ref.Handle, ref.URL = &handle, new(origin+"/@"+handle)
	}
	return ref
}

// roundedFrom is where the platform begins to round its plain stats.
const roundedFrom = 10_000

// webStats prefers statsV2, which is exact; plain stats are rounded in lists and search. The second value tells that
// the views are such a rounded number.
func webStats(exact, plain map[string]gjson.Result) (content.Stats, bool) {
	count := func(key string) *int64 { return wire.Int(wire.First(nonEmpty(exact[key]), plain[key])) }
	s := content.Stats{
		Views: count("playCount"), Likes: count("diggCount"), Comments: count("commentCount"),
		Shares: count("shareCount"), Saves: count("collectCount"),
	}
	rounded := s.Views != nil && *s.Views >= roundedFrom && wire.Int(exact["playCount"]) == nil
	return s, rounded
}

func nonEmpty(v gjson.Result) gjson.Result {
	if v.Type == gjson.String && v.Str == "" {
		return gjson.Result{}
	}
	return v
}

func webCovers(video map[string]gjson.Result) wire.Pictures {
	var p wire.Pictures
	for _, key := range []string{"cover", "originCover", "dynamicCover"} {
		p.Add(video[key].String(), nil, nil)
	}
	video["zoomCover"].ForEach(func(width, address gjson.Result) bool {
		p.Add(address.String(), wire.Digits(width.String()), nil)
		return true
	})
	for _, address := range video["shareCover"].Array() {
		p.Add(address.String(), nil, nil)
	}
	return p
}
