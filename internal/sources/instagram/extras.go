package instagram

import (
	"cmp"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// picture is what a post, or a part of it, says about its picture or video, except the addresses.
type picture struct {
	kind          content.MediaKind // "" if only the type's name shows it
	width, height *int64
	alt           *string
}

// readExtra reads a member about the content beyond text and counts, and reports whether key is such a member.
func (f *facts) readExtra(key string, r *scan.Reader) bool {
	switch key {
	case "location":
		f.Location = readLocation(r.Value())
	case "is_paid_partnership":
		if paid := scan.Bool(r.Value()); f.Sponsored == nil || !*f.Sponsored {
			f.Sponsored = paid
		}
	case "sponsor_tags", "edge_media_to_sponsor_user":
		f.readSponsors(r.Value())
	case "accessibility_caption":
		f.picture.alt = scan.Str(r.Value())
	case "original_width":
		f.picture.width = r.Int()
	case "original_height":
		f.picture.height = r.Int()
	case "dimensions":
		m := r.Fields("width", "height")
		f.picture.width, f.picture.height = scan.Int(m["width"]), scan.Int(m["height"])
	case "is_video":
		if video := scan.Bool(r.Value()); video != nil {
			f.picture.kind = mediaKind(*video)
		}
	default:
		return false
	}
	return true
}

// readSponsors reads who paid: a list today, an edge before 2024. An empty edge means that there is no sponsor; a list
// may be null or empty although is_paid_partnership is true, which then decides.
func (f *facts) readSponsors(v gjson.Result) {
	edges := v.Get("edges")
	switch {
	case len(v.Array()) > 0 && v.IsArray(), len(edges.Array()) > 0:
		f.Sponsored = new(true)
	case edges.IsArray() && f.Sponsored == nil:
		f.Sponsored = new(false)
	}
}

// readLocation reads {pk or id, name}; nil if there is no place.
func readLocation(v gjson.Result) *content.Location {
	if !v.IsObject() {
		return nil
	}
	m := scan.Fields(v, "pk", "id", "name")
	return &content.Location{ID: new(scan.ID(scan.First(m["pk"], m["id"]))), Name: scan.Str(m["name"])}
}

// readSound reads clips_metadata: {music_info{music_asset_info{audio_cluster_id, title, display_artist}}} for published
// music, or {original_sound_info{audio_asset_id, original_audio_title, ig_artist{username}}} for sound recorded with a reel.
func readSound(r *scan.Reader) (sound *content.Sound) {
	for key := range r.Object() {
		switch key {
		case "music_info":
			if m := r.Fields("music_asset_info")["music_asset_info"]; m.IsObject() {
				m := scan.Fields(m, "audio_cluster_id", "title", "display_artist")
				sound = &content.Sound{ID: new(scan.ID(m["audio_cluster_id"])), Title: scan.Str(m["title"]), Author: scan.Str(m["display_artist"]), Original: new(false)}
			}
		case "original_sound_info":
			if r.IsObject() {
				m := r.Fields("audio_asset_id", "original_audio_title", "ig_artist")
				sound = &content.Sound{ID: new(scan.ID(m["audio_asset_id"])), Title: scan.Str(m["original_audio_title"]),
					Author: scan.Str(m["ig_artist"].Get("username")), Original: new(true)}
			}
		}
	}
	return sound
}

// withMarks adds the hashtags and mentions in a text: the platform's answers do not mark them.
func withMarks(f content.Facts, text *string) content.Facts {
	f.Tags, f.Mentions = scan.Hashtags(text, true), scan.Mentions(text, "._")
	return f
}

// extras returns what the post contains beyond text and counts.
func (p media) extras() content.Extras {
	return content.Extras{Media: p.mediaList(), Facts: withMarks(p.facts, p.text)}
}

// mediaList lists the parts of a carousel, or the one picture or video; nil if the source does not say what the parts are.
func (p media) mediaList() (list []content.ItemMedia) {
	if p.kind != content.KindCarousel {
		own := p.picture
		own.kind = mediaKind(p.kind != content.KindImage)
		m := own.with(p.files.own)
		m.DurationMs = p.durationMs
		return []content.ItemMedia{m}
	}
	for _, raw := range p.files.children {
		part := partMedia(scan.Read(raw))
		if part.Kind == "" {
			return nil
		}
		list = append(list, part)
	}
	for _, file := range p.files.ready {
		list = append(list, picture{kind: file.Kind}.with(file))
	}
	return list
}

// partMedia reads one part of a carousel. Its kind is "" if unknown.
func partMedia(r *scan.Reader) content.ItemMedia {
	var f facts
	for key := range r.Object() {
		f.read(key, r)
	}
	if kind := f.contentKind(); kind != "" {
		f.picture.kind = mediaKind(kind != content.KindImage)
	} else if f.picture.kind == content.MediaImage {
		f.typename = "Image"
	}
	file := f.file()
	f.picture.kind = cmp.Or(f.picture.kind, file.Kind)
	m := f.picture.with(file)
	if m.Kind == content.MediaVideo {
		m.DurationMs = duration(f.length, f.video.URL)
	}
	return m
}

// with returns the media with the file's address, which works for everybody, and its size if known.
func (p picture) with(file sources.MediaFile) content.ItemMedia {
	m := content.ItemMedia{Kind: p.kind, Width: p.width, Height: p.height, AltText: p.alt}
	if file.URL == "" || file.Kind != p.kind {
		return m
	}
	m.URL, m.ExpiresAt = &file.URL, file.ExpiresAt
	if file.Width > 0 && file.Height > 0 {
		m.Width, m.Height = &file.Width, &file.Height
	}
	return m
}

func mediaKind(video bool) content.MediaKind {
	if video {
		return content.MediaVideo
	}
	return content.MediaImage
}
