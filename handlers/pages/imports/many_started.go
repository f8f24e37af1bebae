package imports

import (
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/views"
)

// showStarted responds to the form for many links: what was started, what was skipped, and why.
func (h *Handlers) showStarted(c *fiber.Ctx, f *page.Form, rows []views.ManyRow, started int) error {
	v := views.ManyStarted{Said: views.Count(started, "import") + " started.", Later: laterLinks(f, rows)}
	v.Left = slices.DeleteFunc(slices.Clone(rows), func(r views.ManyRow) bool { return r.Started })
	saved, lacking := 0, 0
	for _, r := range v.Left {
		if r.Saved != nil {
			saved++
		}
		if len(r.Lacks) > 0 {
			lacking++
		}
	}
	if left := len(v.Left) - saved; left > 0 {
		v.Said += " " + views.Count(left, "link") + " left out: see why below."
	}
	if saved > 0 {
		v.Said += " " + views.Count(saved, "link") + " saved already."
	}
	for _, line := range passedOver(f.Text("links")) {
		v.Said += " " + line + "."
	}
	if lacking > 0 {
		v.Said += " " + views.Count(lacking, "saved reference") + " did not get all of the form: see why below."
	}
	return h.showBatch(c, f.Text("form"), v)
}

// startedMany shows the progress of the imports that one form started, and the links of the address that it left out.
func (h *Handlers) startedMany(c *fiber.Ctx) error {
	if _, err := h.Store.Imports.FindBatch(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("batchId")); err != nil {
		return err
	}
	return h.showBatch(c, c.Params("batchId"), views.ManyStarted{})
}

func (h *Handlers) showBatch(c *fiber.Ctx, batch string, v views.ManyStarted) error {
	workspace := page.Caller(c).WorkspaceID
	list, err := h.Store.Imports.List(c.UserContext(), workspace, imports.Filter{BatchID: batch}, db.PageRequest{Limit: operations.MostAtOnce})
	if err != nil {
		return err
	}
	list.Items = asPasted(list.Items)
	if left := strings.Fields(c.Query(leftParameter)); v.Left == nil && len(left) > 0 {
		if v.Left, err = h.leftOut(c, list.Items, left[:min(len(left), operations.MostAtOnce)]); err != nil {
			return err
		}
	}
	if v.Imports, err = shown.ImportRows(c.UserContext(), h.Base, workspace, list.Items); err != nil {
		return err
	}
	for n := range v.Imports {
		v.Imports[n].Together = ""
	}
	if err := h.nameUntitled(c, v.Imports); err != nil {
		return err
	}
	good, bad := 0, 0
	for n, i := range list.Items {
		switch {
		case i.State == imports.Succeeded:
			good++
		case i.State.Final():
			bad++
			if i.MayComeAgain() && page.Caller(c).Has(accounts.Editor) {
				v.Imports[n].Again = &views.ImportAgain{Action: v.Imports[n].Href + "/again", FormID: i.ID, Batch: batch} // each failed import is imported again once
			}
		}
	}
	if v.Cost, err = h.costOf(c, list.Items); err != nil {
		return err
	}
	left := len(list.Items) - good - bad
	v.Moving = left > 0
	v.Progress = progressWords(good, bad, left)
	v.ListHref = page.WorkspacePath(c, "imports")
	if good > 0 {
		v.Gallery = page.Address(page.WorkspacePath(c, "references"), "batch", batch)
	}
	f := h.LiveFrame(c, "Imported together", "imports", v.Moving && c.Method() == fiber.MethodGet, 5)
	f.Here = page.Address(page.WorkspacePath(c, "imports/many/"+batch), leftParameter, nameLinks(v.Left))
	return page.Show(c, fiber.StatusOK, views.ManyStartedPage(f, v))
}

// leftParameter names, in the address of imports that were started together, the links that were left out, separated by blanks. Nothing
// else keeps these links.
const leftParameter = "left"

// mostNamed is the most bytes of links that an address names: mail programs and proxies shorten or refuse longer ones.
const mostNamed = 6000

// nameLinks returns the links that were left out as the address names them; "" if they are too long for an address.
func nameLinks(rows []views.ManyRow) string {
	if text := strings.Join(page.Map(rows, func(r views.ManyRow) string { return r.Typed }), " "); len(text) <= mostNamed {
		return text
	}
	return ""
}

// leftOut says of links that were left out what is known of them now. One that is among those that were imported says so.
func (h *Handlers) leftOut(c *fiber.Ctx, imported []imports.Import, left []string) ([]views.ManyRow, error) {
	seen := map[string]bool{}
	for _, i := range imported {
		link, _ := h.ReadLink(i.SourceURL)
		seen[link.Canonical] = true
	}
	rows, err := h.recognizeMany(c, left, seen)
	if err != nil {
		return nil, err
	}
	for n := range rows {
		if !rows[n].LeftOut() {
			rows[n].Problem = "It was not imported with the others."
		}
	}
	return rows, nil
}

// progressWords says how many imports ended in which way, without those that are none.
func progressWords(good, bad, left int) string {
	parts := []string{}
	for _, part := range []struct {
		n    int
		says string
	}{{good, "succeeded"}, {bad, "failed or cancelled"}, {left, "not finished"}} {
		if part.n > 0 {
			parts = append(parts, views.Number(int64(part.n))+" "+part.says)
		}
	}
	return strings.Join(parts, ", ") + "."
}

// nameUntitled adds to imports without a title what the workspace was served of their links, as the check of links does.
func (h *Handlers) nameUntitled(c *fiber.Ctx, rows []views.ImportRow) error {
	links, rowOf := []sources.Link{}, map[string]int{}
	for n := range rows {
		if rows[n].Title == "" {
			link, _ := h.ReadLink(rows[n].Link)
			links, rowOf[link.Canonical] = append(links, link.Link), n
		}
	}
	return h.previews(c, links, func(canonical, title, picture string) {
		row := &rows[rowOf[canonical]]
		row.Title, row.Picture = title, picture
	})
}

// costOf says what imports have cost together, and what those that have not ended may add; "" to people who may not import.
func (h *Handlers) costOf(c *fiber.Ctx, list []imports.Import) (string, error) {
	if len(list) == 0 || !page.Caller(c).Has(accounts.Editor) {
		return "", nil
	}
	ids, open := []string{}, int64(0)
	for n := range list {
		if ids = append(ids, list[n].ID); !list[n].State.Final() {
			open += h.Store.Imports.PriceOf(&list[n])
		}
	}
	charged, err := h.Store.Billing.ChargedFor(c.UserContext(), page.Caller(c).WorkspaceID, ids)
	says := views.Credits(charged) + " charged"
	if open > 0 {
		says += ", up to " + views.Credits(charged+open) + " in all"
	}
	return says + ".", err
}

// asPasted returns the newest import of each link, in the order in which the links were first imported. The list begins with the newest.
func asPasted(list []imports.Import) (ordered []imports.Import) {
	place := map[string]int{}
	for _, i := range slices.Backward(list) {
		if n, again := place[i.SourceURL]; again {
			ordered[n] = i
			continue
		}
		place[i.SourceURL] = len(ordered)
		ordered = append(ordered, i)
	}
	return ordered
}
