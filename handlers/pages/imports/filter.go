package imports

import (
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/table"
	"socialdata/models/imports"
	"socialdata/views"
)

// exportImports sends the list of imports as a CSV file.
func (h *Handlers) exportImports(c *fiber.Ctx) error {
	filter, err := h.listedImports(c, page.ReadQuery(c), &views.Imports{})
	if err != nil {
		return err
	}
	workspace := page.Caller(c).WorkspaceID
	return h.SendTable(c, "imports", table.Names(imports.TableColumns()), func(ctx context.Context, row func(...string) error) error {
		return h.Store.Imports.Each(ctx, workspace, filter, func(i imports.Import) error { return row(imports.TableRow(i).Texts()...) })
	})
}

// listedImports returns the filter of the list that a page shows, with the imports that may succeed now, if these are asked for.
func (h *Handlers) listedImports(c *fiber.Ctx, f *page.Form, v *views.Imports) (imports.Filter, error) {
	filter := h.importFilter(f, v)
	if f.Word("state") != page.WorthAnother {
		return filter, nil
	}
	var err error
	filter.Among, err = h.Store.Imports.WorthAnother(c.UserContext(), page.Caller(c).WorkspaceID)
	v.Filtered = true
	return filter, err
}

// madeFilter parses the period in which imports were created: from and before, each a day or a time. Other values are
// ignored.
func (h *Handlers) madeFilter(f *page.Form, filter *imports.Filter, v *views.Imports) {
	filter.CreatedFrom, filter.CreatedBefore = page.DayOrTime(f.Word("from")), page.DayOrTime(f.Word("before"))
	if f.Word("before") == "" && !strings.Contains(f.Word("from"), "T") { // days chosen by a person, not a period from a chart
		filter.CreatedFrom, filter.CreatedBefore, v.FromDay, v.ToDay = f.DateRange()
		return
	}
	switch from, before := filter.CreatedFrom, filter.CreatedBefore; {
	case from != nil && before != nil:
		v.Made = "Made from " + shortTime(*from) + " to " + shortTime(*before)
	case from != nil:
		v.Made = "Made since " + shortTime(*from)
	case before != nil:
		v.Made = "Made before " + shortTime(*before)
	}
	if v.Made != "" {
		v.From, v.Before = f.Word("from"), f.Word("before")
	}
}

// shortTime formats a time without seconds.
func shortTime(t time.Time) string { return t.UTC().Format("2 Jan 15:04") + " UTC" }

// inFlight is the filter value for all imports that have not ended.
const inFlight = "in_flight"

// importFilter parses the filters. Unknown values filter nothing, and the page says so.
func (h *Handlers) importFilter(f *page.Form, v *views.Imports) imports.Filter {
	states, state := page.Options("", f.Text("state"), []imports.State{imports.Succeeded, imports.Failed, imports.Cancelled}, func(s imports.State) string { return shown.ImportState(s).Word })
	codes, code := page.Options("Any", f.Text("code"), shown.FinalCodes(), shown.ErrorText)
	reasons, reason := page.Options("", f.Text("code"), apierror.Reasons(), func(r apierror.Reason) string { return shown.CauseText("", r) })
	filter := imports.Filter{InFlight: f.Text("state") == inFlight, State: state, Code: code, Reason: reason}
	v.States = f.Known("state", append([]views.Option{{Word: "Any"}, {Value: inFlight, Word: "In flight", Chosen: filter.InFlight}},
		append(states, views.Option{Value: page.WorthAnother, Word: "May succeed now", Chosen: f.Text("state") == page.WorthAnother})...))
	v.Platforms, filter.Platform = h.PlatformOptions(f.Text("platform"))
	v.Platforms, v.Codes = f.Known("platform", v.Platforms), f.Known("code", append(codes, reasons...))
	h.madeFilter(f, &filter, v)
	v.Search = views.Field{Name: "q", Label: "Search titles, a link or an id", Type: "search", Value: f.Text("q"), Max: operations.MostOf[operations.Link]()}
	if q := f.Text("q"); q != "" && len(q) <= operations.MostOf[operations.Link]() {
		filter.Searched, filter.ID = true, f.Word("q")
		filter.Saved, _ = h.Lookup.ReferenceSearch(q)
	}
	v.Filtered = !filter.IsZero()
	return filter
}
