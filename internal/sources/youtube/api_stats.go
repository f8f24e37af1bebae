package youtube

import (
	"context"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// statsResource is the call for the counts of up to 50 videos, which has its own quota.
const statsResource = "videos:batchGetStats"

// newestRows reads the elements of a playlist, with the counts of their videos where those are known. A video without counts is kept.
func (a *api) newestRows(ctx context.Context, list gjson.Result, kind content.Kind) []content.ItemSummary {
	rows := []content.ItemSummary{}
	for v := range scan.Elements(list.Get("items")) {
		if row := playlistRow(v, kind); row != nil {
			rows = append(rows, *row)
		}
	}
	if len(rows) == 0 {
		return rows
	}
	doc, err := a.get(ctx, statsResource, "", "part", "statistics,contentDetails", "id", strings.Join(idsIn(list, "contentDetails.videoId"), ","))
	if err != nil {
		return rows // the counts stay unknown
	}
	addStats(rows, doc)
	return rows
}

// playlistRow reads an element of a playlist; nil for a hidden video, which has no owner and no time.
func playlistRow(v gjson.Result, kind content.Kind) *content.ItemSummary {
	snippet := v.Get("snippet")
	row := newRow(v.Get("contentDetails.videoId").String(), kind, snippet.Get("title").String(), apiImages(snippet.Get("thumbnails")))
	published := scan.Instant(v.Get("contentDetails.videoPublishedAt").String())
	if row == nil || published == nil {
		return nil
	}
	row.PublishedAt, row.Text = published, scan.Text(snippet.Get("description"))
	row.Author = accountRef(snippet.Get("videoOwnerChannelId").String(), "", snippet.Get("videoOwnerChannelTitle").String())
	return row
}

// addStats adds the counts and lengths in an answer to rows.
func addStats(rows []content.ItemSummary, doc gjson.Result) {
	told := map[string]gjson.Result{}
	for v := range scan.Elements(doc.Get("items")) {
		told[content.NaturalID(content.VideoSite, v.Get("id").String())] = v
	}
	for i := range rows {
		v := told[rows[i].ID]
		rows[i].Stats = apiStats(v)
		if ms := scan.Int(v.Get("contentDetails.durationMillis")); ms != nil && *ms > 0 {
			rows[i].DurationMs = ms
		}
	}
}
