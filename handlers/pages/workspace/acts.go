package workspace

import (
	"context"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/models/acts"
	"socialdata/models/db"
	"socialdata/models/support"
	"socialdata/views"
)

// acts lists who did what in the workspace.
func (h *Handlers) acts(c *fiber.Ctx) error {
	f, v := page.ReadQuery(c), views.Acts{}
	filter, err := h.actFilter(c, f, &v)
	if err != nil {
		return err
	}
	rows, err := h.Store.Acts.List(c.UserContext(), page.Caller(c).WorkspaceID, filter, f.PageRequest())
	if err != nil {
		return err
	}
	for n, a := range rows.Items {
		if n > 0 && repeats(rows.Items[n-1], a) {
			v.Rows[len(v.Rows)-1].Times++
			continue
		}
		row := views.ActRow{When: h.When(&a.At), Times: 1, Did: shown.ActWords(a.Kind), About: a.About, Subject: a.Subject, Detail: a.Detail, Who: actorName(a), Door: string(a.Door), Address: a.Address}
		if place, kind := actPlace(a.Kind, a.Subject); place != "" {
			row.Href, row.Kind = page.WorkspacePath(c, place), kind
		}
		v.Rows = append(v.Rows, row)
	}
	v.Older, v.Newest = page.PageLinks(c, rows.NextCursor)
	v.All, v.Support = page.WorkspacePath(c, "audit"), page.WorkspacePath(c, "audit/support")
	v.CSV = page.Address(page.WorkspacePath(c, "audit/export.csv"), "who", f.Word("who"), "what", f.Word("what"), "from", v.From.Value, "to", v.To.Value)
	return page.Show(c, fiber.StatusOK, views.ActsPage(h.Frame(c, "Audit", "audit"), v))
}

// repeats reports whether a sign-in differs from the act after it by its time alone.
func repeats(later, a acts.View) bool {
	later.ID, later.At, later.RequestID = a.ID, a.At, a.RequestID
	return strings.HasPrefix(a.Kind, "signIn") && later == a
}

// actFilter parses the filters by person or key, act and day. Unknown values filter nothing, and the page says so.
func (h *Handlers) actFilter(c *fiber.Ctx, f *page.Form, v *views.Acts) (filter acts.Filter, err error) {
	people, err := h.memberNames(c)
	if err != nil {
		return filter, err
	}
	keys, err := h.keyNames(c)
	if err != nil {
		return filter, err
	}
	for id, name := range keys {
		people[id] = "Key " + name
	}
	v.Who, filter.Actor = page.Options("Anybody", f.Word("who"), sortedByName(people), func(id string) string { return people[id] })
	v.What, filter.Kind = kindOptions(f.Word("what"))
	v.Who, v.What = f.Known("who", v.Who), f.Known("what", v.What)
	filter.From, filter.Before, v.From, v.To = dateRange(f)
	v.Filtered, v.Narrowed = filter != acts.Filter{}, f.Given("who", "what", "from", "to")
	return filter, nil
}

// kindOptions returns the kinds of acts by what they concern, and the one that is selected.
func kindOptions(asked string) (list []views.Option, chosen string) {
	list = []views.Option{{Word: "Anything"}}
	for _, g := range shown.ActGroups() {
		for _, k := range g.Kinds {
			list = append(list, views.Option{Group: g.Name, Value: k.Kind, Word: k.Words, Chosen: k.Kind == asked})
			if k.Kind == asked {
				chosen = asked
			}
		}
	}
	return list, chosen
}

func actorName(a acts.View) string {
	if a.Door == acts.Key {
		return orWord(a.Name, "a key that is gone")
	}
	if a.Door == acts.Support {
		return orWord(a.Name, "the operator")
	}
	return orWord(a.Name, "a former member")
}

// exportActs sends who did what as a CSV file, with the filters of the page.
func (h *Handlers) exportActs(c *fiber.Ctx) error {
	filter, err := h.actFilter(c, page.ReadQuery(c), &views.Acts{})
	if err != nil {
		return err
	}
	if now := h.Store.Now(); filter.Before == nil || filter.Before.After(now) {
		filter.Before = &now
	}
	workspace := page.Caller(c).WorkspaceID
	columns := []string{"id", "at", "act", "what", "subject", "about", "detail", "door", "actor", "name", "address", "request_id"}
	return sendPages(h, c, "audit", columns, func(ctx context.Context, p db.PageRequest) (*db.RecordPage[acts.View], error) {
		return h.Store.Acts.List(ctx, workspace, filter, p)
	}, func(a acts.View) []string {
		return []string{a.ID, page.CellTime(&a.At), a.Kind, shown.ActWords(a.Kind), a.Subject, a.About, a.Detail, string(a.Door), a.Actor, a.Name, a.Address, a.RequestID}
	})
}

// supportActs lists the support actions in this workspace, for its owners.
func (h *Handlers) supportActs(c *fiber.Ctx) error {
	v := views.Audit{Title: "Support actions in this workspace", Back: page.WorkspacePath(c, "audit"), BackWord: "Audit"}
	return shown.AuditPage(h.Base, c, support.AuditFilter{WorkspaceID: page.Caller(c).WorkspaceID}, v, "audit")
}

// actPlace returns where in a workspace the page of what an act is about is, and what that is; "" if it has no page or is gone.
func actPlace(act, subject string) (place, kind string) {
	if subject == "" || strings.HasPrefix(act, "delete") {
		return "", ""
	}
	if act == string(support.ActionImportRerun) {
		return "imports/" + subject, "Import"
	}
	if strings.HasSuffix(act, "Share") { // a link for others has no page of its own
		return "shares", "Link"
	}
	for _, p := range []struct{ suffix, place, kind string }{
		{"Watch", "watches/", "Watch"}, {"Board", "boards/", "Board"}, {"Reference", "references/", "Reference"}, {"Webhook", "webhooks/", "Endpoint"},
		{"Export", "exports/", "Export"}, {"Retry", "imports/retries/", "Retry"},
	} {
		if strings.HasSuffix(act, p.suffix) {
			return p.place + subject, p.kind
		}
	}
	return "", ""
}
