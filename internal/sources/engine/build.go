package engine

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Below these bounds the platforms show counts in full. The engine may have read a larger one from a shortened text.
const (
	videoRounds = 1_000
	clipRounds  = 10_000
)

// exact returns a count that is certainly not rounded, and nil for one of bound or more. A bound of 0 means that no count is rounded.
func exact(n *float64, bound float64) *int64 {
	if n == nil || *n < 0 || *n != math.Trunc(*n) || *n > 1<<53 || bound > 0 && *n >= bound {
		return nil
	}
	return new(int64(*n))
}

// seconds reads a time with a resolution of a second. It returns nil for a date without a time, rather than its midnight.
func seconds(at *float64) *content.Time {
	if at == nil || *at <= 0 || *at > 1<<40 {
		return nil
	}
	return content.AtPtr(time.Unix(int64(*at), 0))
}

// buildVideo maps a video: uploader_id is the handle and channel_id the stable id; likes and comments come from texts.
func (r reader) buildVideo(item *content.Item, a *answer) {
	item.Kind, item.Title = content.KindVideo, a.Title
	if a.MediaType == "short" {
		item.Kind = content.KindShort
	}
	item.Author = accountRef(r.platform, a.ChannelID, a.UploaderID, a.Channel)
	item.Stats = content.Stats{Likes: exact(a.LikeCount, videoRounds), Comments: exact(a.CommentCount, videoRounds)}
	if a.LiveStatus != "is_live" { // of a live video it is the number of current viewers
		item.Stats.Views = exact(a.ViewCount, 0)
	}
}

// buildClip maps a clip: uploader_id is the stable id, uploader the handle, channel the name; the title is the cut-off text.
func (r reader) buildClip(item *content.Item, a *answer) {
	item.Kind = content.KindShort
	item.Author = accountRef(r.platform, a.UploaderID, a.Uploader, a.Channel)
	item.Stats = content.Stats{Views: exact(a.ViewCount, clipRounds), Likes: exact(a.LikeCount, clipRounds), Comments: exact(a.CommentCount, clipRounds),
		Shares: exact(a.RepostCount, clipRounds), Saves: exact(a.SaveCount, clipRounds)}
}

// buildPhoto maps a post: uploader_id is the stable id, channel the handle, uploader the name; the title is made up by the engine.
func (r reader) buildPhoto(item *content.Item, a *answer, link sources.Link) {
	switch {
	case a.Type == "playlist":
		item.Kind, item.DurationMs = content.KindCarousel, nil
	case !a.hasPicture():
		item.Kind, item.DurationMs = content.KindImage, nil
	case link.Kind == content.KindShort:
		item.Kind = content.KindShort
	default:
		item.Kind = content.KindVideo
	}
	item.Author = accountRef(r.platform, a.UploaderID, a.Channel, a.Uploader)
	item.Stats = content.Stats{Likes: exact(a.LikeCount, 0), Comments: exact(a.CommentCount, 0)}
}

// pictures returns the thumbnails that the platform named; for video_site only the main one, because its list contains guesses.
func (r reader) pictures(a *answer) []content.Image {
	list := []content.Image{}
	add := func(p picture) {
		if strings.HasPrefix(p.URL, "https://") && !slices.ContainsFunc(list, func(have content.Image) bool { return have.URL == p.URL }) {
			list = append(list, content.Image{URL: p.URL, Width: p.Width, Height: p.Height})
		}
	}
	if r.platform != content.VideoSite {
		for _, p := range a.Thumbnails {
			add(p)
		}
	}
	add(picture{URL: a.Thumbnail})
	return list
}

// files returns files that have picture and sound, or can be joined to have both: the tallest first, complete files first.
func (r reader) files(a *answer) []sources.MediaFile {
	all := slices.Clone(a.Formats)
	for _, e := range a.Entries {
		all = append(all, e.Formats...)
	}
	found := sources.Files{Hosts: r.engine.platform(r.platform).Hosts}
	most := r.engine.platform(r.platform).MediaRange
	sound := bestSound(all)
	if sound != nil {
		sound.MaxRange = most
	}
	for _, f := range all {
		m := f.file(content.MediaVideo)
		m.MaxRange = most
		switch {
		case f.Protocol != "https" || !f.hasPicture():
			continue
		case f.ACodec != "none":
			found.Add(m)
		case sound != nil && f.Ext == "mp4" && strings.HasPrefix(f.VCodec, "avc1"):
			m.Sound = sound
			found.Add(m)
		}
	}
	slices.SortStableFunc(found.List, func(x, y sources.MediaFile) int {
		return cmp.Or(cmp.Compare(y.Height, x.Height), cmp.Compare(x.Parts(), y.Parts()))
	})
	return found.List
}

// bestSound returns the best sound-only file in a format that every player supports: the program lists the worst first.
func bestSound(all []format) *sources.MediaFile {
	for _, f := range slices.Backward(all) {
		if f.Protocol == "https" && f.Ext == "m4a" && f.VCodec == "none" && f.ACodec != "none" {
			m := f.file(content.MediaVideo)
			m.Type = "audio/mp4"
			return &m
		}
	}
	return nil
}

func (f format) hasPicture() bool { return f.VCodec != "none" && f.VCodec != "" }

func (f format) file(kind content.MediaKind) sources.MediaFile {
	return sources.MediaFile{Kind: kind, URL: f.URL, Type: "video/" + f.Ext, Width: f.Width, Height: f.Height, Header: safeHeaders(f.Header)}
}

// safeHeaders returns the headers that may be sent to a media host.
func safeHeaders(h map[string]string) map[string]string {
	kept := map[string]string{}
	for _, name := range []string{"User-Agent", "Referer", "Accept", "Accept-Language"} {
		if v := h[name]; v != "" && len(v) <= 512 && !strings.ContainsAny(v, "\r\n") {
			kept[name] = v
		}
	}
	return kept
}
