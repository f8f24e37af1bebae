package support

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/support"
	"socialdata/views"
)

// knownGroup returns the group of failures that a form or a query names.
func knownGroup(f *page.Form) support.KnownFailure {
	none := func(v string) string {
		if v == support.NoReason {
			return ""
		}
		return v
	}
	return support.KnownFailure{Code: apierror.Code(f.Word("code")), Reason: apierror.Reason(none(f.Word("group"))), Platform: content.Platform(f.Word("platform")), RouteID: none(f.Word("route"))}
}

// knownForm shows the form for marking a group of failures as known.
func (h *Handlers) knownForm(c *fiber.Ctx) error {
	return h.showKnown(c, fiber.StatusOK, page.ReadQuery(c))
}

// markKnown marks a group as known, or removes the mark.
func (h *Handlers) markKnown(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	if f.Text("do") == "reopen" {
		in := page.Bind[operations.SupportReason](h.Service, f, reasonBound)
		if !f.OK() {
			return h.showKnown(c, fiber.StatusBadRequest, f)
		}
		err := h.ReopenKnownFailure(c.UserContext(), page.Caller(c), knownGroup(f), in)
		return h.RedirectAfter(c, err, "/support", "The group is open again.")
	}
	in := page.Bind[operations.MarkKnown](h.Service, f, reasonBound, page.Bound{Property: "mendedIn", Label: "The version"}, page.Bound{Property: "days", Label: "The days"})
	if !f.OK() {
		return h.showKnown(c, fiber.StatusBadRequest, f)
	}
	err := h.MarkKnownFailure(c.UserContext(), page.Caller(c), knownGroup(f), in)
	return h.RedirectAfter(c, err, "/support", "The group is marked as known. It comes back if it fails again after that.")
}

func (h *Handlers) showKnown(c *fiber.Ctx, status int, f *page.Form) error {
	group := knownGroup(f)
	if _, known := h.Platforms.Find(group.Platform); !known || group.Code == "" {
		return apierror.New(apierror.CodeNotFound, "resource", "group of failures")
	}
	all, err := h.Store.Support.KnownFailures(c.UserContext())
	if err != nil {
		return err
	}
	v := views.Known{Code: string(group.Code), Reason: string(group.Reason), Words: shown.CauseText(group.Code, group.Reason), Platform: h.PlatformOf(group.Platform), PlatformName: string(group.Platform),
		Route: h.RouteOf(group.RouteID), Program: h.Program, Note: reasonField(f, "What is known, for your colleagues: the cause, the ticket, who mends it."),
		MendedIn: views.Field{Name: "mendedIn", Label: "Mended in version", Hint: "It comes back when it fails in this version or a later one. This is version " + h.Program + ".", Value: f.Text("mendedIn"),
			Problem: f.Problems["mendedIn"], Max: operations.MostOf[operations.Version](), Mono: true},
		Days: views.Field{Name: "days", Label: "Known for", Type: "number", Hint: "Days. It comes back when it fails after that.", Value: cmp.Or(f.Text("days"), "14"), Problem: f.Problems["days"], Required: true}}
	v.Note.Label = "Note"
	for _, k := range all {
		if k.Kind() == group.Kind() {
			v.Marked, v.Before = h.When(&k.MarkedAt), k.Note
			v.MendedIn.Value = cmp.Or(f.Text("mendedIn"), k.MendedIn)
		}
	}
	return page.Show(c, status, views.KnownPage(h.Frame(c, "Known failure", "support-failures"), v))
}

// groupHref returns the address of a page about a group.
func groupHref(path string, k support.FailureKind) string {
	return page.Address(path, "code", string(k.Code), "group", cmp.Or(string(k.Reason), support.NoReason), "platform", string(k.Platform), "route", cmp.Or(k.RouteID, support.NoRoute))
}
