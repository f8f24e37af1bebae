package workspace

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/table"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/requests"
	"socialdata/views"
)

// requests lists the requests of a workspace, by programs and people.
func (h *Handlers) requests(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	v := views.Requests{KeptDays: int64(h.Store.KeepDays().Requests), Find: views.Field{Name: "requestId", Label: "Request id", Type: "search", Value: f.Text("requestId"), Max: page.MaxWord, Mono: true}}
	filter, words := h.requestFilter(f, &v), newOperationWords()
	v.Operations = f.Known("operation", words.options(filter.Operation, h.Operations))
	rows, err := h.Store.Requests.List(c.UserContext(), page.Caller(c).WorkspaceID, filter, f.PageRequest())
	if err != nil {
		return err
	}
	subjects, ids, users := make([]string, len(rows.Items)), []string{filter.KeyID}, []string{}
	for n, r := range rows.Items {
		subjects[n], ids, users = r.Subject, append(ids, r.KeyID), append(users, r.UserID)
	}
	people, err := h.memberNames(c, users...)
	if err != nil {
		return err
	}
	keys, err := h.keyNames(c, ids...)
	if err != nil {
		return err
	}
	options, _ := page.Options("Any", filter.KeyID, sortedByName(keys), func(id string) string { return keys[id] })
	v.Keys, v.Outcomes = f.Known("keyId", options), f.Known("outcome", v.Outcomes)
	titles, err := shown.Names(h.Base, c, subjects)
	if err != nil {
		return err
	}
	made, err := h.madeBy(c, filter.RequestID)
	if err != nil {
		return err
	}
	for _, r := range rows.Items {
		row := h.requestRow(r, keys, people)
		if r.Method == fiber.MethodPost {
			row.Made = made
		}
		row.Href = page.Address(page.WorkspacePath(c, "requests"), "requestId", r.RequestID)
		row.Did, row.Path, row.Subject = words.of(r.Operation), words[r.Operation].Path, h.aboutOf(c, titles, r.Subject)
		if filter.RequestID != "" { // only the page of a request leads to the reference
			row.Docs = h.Docs().OperationPath(r.Operation)
		}
		v.Rows = append(v.Rows, row)
	}
	v.Whole = filter.RequestID != "" && len(rows.Items) > 0
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	v.All = page.WorkspacePath(c, "requests")
	v.CSV = page.Address(page.WorkspacePath(c, "requests.csv"), "requestId", f.Word("requestId"), "outcome", f.Word("outcome"), "operation", f.Word("operation"),
		"keyId", f.Word("keyId"), "from", v.From.Value, "to", v.To.Value)
	return page.Show(c, fiber.StatusOK, views.RequestsPage(h.Frame(c, "Requests", "requests"), v))
}

// madeBy leads to the imports that a request started: to the page of those that were started together, else to each.
func (h *Handlers) madeBy(c *fiber.Ctx, requestID string) (links []views.Choice, err error) {
	if requestID == "" {
		return nil, nil
	}
	list, err := h.Store.Imports.OfRequest(c.UserContext(), page.Caller(c).WorkspaceID, requestID, operations.MostAtOnce)
	for n, i := range list {
		if n > 0 && i.BatchID != "" && i.BatchID == list[n-1].BatchID {
			continue
		}
		link := views.Choice{Word: cmp.Or(page.OrEmpty(i.CustomTitle), views.BriefLink(i.CanonicalURL)), Href: page.WorkspacePath(c, "imports/"+i.ID)}
		if together := shown.Together(i); together != "" {
			link = views.Choice{Word: views.Count(int64(len(list)), "import") + " together", Href: together}
		}
		links = append(links, link)
	}
	return links, err
}

// aboutOf names what a request was about. An item that the workspace has not saved leads to where its link can be tried, as after a failure.
func (h *Handlers) aboutOf(c *fiber.Ctx, names map[string]views.Named, subject string) views.Named {
	n := shown.NameOf(names, subject)
	if link, problem := h.Platforms.ParseItemID(subject); problem == nil && n.Href == "" && page.Caller(c).Has(accounts.Editor) {
		n.Href = page.Address(page.WorkspacePath(c, "try"), "url", link.Canonical)
	}
	return n
}

// outcomeFailed is the filter value for failures with any code.
const outcomeFailed = "failed"

// requestFilter parses the filters. Unknown values are ignored.
func (h *Handlers) requestFilter(f *page.Form, v *views.Requests) requests.Filter {
	filter := requests.Filter{RequestID: f.Word("requestId"), Operation: f.Word("operation"), KeyID: f.Word("keyId")}
	outcome := f.Word("outcome")
	v.Outcomes = []views.Option{{Word: "Any"}, {Value: outcomeFailed, Word: "All failures", Chosen: outcome == outcomeFailed}}
	filter.Failed = outcome == outcomeFailed
	for _, e := range apierror.Catalogue() {
		v.Outcomes = append(v.Outcomes, views.Option{Value: string(e.Code), Word: string(e.Code), Chosen: outcome == string(e.Code)})
		if outcome == string(e.Code) {
			filter.Code = e.Code
		}
	}
	filter.From, filter.Before, v.From, v.To = dateRange(f)
	v.Filtered, v.Narrowed = filter != requests.Filter{}, f.Given("outcome", "operation", "keyId", "from", "to")
	return filter
}

// dateRange parses the first and the last day of a list. Older addresses have instead the day "before", which was not included.
func dateRange(f *page.Form) (from, before *time.Time, first, last views.Field) {
	if day, err := time.Parse(time.DateOnly, f.Word("before")); err == nil && f.Word("to") == "" {
		f.Values.Set("to", day.AddDate(0, 0, -1).Format(time.DateOnly))
	}
	return f.DateRange()
}

func (h *Handlers) requestRow(r requests.Request, keys, people map[string]string) views.RequestRow {
	v := views.RequestRow{At: h.When(&r.At), Method: r.Method, Operation: r.Operation, Status: int64(r.Status), Code: string(r.Code),
		Took: shown.FormatStep(time.Duration(r.DurationMs) * time.Millisecond), Credits: r.Credits, Cached: r.Cached, Route: h.RouteOf(r.RouteID), RequestID: r.RequestID,
		Exact: time.UnixMicro(r.At).UTC().Format("2 Jan 2006, 15:04:05.000 MST"), Key: r.KeyID != ""}
	switch {
	case r.KeyID != "":
		v.Who = orWord(keys[r.KeyID], "a key that is gone")
	case r.UserID != "":
		v.Who = orWord(people[r.UserID], "a former member")
	}
	if r.Code != "" {
		v.Failure = shown.AnswerText(r.Code)
	}
	for _, f := range r.Refused() {
		v.Refused = append(v.Refused, views.RefusedField{Name: f.Name, In: f.In, Reason: f.Reason, Expected: f.Expected})
	}
	return v
}

// requestsCSV streams the log with the filters of the page, as of the start of the download.
func (h *Handlers) requestsCSV(c *fiber.Ctx) error {
	filter := h.requestFilter(page.ReadQuery(c), &views.Requests{})
	if now := h.Store.Now(); filter.Before == nil || filter.Before.After(now) {
		filter.Before = &now
	}
	workspace := page.Caller(c).WorkspaceID
	return sendPages(h, c, "requests", table.Names(requests.TableColumns()), func(ctx context.Context, p db.PageRequest) (*db.RecordPage[requests.Request], error) {
		return h.Store.Requests.List(ctx, workspace, filter, p)
	}, func(r requests.Request) []string { return requests.TableRow(r).Texts() })
}

func orWord(name, none string) string {
	if strings.TrimSpace(name) == "" {
		return none
	}
	return name
}
