package support

import (
	"unicode/utf8"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/support"
	"socialdata/views"
)

// supportWorkspaces finds workspaces by name, id, or the e-mail of a member or of somebody invited.
func (h *Handlers) supportWorkspaces(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	find := f.Text("q")
	v := views.SupportWorkspaces{Find: views.Field{Name: "q", Label: "Workspace name, id, or the email of a member or an invite", Value: find, Type: "search", Max: operations.MostOf[operations.StoredWords]()}}
	if utf8.RuneCountInString(find) > operations.MostOf[operations.StoredWords]() {
		find, v.Find.Problem = "", "Use at most "+views.Count(operations.MostOf[operations.StoredWords](), "character")+". These are all workspaces."
	}
	failing := f.Text("sort") == sortByFailures && find == ""
	v.Sorts = []views.Choice{{Word: "Newest", Href: "/support/workspaces", On: !failing}, {Word: "Highest share of failures, 24 h", Href: "/support/workspaces?sort=" + sortByFailures, On: failing}}
	rows, next, err := h.workspacesIn(c, failing, find)
	if err != nil {
		return err
	}
	v.Rows = page.Map(rows, h.workspaceRow)
	v.Older, v.Newest = page.PageLinks(c, next)
	return page.Show(c, fiber.StatusOK, views.SupportWorkspacesPage(h.Frame(c, "Workspaces", "support-workspaces"), v))
}

// sortByFailures orders workspaces by their share of failed imports.
const sortByFailures = "failures"

// workspacesIn returns a page of workspaces in the requested order, and the cursor of the next page.
func (h *Handlers) workspacesIn(c *fiber.Ctx, failing bool, find string) ([]support.Workspace, string, error) {
	if failing {
		rows, err := h.Store.Support.FailingWorkspaces(c.UserContext())
		return rows, "", err
	}
	p, err := h.Store.Support.Workspaces(c.UserContext(), find, page.ReadQuery(c).PageRequest())
	if err != nil {
		return nil, "", err
	}
	return p.Items, p.NextCursor, nil
}

func (h *Handlers) workspaceRow(w support.Workspace) views.SupportWorkspace {
	return views.SupportWorkspace{ID: w.ID, Name: w.Name, Href: "/support/workspaces/" + w.ID, Made: h.When(&w.CreatedAt), Balance: w.Balance, Granted: billing.WithoutAdvance(w.Granted),
		Spent: w.Spent, Members: w.Members, Imports: w.Imports, Failed: w.Failed, Failures: failureQuery{workspace: w.ID, span: usualSpan}.at()}
}

func (h *Handlers) supportWorkspace(c *fiber.Ctx) error {
	return h.showWorkspace(c, fiber.StatusOK, page.ReadForm(c))
}

// grantCredits grants credits to a workspace, with a reason. Submitting the form twice grants only once.
func (h *Handlers) grantCredits(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.GrantCredits](h.Service, f, reasonBound, page.Bound{Property: "amount", Words: "Enter a whole number of 1 or more."}, page.Bound{Property: "once"})
	if f.OK() {
		err := h.GrantCredits(c.UserContext(), page.Caller(c), c.Params("id"), in)
		if apierror.Is(err, apierror.CodeLimitExceeded) {
			f.AddProblem("amount", "This is more than a workspace can hold.")
		} else if err != nil {
			return err
		}
	}
	if !f.OK() {
		return h.showWorkspace(c, fiber.StatusBadRequest, f)
	}
	return h.Redirect(c, "/support/workspaces/"+c.Params("id"), views.Credits(int64(in.Amount))+" granted.")
}

// meter makes a workspace metered or unmetered, with a reason.
func (h *Handlers) meter(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	in := page.Bind[operations.Meter](h.Service, f, page.Bound{Property: "reason", Field: "meterReason", Label: "The reason"}, page.Bound{Property: "metered"})
	if !f.OK() {
		return h.showWorkspace(c, fiber.StatusBadRequest, f)
	}
	err := h.MeterWorkspace(c.UserContext(), page.Caller(c), c.Params("id"), in)
	says := "The workspace is not metered any more."
	if in.Metered {
		says = "The workspace is metered."
	}
	return h.RedirectAfter(c, err, "/support/workspaces/"+c.Params("id"), says)
}

func (h *Handlers) showWorkspace(c *fiber.Ctx, status int, f *page.Form) error {
	w, err := h.Store.Support.FindWorkspace(c.UserContext(), c.Params("id"))
	if err != nil {
		return err
	}
	acts, err := h.Store.Support.Audit(c.UserContext(), w.ID, db.PageRequest{Limit: latestRows})
	if err != nil {
		return err
	}
	v := views.SupportWorkspaceDetail{SupportWorkspace: h.workspaceRow(*w), Once: db.NewID(), Acts: shown.AuditRows(h.Base, acts.Items, true),
		Amount:      views.Field{Name: "amount", Label: "Credits", Value: f.Text("amount"), Problem: f.Problems["amount"], Required: true, Max: 16, Mono: true},
		Reason:      reasonField(f, "The workspace's owners can read it in their ledger."),
		MeterReason: reasonField(f, "The workspace's owners can read it in their audit.")}
	v.MeterReason.Name, v.MeterReason.Value, v.MeterReason.Problem = "meterReason", f.Text("meterReason"), f.Problems["meterReason"]
	if err := h.workspaceLife(c, w.ID, &v); err != nil {
		return err
	}
	return page.Show(c, status, views.SupportWorkspacePage(h.Frame(c, w.Name, "support-workspaces"), v))
}

// The number of rows of each part of a workspace's page: the latest of what has a list of its own.
const (
	latestRows = 5
	peopleRows = 50
)

// workspaceLife adds the activity of a workspace to its page: its latest imports, its ledger, its members and its
// keys.
func (h *Handlers) workspaceLife(c *fiber.Ctx, id string, v *views.SupportWorkspaceDetail) error {
	recent, err := h.Store.Support.Imports(c.UserContext(), support.ImportFilter{WorkspaceID: id}, db.PageRequest{Limit: latestRows})
	if err != nil {
		return err
	}
	v.Recent, v.AllImports = page.Map(recent.Items, h.listedImport), page.Address("/support/imports", "workspace", id)
	rows := page.ReadQuery(c).PageRequest()
	if rows.Cursor == "" {
		rows.Limit = latestRows
	}
	entries, err := h.Store.Billing.Postings(c.UserContext(), id, billing.PostingFilter{}, rows)
	if err != nil {
		return err
	}
	for _, e := range entries.Items {
		row := views.LedgerRow{When: h.When(&e.CreatedAt), Note: e.Note, Amount: e.Amount, After: e.BalanceAfter}
		row.For, row.Subject.ID = shown.PostingWords(e) // support sees no titles
		if i := e.ImportID(); i != "" {
			row.Import = "/support/imports/" + i
		}
		v.Ledger = append(v.Ledger, row)
	}
	v.Older, v.Newest = page.PageLinks(c, entries.NextCursor)
	return h.workspacePeople(c, id, v)
}

func (h *Handlers) workspacePeople(c *fiber.Ctx, id string, v *views.SupportWorkspaceDetail) error {
	people, err := h.Store.Accounts.Members(c.UserContext(), id, db.PageRequest{Limit: peopleRows})
	if err != nil {
		return err
	}
	for _, m := range people.Items {
		v.People = append(v.People, views.MemberRow{Name: m.Name, Email: m.Email, Role: views.RoleName(string(m.Role)), Joined: h.When(&m.JoinedAt)})
	}
	keys, err := h.Store.Accounts.Keys(c.UserContext(), id, db.PageRequest{Limit: peopleRows})
	if err != nil {
		return err
	}
	v.Keys = page.Map(keys.Items, func(k accounts.KeyView) views.KeyRow { return shown.KeyRow(h.Base, c, k) })
	return nil
}
