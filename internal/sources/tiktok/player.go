package tiktok

import (
	"bytes"
	"context"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// voice is what one answer says about whether an item exists.
type voice int

const (
	silent voice = iota
	shown
	denied
)

// albumType is the aweme_type of a photo post.
const albumType = 150

// fetchPlayed requests an item as the embed player does. If the player is busy or the answer is empty, it repeats the call.
func (s site) fetchPlayed(ctx context.Context, id string) (c clip, said voice) {
	address := origin + "/player/api/v1/items?item_ids=" + url.QueryEscape(id)
	for range 2 {
		a, err := s.fetcher.Fetch(ctx, sources.Request{URL: address, Header: header("")})
		if err != nil {
			return clip{}, silent
		}
		if c, said = readPlayed(a.Body, id); said != silent || wall(a.Body) {
			return c, said
		}
	}
	return clip{}, silent
}

// readPlayed reads the player's answer about an item: its status is under results, the item itself under items.
func readPlayed(body []byte, id string) (c clip, said voice) {
	r := scan.Read(bytes.TrimSpace(body))
	for key := range r.Object() {
		switch key {
		case "items":
			for range r.Array() {
				if read, ok := readPlayerItem(r); ok && read.id == id {
					c, said = read, shown
				}
			}
		case "results":
			for range r.Array() {
				m := r.Fields("id", "id_str", "code")
				if scan.ID(scan.First(m["id_str"], m["id"])) == id && deniesItem(m["code"].String()) && said != shown {
					said = denied
				}
			}
		}
	}
	if !r.Complete() {
		return clip{}, silent
	}
	return c, said
}

// deniesItem reports whether the player's status means that the item is gone or withheld. "api_busy" does not.
func deniesItem(code string) bool {
	return code == "nil_core_data" || strings.Contains(code, "not_exist")
}

// readPlayerItem reads the next value, an item in the player's own format, which has no views, saves, time or author id.
// It returns false for an item without an id, and for a photo post without pictures.
func readPlayerItem(r *scan.Reader) (clip, bool) {
	c := clip{partial: true}
	var name gjson.Result
	var m marks
	album := false
	for key := range r.Object() {
		switch key {
		case "id_str":
			c.id = scan.ID(r.Value())
		case "aweme_type":
			album = r.Value().Int() == albumType
		case "desc":
			c.text = scan.Text(r.Value())
		case "author_info":
			name = r.Value()
		case "statistics_info":
			c.stats = smallCounts(readCounts(r))
		case "video_info":
			c.readPlayerVideo(r)
		case "image_post_info":
			c.readPhotos(r)
		default:
			m.read(key, r)
		}
	}
	c.facts = m.facts(c.text)
	c.handle = name.Get("unique_id").String()
	c.thumbnails = c.pictures.List
	if c.images > 0 {
		c.durationMs = nil // a photo post's length is that of its music
	}
	return c, isID(c.id) && album == (c.images > 0)
}

// secondInMs is the smallest length in milliseconds: a smaller number is in seconds, or 0.
const secondInMs = 1000

// readPlayerVideo reads the length in milliseconds, the cover and the files of the player's item.
func (c *clip) readPlayerVideo(r *scan.Reader) {
	for key := range r.Object() {
		switch key {
		case "meta":
			m := r.Fields("duration", "width", "height")
			if n := scan.Int(m["duration"]); n != nil && *n >= secondInMs {
				c.durationMs = n
			}
			c.width, c.height = scan.Int(m["width"]), scan.Int(m["height"])
		case "cover", "origin_cover":
			addApp(&c.pictures, r.Value())
		case "url_list":
			c.renditions.played = r.Value()
		case "profiles":
			c.renditions.others = r.Raw()
		}
	}
}

// smallCounts keeps only counts too small to be rounded: it is unknown whether the player's counts are exact.
func smallCounts(n counts) content.Stats {
	for _, count := range []**int64{&n.Views, &n.Likes, &n.Comments, &n.Shares, &n.Saves} {
		if *count != nil && **count >= roundedFrom {
			*count = nil
		}
	}
	return n.Stats
}
