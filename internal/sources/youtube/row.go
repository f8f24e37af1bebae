package youtube

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// element is the contents of a list's element: a row, the token of the next page, or neither.
type element struct {
	row    *content.ItemSummary
	next   string
	unread string // the name of an element that should be a row but could not be read
}

// readRow reads the next value, an element of a list in any format. A grid wraps its elements in another object.
func readRow(r *scan.Reader, kind content.Kind) element {
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
	return element{}
}

// readShape reads the only member of an element by its name.
func readShape(name string, r *scan.Reader, kind content.Kind) (e element) {
	switch name {
	case "lockupViewModel":
		contentType := ""
		if e.row, contentType = readLockup(r, kind); e.row == nil && isAside(contentType) {
			return e
		}
		name = strings.TrimSpace(name + " " + contentType)
	case "videoRenderer", "gridVideoRenderer", "compactVideoRenderer", "playlistVideoRenderer":
		e.row = readVideo(r, kind)
	case "shortsLockupViewModel":
		e.row = readShortsLockup(r)
	case "reelItemRenderer":
		e.row = readReelItem(r)
	case "continuationItemRenderer", "continuationItemViewModel":
		e.next = continuation(r.Value())
		return e
	default:
		if isAside(name) {
			return e
		}
	}
	if e.row == nil {
		e.unread = name
		return e
	}
	if e.row.Live { // the count of a live row is the number of viewers, whatever its label
		e.row.Stats.Views, e.row.ViewsApproximate = nil, false
	}
	return e
}

// isAside reports whether an element, or a lockup with this content type, is known not to be a video of the list:
// advertisements, hints, shelves that the platform mixes in, channels, playlists and stations.
func isAside(name string) bool {
	switch name {
	case "adSlotRenderer", "promotedSparklesWebRenderer", "carouselAdRenderer", "messageRenderer", "backgroundPromoRenderer",
		"didYouMeanRenderer", "showingResultsForRenderer", "includingResultsForRenderer", "clarificationRenderer",
		"infoPanelContainerRenderer", "emergencyOneboxRenderer", "feedNudgeRenderer", "pageIntroductionRenderer", "chipBarViewModel",
		"shelfRenderer", "reelShelfRenderer", "gridShelfViewModel", "richSectionRenderer", "horizontalCardListRenderer",
		"universalWatchCardRenderer", "secondarySearchContainerRenderer", "channelVideoPlayerRenderer",
		"channelRenderer", "playlistRenderer", "gridPlaylistRenderer", "radioRenderer", "compactRadioRenderer", "movieRenderer",
		"LOCKUP_CONTENT_TYPE_CHANNEL", "LOCKUP_CONTENT_TYPE_PLAYLIST", "LOCKUP_CONTENT_TYPE_PODCAST", "LOCKUP_CONTENT_TYPE_SHOW",
		"LOCKUP_CONTENT_TYPE_ALBUM", "LOCKUP_CONTENT_TYPE_COURSE", "LOCKUP_CONTENT_TYPE_STATION", "LOCKUP_CONTENT_TYPE_GAME",
		"LOCKUP_CONTENT_TYPE_PRODUCT", "LOCKUP_CONTENT_TYPE_SHOPPING_COLLECTION", "LOCKUP_CONTENT_TYPE_SOURCE":
		return true
	}
	return false
}

// unread is the set of names of a page's elements that should be rows but could not be read.
type unread map[string]bool

// Limits of the names in a page's error.
const (
	maxUnread     = 20
	maxUnreadName = 80
)

// note adds the name of an element; "" stands for one that was read.
func (u unread) note(name string) {
	if name != "" && len(u) < maxUnread {
		u[strings.ToValidUTF8(name[:min(len(name), maxUnreadName)], "")] = true
	}
}

// check adds the names to a page, and returns source_changed with them if none of its rows could be read, so that the page does not look
// empty.
func check[T any](page *sources.Page[T], u unread) error {
	if len(u) == 0 {
		return nil
	}
	if page.Unread = slices.Sorted(maps.Keys(u)); len(page.Rows) > 0 {
		return nil
	}
	return apierror.Wrap(errUnread, apierror.CodeSourceChanged, "missing", page.Unread)
}

// errUnread is the cause of an error for a page of which no row could be read.
var errUnread = errors.New("a page of unknown elements")

// again repeats the call if no row of a page could be read: the platform tests new formats on some requests.
func again[R, T any](ask func(context.Context, R) (T, error)) func(context.Context, R) (T, error) {
	return func(ctx context.Context, r R) (T, error) {
		page, err := ask(ctx, r)
		if errors.Is(err, errUnread) {
			return ask(ctx, r)
		}
		return page, err
	}
}

// newRow returns a new row; nil if id is empty.
func newRow(id string, kind content.Kind, title string, thumbnails []content.Image) *content.ItemSummary {
	if !isVideoID(id) {
		return nil
	}
	return &content.ItemSummary{
		Object: "item_summary", ID: content.NaturalID(content.VideoSite, id), Platform: content.VideoSite, Kind: kind,
		URL: watchURL(id), Title: nonBlank(title), Thumbnails: thumbnails,
	}
}

// addRowText sets the field that a line of a row describes: views, age, or that it is live. Ages stay text, because they
// give no exact time.
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

// addBadge reads the label on a thumbnail: a length, or that the video is live. A scheduled video has no length.
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
	return new(total * 1000)
}
