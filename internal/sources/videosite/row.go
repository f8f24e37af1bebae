package videosite

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// readRow reads one element of a list in whichever shape it comes, or the token of the next page; neither for elements of
// other kinds.
func readRow(v gjson.Result, kind content.Kind) (row *content.ItemSummary, next string) {
	name, r := wire.Only(v)
	if name == "richItemRenderer" {
		name, r = wire.Only(wire.Child(r, "content"))
	}
	switch name {
	case "lockupViewModel":
		row = lockup(r, kind)
	case "videoRenderer", "gridVideoRenderer", "compactVideoRenderer", "playlistVideoRenderer":
		row = video(r, kind)
	case "shortsLockupViewModel":
		row = shortsLockup(r)
	case "reelItemRenderer":
		row = reelItem(r)
	case "continuationItemRenderer":
		next = continuation(r)
	}
	return row, next
}

// members collects the wanted members of an object in one walk, which may run on to the end of a list's element.
func members(v gjson.Result, want ...string) map[string]gjson.Result {
	out := make(map[string]gjson.Result, len(want))
	v.ForEach(func(name, r gjson.Result) bool {
		if slices.Contains(want, name.Str) {
			out[name.Str] = r
		}
		return len(out) < len(want)
	})
	return out
}

// newRow starts a row; nil when there is no id.
func newRow(id string, kind content.Kind, title string, thumbnails gjson.Result) *content.ItemSummary {
	if !sources.IsItemID(content.VideoSite, id) {
		return nil
	}
	return &content.ItemSummary{
		Object: "item_summary", ID: content.NaturalID(content.VideoSite, id), Platform: content.VideoSite, Kind: kind,
		URL: watchURL(id), Title: some(title), Thumbnails: images(thumbnails),
	}
}

// say takes one line of a row for what its words say. Ages stay words: no instant can be told from them.
func say(row *content.ItemSummary, line string) {
	low := plain(line)
	switch {
	case strings.Contains(low, "watching"):
		row.Live = true
	case strings.Contains(low, "waiting"), strings.HasPrefix(low, "@"):
	case strings.HasSuffix(low, " views"), strings.HasSuffix(low, " view"):
		row.Stats.Views, row.ViewsApproximate = wire.Count(line)
	case strings.HasSuffix(low, " ago"), strings.HasPrefix(low, "premiere"), strings.HasPrefix(low, "scheduled"), strings.HasPrefix(low, "streamed"):
		row.PublishedText = some(line)
	}
}

// badge takes the mark on a thumbnail: a length, or that the video runs now. One that has not begun has no length.
func badge(row *content.ItemSummary, label, style string) {
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
