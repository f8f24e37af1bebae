package pages

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/requests"
	"socialdata/views"
)

// requests lists what was asked in a workspace, by programs and people.
func (h *Handlers) requests(c *fiber.Ctx) error {
	f := readQuery(c)
	v := views.Requests{Find: views.Field{Name: "requestId", Label: "Request id", Type: "search", Value: f.text("requestId"), Max: maxWord, Mono: true}}
	keys, err := h.keyNames(c)
	if err != nil {
		return err
	}
	filter := h.requestFilter(f, keys, &v)
	rows, err := h.Store.Requests.List(c.UserContext(), caller(c).WorkspaceID, filter, f.pageRequest())
	if err != nil {
		return err
	}
	people, err := h.memberNames(c)
	if err != nil {
		return err
	}
	for _, r := range rows.Items {
		v.Rows = append(v.Rows, h.requestRow(r, keys, people))
	}
	v.Older, v.Newest = pageLinks(c, rows.NextCursor)
	v.All = workspacePath(c, "requests")
	v.CSV = address(workspacePath(c, "requests.csv"), "requestId", f.word("requestId"), "outcome", f.word("outcome"), "operation", f.word("operation"),
		"keyId", f.word("keyId"), "from", f.word("from"), "before", f.word("before"))
	return show(c, fiber.StatusOK, views.RequestsPage(h.frame(c, "Requests", "requests"), v))
}

// outcomeFailed is the value of the filter by outcome that stands for every code.
const outcomeFailed = "failed"

// requestFilter reads the filters; what is none narrows nothing.
func (h *Handlers) requestFilter(f *form, keys map[string]string, v *views.Requests) requests.Filter {
	filter := requests.Filter{RequestID: f.word("requestId"), Operation: f.word("operation"), KeyID: f.word("keyId"), From: dayOrTime(f.word("from")), Before: dayOrTime(f.word("before"))}
	outcome := f.word("outcome")
	v.Outcomes = []views.Option{{Word: "Any"}, {Value: outcomeFailed, Word: "All failures", Chosen: outcome == outcomeFailed}}
	filter.Failed = outcome == outcomeFailed
	for _, e := range apierror.Catalogue() {
		v.Outcomes = append(v.Outcomes, views.Option{Value: string(e.Code), Word: string(e.Code), Chosen: outcome == string(e.Code)})
		if outcome == string(e.Code) {
			filter.Code = e.Code
		}
	}
	v.Operations = []views.Option{{Word: "Any"}}
	for _, name := range h.Operations {
		v.Operations = append(v.Operations, views.Option{Value: name, Word: name, Chosen: filter.Operation == name})
	}
	v.Keys = []views.Option{{Word: "Any"}}
	for _, id := range sortedByName(keys) {
		v.Keys = append(v.Keys, views.Option{Value: id, Word: keys[id], Chosen: filter.KeyID == id})
	}
	v.From = views.Field{Name: "from", Label: "From (UTC)", Type: "date", Value: f.word("from")}
	v.Before = views.Field{Name: "before", Label: "Before (UTC)", Type: "date", Value: f.word("before")}
	v.Filtered = filter != requests.Filter{}
	return filter
}

func (h *Handlers) requestRow(r requests.Request, keys, people map[string]string) views.RequestRow {
	v := views.RequestRow{At: h.when(&r.At), Method: r.Method, Operation: r.Operation, Subject: r.Subject, Status: int64(r.Status), Code: string(r.Code),
		Took: formatStep(time.Duration(r.DurationMs) * time.Millisecond), Credits: r.Credits, Cached: r.Cached, Route: r.RouteID, RequestID: r.RequestID}
	switch {
	case r.KeyID != "":
		v.Who = orWord(keys[r.KeyID], "a key that is gone")
	case r.UserID != "":
		v.Who = orWord(people[r.UserID], "a former member")
	}
	if r.Code != "" {
		v.Failure = errorText(r.Code)
	}
	return v
}

// requestsCSV streams the log with the filters of the page, as it was when the download began.
func (h *Handlers) requestsCSV(c *fiber.Ctx) error {
	filter := h.requestFilter(readQuery(c), nil, &views.Requests{})
	if now := h.Store.Now(); filter.Before == nil || filter.Before.After(now) {
		filter.Before = &now
	}
	workspace := caller(c).WorkspaceID
	columns := []string{"requestId", "at", "method", "operation", "subject", "status", "code", "durationMs", "creditsCharged", "cached", "routeId", "keyId", "userId"}
	return sendPages(h, c, "requests", columns, func(ctx context.Context, p db.PageRequest) (*db.RecordPage[requests.Request], error) {
		return h.Store.Requests.List(ctx, workspace, filter, p)
	}, func(r requests.Request) []string {
		return []string{r.RequestID, time.UnixMicro(r.At).UTC().Format(time.RFC3339Nano), r.Method, r.Operation, r.Subject, strconv.Itoa(r.Status), string(r.Code),
			strconv.FormatInt(r.DurationMs, 10), strconv.FormatInt(r.Credits, 10), strconv.FormatBool(r.Cached), r.RouteID, r.KeyID, r.UserID}
	})
}

func orWord(name, none string) string {
	if strings.TrimSpace(name) == "" {
		return none
	}
	return name
}
