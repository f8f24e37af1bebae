package pages

import (
	"bytes"
	"cmp"
	"encoding/json"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/watches"
	"socialdata/views"
)

// listWords name the kinds of lists that are no account's.
var listWords = map[sources.ListKind]string{sources.ListPlaylist: "A playlist", sources.ListHashtag: "A hashtag", sources.ListSound: "A sound"}

// listRequest asks for the first page of a list that is no account's.
func listRequest(workspace string, list sources.ListLink) lookup.ListRequest {
	age, _ := input.ListMaxAge.Parse("")
	return lookup.ListRequest{Workspace: workspace, Platform: list.Platform, List: &list, MaxAge: age}
}

// foundList says what a link to a list points to, and what a page of it would cost now.
func (h *Handlers) foundList(c *fiber.Ctx, url string, list sources.ListLink) (*views.Found, error) {
	v := &views.Found{Supported: true, Platform: h.platformOf(list.Platform), Target: listWords[list.Kind], Canonical: list.Canonical, ID: list.NaturalID()}
	if caller(c).Has(accounts.Owner) {
		v.Watch, v.WatchWord = address(workspacePath(c, "watches/new"), "kind", string(watches.List), "url", url), "Watch this list"
	}
	e, err := h.Lookup.Estimate(c.UserContext(), listRequest(caller(c).WorkspaceID, list))
	if err != nil {
		return v, ourOwn(err)
	}
	v.LookupPrice = priceSaid(e)
	return v, nil
}

// tryList shows the first page of a list, for the price that the page said.
func (h *Handlers) tryList(c *fiber.Ctx, f *form, list sources.ListLink) error {
	caller(c).Note.Operation, caller(c).Note.Subject = "listItems", list.NaturalID()
	r, err := h.Lookup.Items(c.UserContext(), listRequest(caller(c).WorkspaceID, list))
	if err != nil {
		return h.showFailure(c, f, err, lookupAdvice)
	}
	noteLookup(caller(c), r)
	v, err := h.listed(c, r)
	if err != nil {
		return err
	}
	return h.showTry(c, fiber.StatusOK, f, views.Try{Listed: v})
}

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
