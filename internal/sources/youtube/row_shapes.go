package youtube

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// readLockup reads an element in the format used since 2026. Its counts are shortened, and its texts may be in any row.
// The row is nil for a playlist, a channel and the like; a station counts as a video that never ends.
func readLockup(r *scan.Reader, kind content.Kind) (row *content.ItemSummary, contentType string) {
	m := r.Fields("contentImage", "metadata", "contentId", "contentType")
	contentType = m["contentType"].String()
	switch contentType {
	case "", "LOCKUP_CONTENT_TYPE_VIDEO", "LOCKUP_CONTENT_TYPE_SHORT", "LOCKUP_CONTENT_TYPE_STATION":
	default:
		return nil, contentType
	}
	meta := scan.OpenOf(m["metadata"]).Member("lockupMetadataViewModel")
	picture := scan.OpenOf(m["contentImage"]).Member("thumbnailViewModel")
	row = newRow(m["contentId"].String(), kind, text(meta.Get("title")), images(picture.Get("image.sources")))
	if row == nil {
		return nil, contentType
	}
	for _, line := range metadataLines(meta.Get("metadata")) {
		addRowText(row, line)
	}
	for b := range picture.Members("thumbnailBadgeViewModel") {
		addBadge(row, b.Get("text").String(), b.Get("badgeStyle").String())
	}
	shown, _, _ := strings.Cut(m["metadata"].Raw, `"menuButton"`)   // the menu is larger than everything before it, and also names channels
	by := scan.FindOpen(meta.Get("metadata").Raw, "browseEndpoint") // the link in the lines, not one before them
	if !by.Exists() {
		by = scan.FindOpen(shown, "browseEndpoint")
	}
	row.Author = accountRef(by.Get("browseId").String(), handleIn(by.Get("canonicalBaseUrl").String()), "")
	return row, contentType
}

// videoRow holds the members of an element of searches, playlists, and channels before 2026.
type videoRow struct {
	kind                                   content.Kind
	id, title, views, published, length    string
	pictures                               []content.Image
	owner, longByline, shortByline, badges gjson.Result
	info                                   []string
}

// readVideo reads an element of searches, playlists, and channels before 2026. Its counts are exact.
func readVideo(r *scan.Reader, kind content.Kind) *content.ItemSummary {
	v := videoRow{kind: kind}
	for key := range r.Object() {
		v.read(key, r)
	}
	row := newRow(v.id, v.kind, v.title, v.pictures)
	if row == nil {
		return nil
	}
	addRowText(row, v.views)
	addRowText(row, v.published)
	for _, line := range v.info {
		addRowText(row, line)
	}
	row.DurationMs = clock(v.length)
	for b := range scan.Members(v.badges.Raw, "thumbnailOverlayTimeStatusRenderer") {
		if style := b.Get("style").String(); style == "SHORTS" {
			row.Kind = content.KindShort
		} else if row.DurationMs == nil {
			addBadge(row, text(b.Get("text")), style)
		}
	}
	row.Author = readByline(scan.First(v.owner, v.longByline, v.shortByline))
	return row
}

// read reads the value of the member key if a row needs it.
func (v *videoRow) read(key string, r *scan.Reader) {
	switch key {
	case "videoId":
		v.id = r.Value().String()
	case "title":
		v.title = readText(r)
	case "thumbnail":
		v.pictures = readThumbnails(r)
	case "viewCountText":
		v.views = readText(r)
	case "publishedTimeText":
		v.published = readText(r)
	case "lengthText":
		v.length = readText(r)
	case "ownerText":
		v.owner = r.Value()
	case "longBylineText":
		v.longByline = r.Value()
	case "shortBylineText":
		v.shortByline = r.Value()
	case "thumbnailOverlays":
		v.badges = r.Value()
	case "videoInfo":
		for key := range r.Object() {
			if key == "runs" {
				v.info = readRuns(r)
			}
		}
	case "navigationEndpoint":
		for key := range r.Object() {
			if key == "reelWatchEndpoint" {
				v.kind = content.KindShort
			}
		}
	}
}

// readByline reads the channel of a row; if several made the video together, the first one.
func readByline(v gjson.Result) *content.AccountRef {
	r := scan.ReadString(v.Raw)
	for key := range r.Object() {
		if key != "runs" {
			continue
		}
		for range r.Array() {
			return channelFromRun(r)
		}
	}
	return nil
}

// channelFromRun reads the channel that a run of text names and links to.
func channelFromRun(r *scan.Reader) *content.AccountRef {
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
		return accountRef(id, handle, name)
	}
	first := scan.Renderer(scan.StringOf(run.Raw()), "listItemViewModel")
	by := scan.Renderer(first.Raw, "browseEndpoint")
	return accountRef(by.Get("browseId").String(), handleAmong(text(first.Get("subtitle"))), strings.TrimSpace(text(first.Get("title"))))
}

// readBrowse reads the channel that an endpoint leads to.
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

// handleAmong returns the handle in a line such as "@some.one • 317k subscribers", which contains invisible direction marks.
func handleAmong(line string) string {
	for _, word := range strings.FieldsFunc(line, func(r rune) bool { return r <= ' ' || r >= '\u2000' && r <= '\u2069' }) {
		if strings.HasPrefix(word, "@") {
			return handleIn(word)
		}
	}
	return ""
}

// readShortsLockup reads a short in the format used since 2024: a title and shortened views.
func readShortsLockup(r *scan.Reader) *content.ItemSummary {
	m := r.Fields("entityId", "onTap", "overlayMetadata", "thumbnailViewModel", "thumbnail")
	id := cmp.Or(m["onTap"].Get("innertubeCommand.reelWatchEndpoint.videoId").String(), strings.TrimPrefix(m["entityId"].String(), "shorts-shelf-item-"))
	picture := m["thumbnailViewModel"]
	row := newRow(id, content.KindShort, text(m["overlayMetadata"].Get("primaryText")),
		images(scan.First(picture.Get("thumbnailViewModel.image.sources"), picture.Get("image.sources"), m["thumbnail"].Get("sources"))))
	if row != nil {
		addRowText(row, text(m["overlayMetadata"].Get("secondaryText")))
	}
	return row
}

// readReelItem reads a short in the format used before 2024.
func readReelItem(r *scan.Reader) *content.ItemSummary {
	m := r.Fields("videoId", "headline", "thumbnail", "viewCountText")
	row := newRow(m["videoId"].String(), content.KindShort, text(m["headline"]), images(m["thumbnail"].Get("thumbnails")))
	if row != nil {
		addRowText(row, text(m["viewCountText"]))
	}
	return row
}
