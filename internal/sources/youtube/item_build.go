package youtube

import (
	"cmp"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// item combines the responses; the browser's player takes precedence.
func (v responses) item(id string, hint content.Kind) (*content.Item, error) {
	item := &content.Item{
		Object: "item", ID: content.NaturalID(content.VideoSite, id), Platform: content.VideoSite,
		Kind: v.page.kind(hint), URL: watchURL(id), Thumbnails: []content.Image{},
	}
	details := v.page.details
	if scan.Str(details.Get("title")) == nil && v.phone.hasDetails() {
		details = v.phone.details
	}
	known := player{details: details, format: v.page.format}
	if !known.hasDetails() {
		return nil, sources.Missing("title", "author")
	}
	item.Restriction, item.Incomplete = v.restriction, v.incomplete
	item.Title = known.title()
	item.Text = description(known)
	item.Author = v.author(known)
	item.PublishedAt = scan.Instant(known.format.Get("publishDate").String())
	if !known.isLive() {
		item.DurationMs = seconds(details.Get("lengthSeconds"), known.format.Get("lengthSeconds"))
	}
	item.Stats = content.Stats{
		Views:    scan.Int(scan.First(details.Get("viewCount"), known.format.Get("viewCount"))),
		Likes:    cmp.Or(scan.Int(known.format.Get("likeCount")), v.next.likes),
		Comments: cmp.Or(v.comments, v.next.comments),
	}
	if item.Thumbnails = images(v.page.details.Get("thumbnail.thumbnails")); len(item.Thumbnails) == 0 {
		item.Thumbnails = images(scan.First(details.Get("thumbnail.thumbnails"), known.format.Get("thumbnail.thumbnails")))
	}
	item.Extras = v.extras(item)
	return item, nil
}

// description returns "" if the platform leaves the description out of an answer with details, because it is then empty.
func description(p player) *string {
	if p.details.Get("title").Exists() {
		return new(p.details.Get("shortDescription").String())
	}
	return scan.Text(p.format.Get("description.simpleText"))
}

// author returns the uploading channel. Its handle is in the browser's answer, or in the page around the video if that
// names the same channel.
func (v responses) author(p player) *content.AccountRef {
	id := p.channel()
	handle := handleIn(p.format.Get("ownerProfileUrl").String())
	if handle == "" && v.next.owner == id {
		handle = v.next.handle
	}
	return accountRef(id, handle, scan.First(p.details.Get("author"), p.format.Get("ownerChannelName")).String())
}

// seconds returns the first known length in milliseconds. The second argument is rounded up by the platform; 0 means
// that the length is not known yet.
func seconds(lengths ...gjson.Result) *int64 {
	for _, v := range lengths {
		if n := scan.Int(v); n != nil && *n > 0 && *n < 1<<40 {
			return new(*n * 1000)
		}
	}
	return nil
}
