package photosite

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// readGraph reads the edge_… names: GraphQL before 2024, ?__a=1, and xdt_shortcode_media, which kept them.
func readGraph(m map[string]gjson.Result) (media, bool) {
	p := media{code: m["shortcode"].String(), kind: graphKind(m), author: readAuthor(m["owner"])}
	if p.code == "" || p.kind == "" {
		return media{}, false
	}
	if edges := m["edge_media_to_caption"].Get("edges"); edges.IsArray() {
		text := edges.Get("0.node.text").String()
		p.text = &text
	}
	p.published = wire.Unix(m["taken_at_timestamp"])
	p.durationMs = duration(m["video_duration"], m["video_url"].String())
	p.stats = content.Stats{
		Views: wire.Int(wire.First(m["video_play_count"], m["video_view_count"])),
		Likes: wire.Int(wire.First(m["edge_media_preview_like"].Get("count"), m["edge_liked_by"].Get("count"))),
		Comments: wire.Int(wire.First(m["edge_media_to_parent_comment"].Get("count"), m["edge_media_to_comment"].Get("count"),
			m["edge_media_preview_comment"].Get("count"))),
	}
	if m["like_and_view_counts_disabled"].Bool() {
		p.stats.Likes = nil
	}
	p.thumbnails = graphPictures(m)
	return p, true
}

// graphKind reads the type's name: GraphImage, XDTGraphVideo, GraphSidecar.
func graphKind(m map[string]gjson.Result) content.Kind {
	switch t := m["__typename"].String(); {
	case strings.HasSuffix(t, "Sidecar"):
		return content.KindCarousel
	case strings.HasSuffix(t, "Image"):
		return content.KindImage
	case !strings.HasSuffix(t, "Video"):
		return ""
	}
	if m["product_type"].String() == "clips" {
		return content.KindShort
	}
	return content.KindVideo
}

func graphPictures(m map[string]gjson.Result) []content.Image {
	var p wire.Pictures
	for _, r := range m["display_resources"].Array() {
		f := r.Map()
		p.Add(f["src"].String(), wire.Int(f["config_width"]), wire.Int(f["config_height"]))
	}
	size := m["dimensions"].Map()
	p.Add(m["display_url"].String(), wire.Int(size["width"]), wire.Int(size["height"]))
	return p.List
}
