package workspace

import (
	"strconv"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/alerts"
	"socialdata/models/exports"
	"socialdata/views"
)

// alerts returns what needs an owner's attention in the workspace, one line for each kind. Other members only see
// what blocks everyone, without a link to fix it.
func (h *Handlers) alerts(c *fiber.Ctx) ([]views.Alert, error) {
	list, err := h.Store.Alerts.List(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return nil, err
	}
	kinds, order := map[alerts.Kind][]alerts.Alert{}, []alerts.Kind{}
	for _, a := range list {
		if kinds[a.Kind] == nil {
			order = append(order, a.Kind)
		}
		kinds[a.Kind] = append(kinds[a.Kind], a)
	}
	var lines []views.Alert
	for _, kind := range order {
		if line := alertLine(c, kinds[kind]); page.Caller(c).Has(accounts.Owner) {
			lines = append(lines, line)
		} else if kind == alerts.CreditsLow {
			lines = append(lines, views.Alert{Says: line.Says + " An owner can get more.", Bad: line.Bad})
		}
	}
	return lines, nil
}

// alertLine describes alerts of one kind, and links to the page where they can be resolved.
func alertLine(c *fiber.Ctx, list []alerts.Alert) views.Alert {
	first, several := list[0], len(list) > 1
	at := func(path string) string { return page.WorkspacePath(c, path) }
	switch first.Kind {
	case alerts.CreditsLow:
		if first.Balance == 0 {
			return views.Alert{Says: "No credits are left: whatever costs some is refused.", Do: "See credits", Href: at("credits"), Bad: true}
		}
		return views.Alert{Says: "The balance is low: " + views.Credits(first.Balance) + " left.", Do: "See credits", Href: at("credits")}
	case alerts.WatchFailing:
		if several {
			return views.Alert{Says: views.Number(int64(len(list))) + " watches have failed several times in a row.", Do: "See watches", Href: at("watches")}
		}
		return views.Alert{Says: "The watch “" + first.Name + "” has failed several times in a row.", Do: "See why", Href: at("watches/" + first.Subject)}
	case alerts.ExportFailing:
		if several {
			return views.Alert{Says: "The last runs of " + views.Number(int64(len(list))) + " exports failed.", Do: "See exports", Href: at("exports")}
		}
		return views.Alert{Says: "The last run of the export “" + kindWords[exports.Kind(first.Name)] + "” failed.", Do: "See why", Href: at("exports/" + first.Subject)}
	case alerts.ImportsRetried:
		latest := list[len(list)-1]
		return views.Alert{Says: "Mended, after " + views.Count(latest.Imports, "import") + " of yours failed: " + latest.Name, Do: "See failed imports", Href: at("imports?state=failed")}
	case alerts.WebhookDisabled:
		if several {
			return views.Alert{Says: views.Count(len(list), "endpoint") + " failed for five days and were disabled. Nothing is sent to them any more.", Do: "See webhooks", Href: at("webhooks"), Bad: true}
		}
		return views.Alert{Says: "The endpoint " + first.Name + " failed for five days and was disabled. Nothing is sent to it any more.", Do: "Mend it", Href: at("webhooks/" + first.Subject), Bad: true}
	}
	return views.Alert{} // every kind has a case: the linters see to it
}

// setLowBalance stores the balance at which the workspace is alerted; an empty field means never.
func (h *Handlers) setLowBalance(c *fiber.Ctx) error {
	w, err := h.Store.Accounts.Workspace(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	f := page.ReadForm(c)
	in := page.Bind[operations.RenameWorkspace](h.Service, f, page.RevisionBound, page.Bound{Property: "name", Given: []string{w.Name}}, // the name is not changed
		page.Bound{Property: "lowBalance", Words: "Enter a whole number of credits, or nothing."})
	if !f.OK() {
		return h.showCredits(c, fiber.StatusBadRequest, f)
	}
	err = h.RenameWorkspace(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeRevisionConflict) {
		f.AddProblem("", "Someone else changed the settings of the workspace. Nothing was overwritten; save again to replace them.")
		return h.showCredits(c, fiber.StatusConflict, f)
	}
	if err != nil {
		return err
	}
	says := "You are not told of a low balance any more."
	if mark := in.LowBalance.Value; mark != nil {
		says = "You are told when the balance falls to " + views.Credits(int64(*mark)) + "."
	}
	return h.Redirect(c, page.WorkspacePath(c, "credits"), says)
}

// lowBalanceForm returns the form with the submitted value, or else the workspace's current one.
func (h *Handlers) lowBalanceForm(c *fiber.Ctx, f *page.Form, w *accounts.Workspace) views.LowBalance {
	value := f.Text("lowBalance")
	if _, filled := f.Values["lowBalance"]; !filled && w.LowBalance != nil {
		value = strconv.FormatInt(*w.LowBalance, 10)
	}
	says := "Tell me when the balance is low"
	if w.LowBalance != nil {
		says = "You are told when the balance falls to " + views.Credits(*w.LowBalance)
	}
	return views.LowBalance{Says: says, ByMail: h.Mails != nil, Revision: w.Revision, Action: page.WorkspacePath(c, "credits/low-balance"), Refusal: f.Problems[""],
		At: views.Field{Name: "lowBalance", Label: "Tell me at", Hint: "Credits. Empty: never.", Mode: "numeric", Value: value, Problem: f.Problems["lowBalance"], Max: 16}}
}
