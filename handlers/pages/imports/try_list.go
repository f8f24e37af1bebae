package imports

import (
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/views"
)

// listWords names the kinds of lists that belong to no account.
var listWords = map[sources.ListKind]string{sources.ListPlaylist: "A playlist", sources.ListHashtag: "A hashtag", sources.ListSound: "A sound"}

// listed converts the JSON of a list to what the page shows.
func (h *Handlers) listed(c *fiber.Ctx, r *lookup.Result) (*views.Listed, error) {
	var list struct {
		Data             []content.ItemSummary
		Page             lookup.Paging
		Total            *int64
		TotalApproximate bool
		Source           *sources.ListSource
		content.Served
	}
	if err := json.Unmarshal(r.Body, &list); err != nil {
		return nil, err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, r.Body, "", "  "); err != nil {
		return nil, err
	}
	v := &views.Listed{Charged: r.Receipt.Usage.CreditsCharged, Remaining: r.Receipt.Remaining, Cached: list.Cached, Observed: h.WhenAt(list.ObservedAt.Time),
		Title: "Result", More: list.Page.HasMore, JSON: pretty.String()}
	if list.Source != nil && list.Source.Title != nil {
		v.Title = *list.Source.Title
	}
	if list.Total != nil {
		v.Total = views.Count(*list.Total, "item") + " in all."
		if list.TotalApproximate {
			v.Total = "About " + v.Total
		}
	}
	for n := range list.Data {
		v.Rows = append(v.Rows, listedRow(c, &list.Data[n]))
	}
	return v, nil
}

func listedRow(c *fiber.Ctx, i *content.ItemSummary) views.ListedRow {
	row := views.ListedRow{Title: cmp.Or(page.OrEmpty(i.Title), page.OrEmpty(i.Text), i.URL), Link: i.URL, TryHref: page.Address(page.WorkspacePath(c, "try"), "url", i.URL), Published: page.OrEmpty(i.PublishedText)}
	if i.PublishedAt != nil {
		row.Published = page.FormatMoment(i.PublishedAt.Time)
	}
	if i.Author != nil {
		row.By = cmp.Or(page.OrEmpty(i.Author.Name), page.OrEmpty(i.Author.Handle))
	}
	if i.Stats.Views != nil {
		if row.Views = views.Number(*i.Stats.Views); i.ViewsApproximate {
			row.Views = "about " + row.Views
		}
	}
	return row
}
