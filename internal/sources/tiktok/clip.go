package tiktok

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// clip is one item, read from any format: the web's camelCase one of pages, lists and search, or the app's snake_case one.
type clip struct {
	id           string
	author       *content.AccountRef
	title, text  *string
	published    *content.Time
	durationMs   *int64
	width        *int64 // of the video
	height       *int64
	stats        content.Stats
	viewsRounded bool
	images       int             // number of pictures of a photo post; 0 for a video
	photos       []content.Image // of a photo post, in order; URL is "" if there is none that may be fetched
	renditions   renditions
	pictures     scan.Pictures
	thumbnails   []content.Image
	captions     captions
	handle       string // of an author whose id is unknown
	partial      bool   // read from a partial source because the page refused
	classified   bool   // described publicly, but shown only to people who are signed in
	pinned       bool
	facts        content.Facts
}

// readClip reads the next value, an item; false if it is none or has no id. It is called for each row of long lists.
func readClip(r *scan.Reader) (clip, bool) {
	var c clip
	var handle, authorID, nickname gjson.Result
	var exact, plain counts
	var m marks
	for key := range r.Object() {
		switch key {
		case "id", "aweme_id":
			c.id = scan.ID(r.Value())
		case "desc":
			c.text = scan.Text(r.Value())
		case "createTime", "create_time":
			c.published = scan.Unix(r.Value())
		case "author":
			handle = r.Value()
		case "authorId":
			authorID = r.Value()
		case "nickname":
			nickname = r.Value()
		case "statsV2":
			exact = readCounts(r)
		case "stats", "statistics":
			plain = readCounts(r)
			plain.exact = key == "statistics"
		case "isContentClassified":
			c.classified = r.Value().Bool()
		case "isPinnedItem":
			c.pinned = r.Value().Bool()
		case "video":
			c.readVideo(r)
		case "imagePost", "image_post_info":
			c.readPhotos(r)
		default:
			m.read(key, r)
		}
	}
	c.facts = m.facts(c.text)
	c.author = clipAuthor(handle, authorID, nickname)
	c.setStats(exact, plain)
	c.thumbnails = c.pictures.List
	if c.images > 0 {
		c.durationMs = nil // a photo post's length is that of its music
	}
	return c, isID(c.id)
}

// readPhotos reads the pictures of a photo post: {imageURL{urlList}, imageWidth} on the web, {display_image} in the app.
func (c *clip) readPhotos(r *scan.Reader) {
	for key := range r.Object() {
		switch key {
		case "title":
			c.title = scan.Str(r.Value())
		case "images":
			for range r.Array() {
				m := r.Fields("imageURL", "imageWidth", "imageHeight", "display_image")
				var own scan.Pictures
				for _, list := range []*scan.Pictures{&c.pictures, &own} {
					list.Add(m["imageURL"].Get("urlList.0").String(), scan.Int(m["imageWidth"]), scan.Int(m["imageHeight"]))
					addApp(list, m["display_image"])
				}
				if len(own.List) == 0 { // keeps its place, so that later pictures keep their index
					own.List = []content.Image{{Width: scan.Int(m["imageWidth"]), Height: scan.Int(m["imageHeight"])}}
				}
				c.photos = append(c.photos, own.List[0])
				c.images++
			}
		}
	}
}

// isID reports whether s is a decimal id of the platform.
func isID(s string) bool { return sources.IsDigits(s, 1, 25) }

// clipAuthor reads the author: an object now (in the app's names as well), and until 2023 a handle with separate id and name.
func clipAuthor(v, id, name gjson.Result) *content.AccountRef {
	if v.Type == gjson.String {
		return author(scan.ID(id), v.Str, scan.Text(name))
	}
	m := scan.Fields(v, "id", "uniqueId", "nickname", "uid", "unique_id")
	return author(scan.ID(scan.First(m["uid"], m["id"])), scan.First(m["unique_id"], m["uniqueId"]).String(), scan.Text(m["nickname"]))
}

// author returns nil without the stable id, which identifies an account.
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
