package videosite

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// lockup is an element since 2026. Its counts are shortened and its texts stand in any row.
func lockup(v gjson.Result, kind content.Kind) *content.ItemSummary {
	if t := v.Get("contentType").String(); t != "" && t != "LOCKUP_CONTENT_TYPE_VIDEO" && t != "LOCKUP_CONTENT_TYPE_SHORT" {
		return nil
	}
	meta := v.Get("metadata.lockupMetadataViewModel")
	picture := v.Get("contentImage.thumbnailViewModel")
	row := newRow(v.Get("contentId").String(), kind, text(meta.Get("title")), picture.Get("image.sources"))
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
	for b := range wire.Members([]byte(picture.Get("overlays").Raw), "thumbnailBadgeViewModel") {
		badge(row, b.Get("text").String(), b.Get("badgeStyle").String())
	}
	by := wire.Renderer([]byte(meta.Get("image").Raw), "browseEndpoint")
	row.Author = ref(by.Get("browseId").String(), handleIn(by.Get("canonicalBaseUrl").String()), "")
	return row
}

// video is an element of search, of playlists and of channels before 2026. Its counts are exact.
func video(v gjson.Result, kind content.Kind) *content.ItemSummary {
	if v.Get("navigationEndpoint.reelWatchEndpoint").Exists() {
		kind = content.KindShort
	}
	row := newRow(v.Get("videoId").String(), kind, text(v.Get("title")), v.Get("thumbnail.thumbnails"))
	if row == nil {
		return nil
	}
	for _, line := range []string{"viewCountText", "publishedTimeText"} {
		say(row, text(v.Get(line)))
	}
	every(v.Get("videoInfo.runs"), func(r gjson.Result) bool {
		say(row, r.Get("text").String())
		return true
	})
	row.DurationMs = clock(text(v.Get("lengthText")))
	every(v.Get("thumbnailOverlays"), func(o gjson.Result) bool {
		if s := o.Get("thumbnailOverlayTimeStatusRenderer"); s.Exists() {
			if style := s.Get("style").String(); style == "SHORTS" {
				row.Kind = content.KindShort
			} else if row.DurationMs == nil {
				badge(row, text(s.Get("text")), style)
			}
		}
		return true
	})
	row.Author = byline(wire.First(v.Get("ownerText"), v.Get("longBylineText"), v.Get("shortBylineText")))
	return row
}

// byline is the channel of a row; of several that made a video together it is the first one named.
func byline(v gjson.Result) *content.AccountRef {
	run := v.Get("runs.0")
	if by := run.Get("navigationEndpoint.browseEndpoint"); by.Exists() {
		return ref(by.Get("browseId").String(), handleIn(by.Get("canonicalBaseUrl").String()), run.Get("text").String())
	}
	first := wire.Renderer([]byte(run.Raw), "listItemViewModel")
	by := wire.Renderer([]byte(first.Raw), "browseEndpoint")
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
	id := wire.First(v.Get("onTap.innertubeCommand.reelWatchEndpoint.videoId"), v.Get("inlinePlayerData.onVisible.innertubeCommand.watchEndpoint.videoId")).String()
	if id == "" {
		id = strings.TrimPrefix(v.Get("entityId").String(), "shorts-shelf-item-")
	}
	row := newRow(id, content.KindShort, text(v.Get("overlayMetadata.primaryText")),
		wire.First(v.Get("thumbnailViewModel.thumbnailViewModel.image.sources"), v.Get("thumbnailViewModel.image.sources"), v.Get("thumbnail.sources")))
	if row != nil {
		say(row, text(v.Get("overlayMetadata.secondaryText")))
	}
	return row
}

// reelItem is a short before that.
func reelItem(v gjson.Result) *content.ItemSummary {
	row := newRow(v.Get("videoId").String(), content.KindShort, text(v.Get("headline")), v.Get("thumbnail.thumbnails"))
	if row != nil {
		say(row, text(v.Get("viewCountText")))
	}
	return row
}
