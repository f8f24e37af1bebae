package instagram

import (
	"math"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// media is one post, read from any format.
type media struct {
	code       string
	kind       content.Kind
	author     *content.AccountRef
	text       *string
	published  *content.Time
	durationMs *int64
	stats      content.Stats
	thumbnails []content.Image
	files      files
	captions   string // address of an SRT file; "" if there is none
	language   string // of the captions
	picture    picture
	facts      content.Facts // without hashtags and mentions, which are read from the text
	partial    bool          // read from a partial source because the full one refused
}

// readMedia reads the next value, a post, with the v1 names of pages, feeds and XDT GraphQL or the edge_… names of GraphQL
// before 2024, ?__a=1 and xdt_shortcode_media. It returns false if it is not a post. It is called for each row of long lists.
func readMedia(r *scan.Reader) (media, bool) { return readMediaOf(r, "", true) }

// readMediaOf reads a post of a list whose rows omit their product. The post may be wrapped in at most one gate.
func readMediaOf(r *scan.Reader, product string, gate bool) (media, bool) {
	var p, inner media
	f := facts{product: product}
	gated := false
	for key := range r.Object() {
		switch key {
		case "if_not_gated_logged_out":
			if gate {
				inner, gated = readMediaOf(r, product, false)
			}
		case "user", "owner":
			if a := readAuthor(r.Value()); p.author == nil {
				p.author = a
			}
		case "caption":
			p.text = caption(r.Value())
		case "edge_media_to_caption":
			p.text = edgeCaption(r.Value())
		case "taken_at", "taken_at_timestamp":
			p.published = scan.Unix(r.Value())
		case "reshare_count":
			p.stats.Shares = r.Int()
		case "video_subtitles_uri":
			p.captions = r.Value().String()
		case "video_subtitles_locale":
			p.language = r.Value().String()
		default:
			f.read(key, r)
		}
	}
	if gated {
		return inner, true
	}
	return f.finish(p)
}

// caption returns "" if the post has no caption, and nil if the format does not contain it.
func caption(v gjson.Result) *string {
	if v.Exists() && v.Type == gjson.Null {
		return new(string)
	}
	return scan.Text(v.Get("text"))
}

// edgeCaption reads the edge of the caption; an edge without nodes is an empty text.
func edgeCaption(v gjson.Result) *string {
	edges := v.Get("edges")
	if !edges.IsArray() {
		return nil
	}
	return new(edges.Get("0.node.text").String())
}

// duration converts fractional seconds to milliseconds; without them it uses the whole seconds in the video's address.
func duration(seconds gjson.Result, address string) *int64 {
	if seconds.Type == gjson.Number && seconds.Num > 0 && seconds.Num < 1<<31 {
		return new(int64(math.Round(seconds.Num * 1000)))
	}
	return scan.AddressDuration(address)
}

// readAuthor reads the author of a post or comment. The stable id is pk; pages of 2026 also have an unrelated id.
func readAuthor(v gjson.Result) *content.AccountRef {
	m := scan.Fields(v, "pk", "pk_id", "id", "full_name", "username")
	id := scan.ID(scan.First(m["pk"], m["pk_id"], m["id"]))
	if !isAccountID(id) {
		return nil
	}
	ref := &content.AccountRef{ID: content.NaturalID(content.PhotoSite, id), Platform: content.PhotoSite, Name: scan.Text(m["full_name"])}
	if handle := scan.Str(m["username"]); handle != nil {
		ref.Handle, ref.URL = handle, new(accountURL(*handle))
	}
	return ref
}

func accountURL(handle string) string { return origin + "/" + handle + "/" }
