package youtube

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// lockup is an element since 2026. Its counts are shortened and its texts stand in any row.
func lockup(r *scan.Reader, kind content.Kind) *content.ItemSummary {
	m := r.Fields("contentImage", "metadata", "contentId", "contentType")
	if t := m["contentType"].String(); t != "" && t != "LOCKUP_CONTENT_TYPE_VIDEO" && t != "LOCKUP_CONTENT_TYPE_SHORT" {
		return nil
	}
	meta := scan.OpenOf(m["metadata"]).Member("lockupMetadataViewModel")
	picture := scan.OpenOf(m["contentImage"]).Member("thumbnailViewModel")
	row := newRow(m["contentId"].String(), kind, text(meta.Get("title")), images(picture.Get("image.sources")))
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
	for b := range picture.Members("thumbnailBadgeViewModel") {
		badge(row, b.Get("text").String(), b.Get("badgeStyle").String())
	}
	shown, _, _ := strings.Cut(m["metadata"].Raw, `"menuButton"`) // a menu is larger than all before it, and names channels, too
	by := scan.FindOpen(shown, "browseEndpoint")
	row.Author = ref(by.Get("browseId").String(), handleIn(by.Get("canonicalBaseUrl").String()), "")
	return row
}

// video is an element of search, of playlists and of channels before 2026. Its counts are exact.
func video(r *scan.Reader, kind content.Kind) *content.ItemSummary {
	var id, title, views, published, length string
	var pictures []content.Image
	var owner, long, short, overlays gjson.Result
	var info []string
	for key := range r.Object() {
		switch key {
		case "videoId":
			id = r.Value().String()
		case "title":
			title = readText(r)
		case "thumbnail":
			pictures = readThumbnails(r)
		case "viewCountText":
			views = readText(r)
		case "publishedTimeText":
			published = readText(r)
		case "lengthText":
			length = readText(r)
		case "ownerText":
			owner = r.Value()
		case "longBylineText":
			long = r.Value()
		case "shortBylineText":
			short = r.Value()
		case "thumbnailOverlays":
			overlays = r.Value()
		case "videoInfo":
			for key := range r.Object() {
				if key == "runs" {
					info = readRuns(r)
				}
			}
		case "navigationEndpoint":
			for key := range r.Object() {
				if key == "reelWatchEndpoint" {
					kind = content.KindShort
				}
			}
		}
	}
	row := newRow(id, kind, title, pictures)
	if row == nil {
		return nil
	}
	say(row, views)
	say(row, published)
	for _, line := range info {
		say(row, line)
	}
	row.DurationMs = clock(length)
	for b := range scan.Members(overlays.Raw, "thumbnailOverlayTimeStatusRenderer") {
		if style := b.Get("style").String(); style == "SHORTS" {
			row.Kind = content.KindShort
		} else if row.DurationMs == nil {
			badge(row, text(b.Get("text")), style)
		}
	}
	row.Author = byline(scan.First(owner, long, short))
	return row
}

// byline is the channel of a row; of several that made a video together it is the first one named.
func byline(v gjson.Result) *content.AccountRef {
	r := scan.ReadString(v.Raw)
	for key := range r.Object() {
		if key != "runs" {
			continue
		}
		for range r.Array() {
			return leadsTo(r)
		}
	}
	return nil
}

// leadsTo is the channel that a run of a text names and leads to.
func leadsTo(r *scan.Reader) *content.AccountRef {
	var name, id, handle string
	run := *r
	for key := range r.Object() {
		switch key {
		case "text":
			name = r.Value().String()
		case "navigationEndpoint":
			for key := range r.Object() {
				if key == "browseEndpoint" {
					id, handle = readBrowse(r)
				}
			}
		}
	}
	if id != "" {
		return ref(id, handle, name)
	}
	first := scan.Renderer(scan.StringOf(run.Raw()), "listItemViewModel")
	by := scan.Renderer(first.Raw, "browseEndpoint")
	return ref(by.Get("browseId").String(), handleAmong(text(first.Get("subtitle"))), strings.TrimSpace(text(first.Get("title"))))
}

// readBrowse reads which channel an endpoint leads to.
func readBrowse(r *scan.Reader) (id, handle string) {
	for key := range r.Object() {
		switch key {
		case "browseId":
			id = r.Value().String()
		case "canonicalBaseUrl":
			handle = handleIn(r.Value().String())
		}
	}
	return id, handle
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
func shortsLockup(r *scan.Reader) *content.ItemSummary {
	m := r.Fields("entityId", "onTap", "overlayMetadata", "thumbnailViewModel", "thumbnail")
	id := m["onTap"].Get("innertubeCommand.reelWatchEndpoint.videoId").String()
	if id == "" {
		id = strings.TrimPrefix(m["entityId"].String(), "shorts-shelf-item-")
	}
	picture := m["thumbnailViewModel"]
	row := newRow(id, content.KindShort, text(m["overlayMetadata"].Get("primaryText")),
		images(scan.First(picture.Get("thumbnailViewModel.image.sources"), picture.Get("image.sources"), m["thumbnail"].Get("sources"))))
	if row != nil {
		say(row, text(m["overlayMetadata"].Get("secondaryText")))
	}
	return row
}

// reelItem is a short before that.
func reelItem(r *scan.Reader) *content.ItemSummary {
	m := r.Fields("videoId", "headline", "thumbnail", "viewCountText")
	row := newRow(m["videoId"].String(), content.KindShort, text(m["headline"]), images(m["thumbnail"].Get("thumbnails")))
	if row != nil {
		say(row, text(m["viewCountText"]))
	}
	return row
}
