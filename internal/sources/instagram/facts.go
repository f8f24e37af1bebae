package instagram

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// facts collects the members of a post until all are read and it is known which of them apply.
type facts struct {
	content.Facts
	picture                     picture
	code, pk, typename, product string
	mediaType                   int64
	boosted                     bool // clips_metadata is there
	hidden                      bool // like_and_view_counts_disabled: likes are then a meaningless number such as 3
	views                       [4]*int64
	likes, comments             [3]*int64
	length                      gjson.Result
	video                       sources.MediaFile
	children                    [][]byte      // parts of a carousel, read if files are requested
	pictures, first             scan.Pictures // its own, and those of a carousel's first part that has any
}

// read reads a member that shows the kind, a count or a picture. Others are skipped.
func (f *facts) read(key string, r *scan.Reader) {
	if f.readKind(key, r) || f.readCount(key, r) || f.readExtra(key, r) {
		return
	}
	f.readPicture(key, r)
}

// readKind reads a member that shows the kind of post, and reports whether key is such a member.
func (f *facts) readKind(key string, r *scan.Reader) bool {
	switch key {
	case "code", "shortcode":
		f.code = r.Value().String()
	case "pk":
		f.pk = scan.ID(r.Value())
	case "__typename":
		f.typename = r.Value().String()
	case "product_type":
		f.product = r.Value().String()
	case "media_type":
		f.mediaType = r.Value().Int()
	case "clips_metadata":
		raw := r.Raw()
		f.boosted = len(raw) > len("null")
		f.Sound = readSound(scan.Read(raw))
	default:
		return false
	}
	return true
}

// readCount reads a count, and reports whether key is one. If a format repeats a count, the first one is used.
func (f *facts) readCount(key string, r *scan.Reader) bool {
	switch key {
	case "play_count", "video_play_count":
		f.views[0] = r.Int()
	case "ig_play_count":
		f.views[1] = r.Int()
	case "view_count":
		f.views[2] = r.Int()
	case "video_view_count":
		f.views[3] = r.Int()
	case "like_count":
		f.likes[0] = r.Int()
	case "edge_media_preview_like":
		f.likes[1] = scan.Int(r.Fields("count")["count"])
	case "edge_liked_by":
		f.likes[2] = scan.Int(r.Fields("count")["count"])
	case "comment_count", "edge_media_to_parent_comment":
		f.comments[0] = edgeCount(r.Value())
	case "edge_media_to_comment":
		f.comments[1] = edgeCount(r.Value())
	case "edge_media_preview_comment":
		f.comments[2] = edgeCount(r.Value())
	case "like_and_view_counts_disabled":
		f.hidden = r.Value().Bool()
	case "video_duration":
		f.length = r.Value()
	default:
		return false
	}
	return true
}

// edgeCount reads a number, or the count of an edge.
func edgeCount(v gjson.Result) *int64 {
	if v.IsObject() {
		return scan.Int(scan.Fields(v, "count")["count"])
	}
	return scan.Int(v)
}

func (f *facts) finish(p media) (media, bool) {
	if p.code = f.code; p.code == "" {
		p.code = shortcode(f.pk)
	}
	p.kind = f.contentKind()
	p.stats.Views, p.stats.Likes, p.stats.Comments = cmp.Or(f.views[:]...), cmp.Or(f.likes[:]...), cmp.Or(f.comments[:]...)
	if f.hidden {
		p.stats.Likes = nil
	}
	p.facts, p.picture = f.Facts, f.picture
	p.durationMs = duration(f.length, f.video.URL)
	p.files = files{own: f.file(), children: f.children}
	p.files.own.AltText = f.picture.alt
	p.thumbnails = f.pictures.List
	if len(f.first.List) > 0 && (len(p.thumbnails) == 0 || p.thumbnails[0].Width == nil) {
		p.thumbnails = append(f.first.List, p.thumbnails...)
	}
	return p, p.code != "" && p.kind != ""
}

// contentKind maps media_type 1, 2 and 8, or the end of the type's name: XIGPolarisImageMedia, GraphVideo,
// XDTGraphSidecar. Clips are reels. A boosted post's product is "ad", so other members show what it was.
func (f *facts) contentKind() content.Kind {
	is := func(mediaType int64, names ...string) bool {
		return f.mediaType == mediaType || slices.ContainsFunc(names, func(n string) bool { return strings.HasSuffix(f.typename, n) })
	}
	switch {
	case is(8, "CarouselMedia", "Sidecar"):
		return content.KindCarousel
	case is(1, "ImageMedia", "Image"):
		return content.KindImage
	case f.mediaType == 0 && f.typename == "" && f.product == "clips": // in a list of reels, whose rows do not contain their kind
		return content.KindShort
	case !is(2, "VideoMedia", "Video"):
		return ""
	case f.product == "clips", f.product == "ad" && f.boosted:
		return content.KindShort
	}
	return content.KindVideo
}
