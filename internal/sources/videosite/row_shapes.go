package videosite

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// lockup is an element since 2026. Its counts are shortened and its texts stand in any row.
func lockup(v gjson.Result, kind content.Kind) *content.ItemSummary {
	m := members(v, "contentImage", "metadata", "contentId", "contentType")
	if t := m["contentType"].String(); t != "" && t != "LOCKUP_CONTENT_TYPE_VIDEO" && t != "LOCKUP_CONTENT_TYPE_SHORT" {
		return nil
	}
	meta := wire.Child(m["metadata"], "lockupMetadataViewModel")
	picture := m["contentImage"].Get("thumbnailViewModel")
	row := newRow(m["contentId"].String(), kind, text(meta.Get("title")), picture.Get("image.sources"))
	if row == nil {
		return nil
	}
	every(meta.Get("metadata.contentMetadataViewModel.metadataRows"), func(r gjson.Result) bool {
		every(r.Get("metadataParts"), func(p gjson.Result) bool {
			say(row, text(p.Get("text")))
			return true
		})
		return true
	})
	for b := range wire.Members(picture.Get("overlays").Raw, "thumbnailBadgeViewModel") {
		badge(row, b.Get("text").String(), b.Get("badgeStyle").String())
	}
	shown, _, _ := strings.Cut(meta.Raw, `"menuButton"`) // a menu is larger than all before it, and names channels, too
	by := wire.At(shown, "browseEndpoint")
	row.Author = ref(by.Get("browseId").String(), handleIn(by.Get("canonicalBaseUrl").String()), "")
	return row
}

// video is an element of search, of playlists and of channels before 2026. Its counts are exact.
func video(v gjson.Result, kind content.Kind) *content.ItemSummary {
	m := members(v, "videoId", "thumbnail", "title", "longBylineText", "shortBylineText", "ownerText", "publishedTimeText", "viewCountText",
		"lengthText", "navigationEndpoint", "thumbnailOverlays", "videoInfo")
	if m["navigationEndpoint"].Get("reelWatchEndpoint").Exists() {
		kind = content.KindShort
	}
	row := newRow(m["videoId"].String(), kind, text(m["title"]), m["thumbnail"].Get("thumbnails"))
	if row == nil {
		return nil
	}
	say(row, text(m["viewCountText"]))
	say(row, text(m["publishedTimeText"]))
	every(m["videoInfo"].Get("runs"), func(r gjson.Result) bool {
		say(row, r.Get("text").String())
		return true
	})
	row.DurationMs = clock(text(m["lengthText"]))
	every(m["thumbnailOverlays"], func(o gjson.Result) bool {
		if s := o.Get("thumbnailOverlayTimeStatusRenderer"); s.Exists() {
			if style := s.Get("style").String(); style == "SHORTS" {
				row.Kind = content.KindShort
			} else if row.DurationMs == nil {
				badge(row, text(s.Get("text")), style)
			}
		}
		return true
	})
	row.Author = byline(wire.First(m["ownerText"], m["longBylineText"], m["shortBylineText"]))
	return row
}

// byline is the channel of a row; of several that made a video together it is the first one named.
func byline(v gjson.Result) *content.AccountRef {
	run := v.Get("runs.0")
	if by := run.Get("navigationEndpoint.browseEndpoint"); by.Exists() {
		return ref(by.Get("browseId").String(), handleIn(by.Get("canonicalBaseUrl").String()), run.Get("text").String())
	}
	first := wire.Renderer(run.Raw, "listItemViewModel")
	by := wire.Renderer(first.Raw, "browseEndpoint")
	return ref(by.Get("browseId").String(), handleAmong(text(first.Get("subtitle"))), strings.TrimSpace(text(first.Get("title"))))
}

// handleAmong finds a handle in a line such as "@some.one • 317k subscribers", which holds invisible direction marks.
func handleAmong(line string) string {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r <= ' ' || r >= '\u2000' && r <= '\u2069' }) {
		if strings.HasPrefix(word, "@") {
			return handleIn(word)
		}
	}
	return ""
}

// shortsLockup is a short since 2024: a title and shortened views.
func shortsLockup(v gjson.Result) *content.ItemSummary {
	m := members(v, "entityId", "onTap", "overlayMetadata", "thumbnailViewModel", "thumbnail")
	id := m["onTap"].Get("innertubeCommand.reelWatchEndpoint.videoId").String()
	if id == "" {
		id = strings.TrimPrefix(m["entityId"].String(), "shorts-shelf-item-")
	}
	picture := m["thumbnailViewModel"]
	row := newRow(id, content.KindShort, text(m["overlayMetadata"].Get("primaryText")),
		wire.First(picture.Get("thumbnailViewModel.image.sources"), picture.Get("image.sources"), m["thumbnail"].Get("sources")))
	if row != nil {
		say(row, text(m["overlayMetadata"].Get("secondaryText")))
	}
	return row
}

// reelItem is a short before that.
func reelItem(v gjson.Result) *content.ItemSummary {
	m := members(v, "videoId", "headline", "thumbnail", "viewCountText")
	row := newRow(m["videoId"].String(), content.KindShort, text(m["headline"]), m["thumbnail"].Get("thumbnails"))
	if row != nil {
		say(row, text(m["viewCountText"]))
	}
	return row
}
