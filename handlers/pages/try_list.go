package pages

import (
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/views"
)

// listWords name the kinds of lists that are no account's.
var listWords = map[sources.ListKind]string{sources.ListPlaylist: "A playlist", sources.ListHashtag: "A hashtag", sources.ListSound: "A sound"}

// listed reads a rendered page back into what a person looks at.
func (h *Handlers) listed(c *fiber.Ctx, r *lookup.Result) (*views.Listed, error) {
	var page struct {
		Data             []content.ItemSummary
		Page             lookup.Paging
		Total            *int64
		TotalApproximate bool
		Source           *sources.ListSource
		content.Served
	}
	if err := json.Unmarshal(r.Body, &page); err != nil {
		return nil, err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, r.Body, "", "  "); err != nil {
		return nil, err
	}
	v := &views.Listed{Charged: r.Receipt.Usage.CreditsCharged, Remaining: r.Receipt.Remaining, Cached: page.Cached, Observed: h.whenAt(page.ObservedAt.Time),
		Title: "Result", More: page.Page.HasMore, JSON: pretty.String()}
	if page.Source != nil && page.Source.Title != nil {
		v.Title = *page.Source.Title
	}
	if page.Total != nil {
		v.Total = views.Count(*page.Total, "item") + " in all."
		if page.TotalApproximate {
			v.Total = "About " + v.Total
		}
	}
	for n := range page.Data {
		v.Rows = append(v.Rows, listedRow(c, &page.Data[n]))
	}
	return v, nil
}

func listedRow(c *fiber.Ctx, i *content.ItemSummary) views.ListedRow {
	row := views.ListedRow{Title: cmp.Or(orEmpty(i.Title), orEmpty(i.Text), i.URL), Link: i.URL, TryHref: address(workspacePath(c, "try"), "url", i.URL), Published: orEmpty(i.PublishedText)}
	if i.PublishedAt != nil {
		row.Published = formatTime(i.PublishedAt.Time)
	}
	if i.Author != nil {
		row.By = cmp.Or(orEmpty(i.Author.Name), orEmpty(i.Author.Handle))
	}
	if i.Stats.Views != nil {
		if row.Views = views.Number(*i.Stats.Views); i.ViewsApproximate {
			row.Views = "about " + row.Views
		}
	}
	return row
}
