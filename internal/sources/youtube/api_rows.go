package youtube

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// channel requests a channel by its id, handle or user name. The API cannot look up a legacy /c/ name.
func (a *api) channel(ctx context.Context, sel sources.AccountSelector, parts string) (gjson.Result, error) {
	query := []string{"part", parts}
	user, isUser := strings.CutPrefix(sel.URL, home+"/user/")
	switch {
	case sel.ID != "":
		query = append(query, "id", sel.ID)
	case sel.Handle != "":
		query = append(query, "forHandle", "@"+sel.Handle)
	case isUser:
		query = append(query, "forUsername", user)
	default:
		return gjson.Result{}, apierror.New(apierror.CodeUnsupportedObject, "reason", sources.AccountNotSupported)
	}
	doc, err := a.get(ctx, "channels", "account", query...)
	if err == nil && !doc.Get("items.0").Exists() {
		err = apierror.New(apierror.CodeNotFound, "resource", "account")
	}
	return doc, err
}

// rows requests the videos of a list and returns them in the list's order, without those that no longer exist.
func (a *api) rows(ctx context.Context, ids []string, kind content.Kind) ([]content.ItemSummary, error) {
	rows := []content.ItemSummary{}
	if len(ids) == 0 {
		return rows, nil
	}
	doc, err := a.get(ctx, "videos", "item", "part", "snippet,contentDetails,statistics", "id", strings.Join(ids, ","))
	if err != nil {
		return nil, err
	}
	found := map[string]gjson.Result{}
	for v := range scan.Elements(doc.Get("items")) {
		found[v.Get("id").String()] = v
	}
	for _, id := range ids {
		if v, ok := found[id]; ok {
			if row := apiRow(v, id, kind); row != nil {
				rows = append(rows, *row)
			}
		}
	}
	return rows, nil
}

// apiRow reads a video resource.
func apiRow(v gjson.Result, id string, kind content.Kind) *content.ItemSummary {
	snippet := v.Get("snippet")
	row := newRow(id, cmp.Or(kind, content.KindVideo), snippet.Get("title").String(), nil)
	if row == nil {
		return nil
	}
	row.Author = accountRef(snippet.Get("channelId").String(), "", snippet.Get("channelTitle").String())
	row.Text = scan.Text(snippet.Get("description"))
	row.PublishedAt = scan.Instant(snippet.Get("publishedAt").String())
	row.Thumbnails = apiImages(snippet.Get("thumbnails"))
	row.Facts = apiFacts(snippet)
	row.Live = snippet.Get("liveBroadcastContent").String() == "live"
	if state := snippet.Get("liveBroadcastContent").String(); state == "" || state == "none" {
		row.DurationMs = isoDuration(v.Get("contentDetails.duration").String())
	}
	row.Stats = apiStats(v)
	return row
}

// apiStats reads the counts of a video resource.
func apiStats(v gjson.Result) content.Stats {
	m := v.Get("statistics").Map()
	return content.Stats{Views: scan.Int(m["viewCount"]), Likes: scan.Int(m["likeCount"]), Comments: scan.Int(m["commentCount"])}
}

// apiAccount reads who a channel resource is about; nil without an id.
func apiAccount(v gjson.Result) *content.AccountRef {
	return accountRef(v.Get("id").String(), handleIn(v.Get("snippet.customUrl").String()), v.Get("snippet.title").String())
}

// apiImages reads {"default":{"url","width","height"},"high":{…}}, smallest first.
func apiImages(v gjson.Result) []content.Image {
	out := []content.Image{}
	for _, size := range []string{"default", "medium", "high", "standard", "maxres"} {
		if im := v.Get(size); im.Get("url").Exists() {
			out = append(out, content.Image{URL: im.Get("url").String(), Width: scan.Int(im.Get("width")), Height: scan.Int(im.Get("height"))})
		}
	}
	return out
}

// isoDuration reads "P1DT2H3M4S" as milliseconds. It returns nil for anything else, including months, and for 0, which
// means that the duration is not known yet.
func isoDuration(s string) *int64 {
	rest, ok := strings.CutPrefix(s, "P")
	day, clock, hasClock := strings.Cut(rest, "T")
	if !ok || hasClock && strings.Trim(clock, "0123456789.HMS") != "" {
		return nil
	}
	var total time.Duration
	if day != "" {
		n := scan.Digits(strings.TrimSuffix(day, "D"))
		if n == nil || *n >= 36500 || !strings.HasSuffix(day, "D") {
			return nil
		}
		total = time.Duration(*n) * 24 * time.Hour
	}
	if hasClock {
		d, err := time.ParseDuration(strings.ToLower(clock))
		if err != nil {
			return nil
		}
		total += d
	}
	if ms := total.Milliseconds(); ms > 0 {
		return &ms
	}
	return nil
}
