package photosite

import (
	"math"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// media is one post, read from whichever shape told of it.
type media struct {
	code       string
	kind       content.Kind
	author     *content.AccountRef
	text       *string
	published  *content.Time
	durationMs *int64
	stats      content.Stats
	thumbnails []content.Image
	captions   string // address of an SRT file, "" without
	language   string // of the captions
}

// readMedia reads a post of any shape; false when it is none.
func readMedia(v gjson.Result) (media, bool) {
	if !v.IsObject() {
		return media{}, false
	}
	m := v.Map()
	if inner := m["if_not_gated_logged_out"]; inner.IsObject() {
		m = inner.Map()
	}
	if m["shortcode"].Exists() && m["__typename"].Exists() {
		return readGraph(m)
	}
	return readV1(m)
}

// readV1 reads the names of the app, which the web took over: today's pages, XDT GraphQL and /api/v1.
func readV1(m map[string]gjson.Result) (media, bool) {
	p := media{code: m["code"].String(), kind: v1Kind(m), author: readAuthor(wire.First(m["user"], m["owner"]))}
	if p.code == "" {
		p.code = shortcode(wire.ID(m["pk"]))
	}
	if p.code == "" || p.kind == "" {
		return media{}, false
	}
	p.text = caption(m["caption"])
	p.published = wire.Unix(m["taken_at"])
	p.stats = content.Stats{
		Views: wire.Int(wire.First(m["play_count"], m["ig_play_count"], m["view_count"])), Likes: wire.Int(m["like_count"]),
		Comments: wire.Int(m["comment_count"]), Shares: wire.Int(m["reshare_count"]),
	}
	if m["like_and_view_counts_disabled"].Bool() {
		p.stats.Likes = nil // the platform then gives a token number such as 3
	}
	p.durationMs = duration(m["video_duration"], m["video_versions"].Get("0.url").String())
	p.thumbnails = v1Pictures(m)
	p.captions, p.language = m["video_subtitles_uri"].String(), m["video_subtitles_locale"].String()
	return p, true
}

// v1Kind maps media_type 1, 2 and 8; clips are the reels. A boosted post's product is "ad": what it was shows elsewhere.
func v1Kind(m map[string]gjson.Result) content.Kind {
	typename := m["__typename"].String()
	switch kind := m["media_type"].Int(); {
	case kind == 8, strings.HasSuffix(typename, "CarouselMedia"):
		return content.KindCarousel
	case kind == 1, strings.HasSuffix(typename, "ImageMedia"):
		return content.KindImage
	case kind != 2 && !strings.HasSuffix(typename, "VideoMedia"):
		return ""
	}
	if product := m["product_type"].String(); product == "clips" || product == "ad" && m["clips_metadata"].IsObject() {
		return content.KindShort
	}
	return content.KindVideo
}

// caption tells an empty text (the post has no caption) from an unknown one (the shape does not say).
func caption(v gjson.Result) *string {
	if v.Exists() && v.Type == gjson.Null {
		return new(string)
	}
	return wire.Text(v.Get("text"))
}

// duration reads fractional seconds; where a shape has none the video's own address tells whole ones.
func duration(seconds gjson.Result, address string) *int64 {
	if seconds.Type == gjson.Number && seconds.Num > 0 && seconds.Num < 1<<31 {
		ms := int64(math.Round(seconds.Num * 1000))
		return &ms
	}
	return wire.AddressDuration(address)
}

// v1Pictures lists the sizes of the post's picture; a carousel shows its first.
func v1Pictures(m map[string]gjson.Result) []content.Image {
	var p wire.Pictures
	add := func(candidates gjson.Result) {
		for _, c := range candidates.Array() {
			f := c.Map()
			p.Add(f["url"].String(), wire.Int(f["width"]), wire.Int(f["height"]))
		}
	}
	add(m["image_versions2"].Get("candidates"))
	if len(p.List) == 0 {
		add(m["carousel_media"].Get("0.image_versions2.candidates"))
	}
	p.Add(m["display_uri"].String(), nil, nil)
	return p.List
}

// readAuthor reads whose post or comment it is. The stable id is pk; pages of 2026 have an unrelated id beside it.
func readAuthor(v gjson.Result) *content.AccountRef {
	m := v.Map()
	id := wire.ID(wire.First(m["pk"], m["pk_id"], m["id"]))
	if id == "" || len(id) > 25 || strings.Trim(id, "0123456789") != "" {
		return nil
	}
	ref := &content.AccountRef{ID: content.NaturalID(content.PhotoSite, id), Platform: content.PhotoSite, Name: wire.Text(m["full_name"])}
	if handle := wire.Str(m["username"]); handle != nil {
		address := accountURL(*handle)
		ref.Handle, ref.URL = handle, &address
	}
	return ref
}

func accountURL(handle string) string { return origin + "/" + handle + "/" }
