package youtube

import (
	"strconv"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// readRow reads the element of a list that comes next, in whichever shape it comes, or the token of the next page;
// neither for elements of other kinds. A grid wraps its elements once more.
func readRow(r *scan.Reader, kind content.Kind) (row *content.ItemSummary, next string) {
	for name := range r.Object() {
		if name != "richItemRenderer" {
			return readShape(name, r, kind)
		}
		for key := range r.Object() {
			if key != "content" {
				continue
			}
			for name := range r.Object() {
				return readShape(name, r, kind)
			}
		}
	}
	return nil, ""
}

// readShape reads the one member of an element, by its name.
func readShape(name string, r *scan.Reader, kind content.Kind) (row *content.ItemSummary, next string) {
	switch name {
	case "lockupViewModel":
		row = readLockup(r, kind)
	case "videoRenderer", "gridVideoRenderer", "compactVideoRenderer", "playlistVideoRenderer":
		row = readVideo(r, kind)
	case "shortsLockupViewModel":
		row = readShortsLockup(r)
	case "reelItemRenderer":
		row = readReelItem(r)
	case "continuationItemRenderer":
		next = continuation(r.Value())
	}
	if row != nil && row.Live { // what a live row counts are viewers, whatever it calls them
		row.Stats.Views, row.ViewsApproximate = nil, false
	}
	return row, next
}

// newRow starts a row; nil if there is no id.
func newRow(id string, kind content.Kind, title string, thumbnails []content.Image) *content.ItemSummary {
	if !isVideoID(id) {
		return nil
	}
	return &content.ItemSummary{
		Object: "item_summary", ID: content.NaturalID(content.VideoSite, id), Platform: content.VideoSite, Kind: kind,
		URL: watchURL(id), Title: nonBlank(title), Thumbnails: thumbnails,
	}
}

// addRowText sets the field that a line of a row describes: views, age, or that it is live. Ages stay text: they give no
// instant.
func addRowText(row *content.ItemSummary, line string) {
	low := plain(line)
	switch {
	case strings.Contains(low, "watching"):
		row.Live = true
	case strings.Contains(low, "waiting"), strings.HasPrefix(low, "@"):
	case strings.HasSuffix(low, " views"), strings.HasSuffix(low, " view"):
		row.Stats.Views, row.ViewsApproximate = scan.Count(line)
	case strings.HasSuffix(low, " ago"), strings.HasPrefix(low, "premiere"), strings.HasPrefix(low, "scheduled"), strings.HasPrefix(low, "streamed"):
		row.PublishedText = nonBlank(line)
	}
}

// addBadge reads the mark on a thumbnail: a length, or that the video is live. One that has not begun has no length.
func addBadge(row *content.ItemSummary, label, style string) {
	if strings.HasSuffix(style, "LIVE") {
		row.Live = true
		return
	}
	row.DurationMs = clock(label)
}

// clock reads "36:24" and "1:02:03" as milliseconds; nil for anything else.
func clock(s string) *int64 {
	parts := strings.Split(strings.TrimSpace(s), ":")
	if len(parts) < 2 || len(parts) > 3 {
		return nil
	}
	var total int64
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 32)
		if err != nil || i > 0 && n > 59 {
			return nil
		}
		total = total*60 + int64(n)
	}
	total *= 1000
	return &total
}
