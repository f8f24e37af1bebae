package pages

import (
	"cmp"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/support"
	"socialdata/views"
)

// knownGroup reads which group of failures a form or a query speaks of.
func knownGroup(f *form) support.KnownFailure {
	none := func(v string) string {
		if v == support.NoReason {
			return ""
		}
		return v
	}
	return support.KnownFailure{Code: apierror.Code(f.word("code")), Reason: apierror.Reason(none(f.word("group"))), Platform: content.Platform(f.word("platform")), RouteID: none(f.word("route"))}
}

// knownForm asks what is known about a group of failures.
func (h *Handlers) knownForm(c *fiber.Ctx) error {
	return h.showKnown(c, fiber.StatusOK, readQuery(c))
}

// markKnown marks a group as known with a note, or makes it news again.
func (h *Handlers) markKnown(c *fiber.Ctx) error {
	f := readForm(c)
	if f.text("do") == "reopen" {
		in := bind[operations.SupportReason](h.Service, f, reasonBound)
		if !f.ok() {
			return h.showKnown(c, fiber.StatusBadRequest, f)
		}
		if err := h.ReopenKnownFailure(c.UserContext(), caller(c), knownGroup(f), in); err != nil {
			return err
		}
		return h.redirect(c, "/support", "The group is open again.")
	}
	in := bind[operations.MarkKnown](h.Service, f, reasonBound, bound{property: "mendedIn", label: "The version"}, bound{property: "days", label: "The days"})
	if !f.ok() {
		return h.showKnown(c, fiber.StatusBadRequest, f)
	}
	if err := h.MarkKnownFailure(c.UserContext(), caller(c), knownGroup(f), in); err != nil {
		return err
	}
	return h.redirect(c, "/support", "The group is marked as known. It comes back if it fails again after that.")
}

func (h *Handlers) showKnown(c *fiber.Ctx, status int, f *form) error {
	group := knownGroup(f)
	if _, known := h.Platforms.Find(group.Platform); !known || group.Code == "" {
		return apierror.New(apierror.CodeNotFound, "resource", "group of failures")
	}
	all, err := h.Store.Support.KnownFailures(c.UserContext())
	if err != nil {
		return err
	}
	v := views.Known{Code: string(group.Code), Reason: string(group.Reason), Words: causeText(group.Code, group.Reason), Platform: h.platformOf(group.Platform), PlatformName: string(group.Platform),
		Route: group.RouteID, Program: h.Program, Note: reasonField(f, "What is known, for your colleagues: the cause, the ticket, who mends it."),
		MendedIn: views.Field{Name: "mendedIn", Label: "Mended in version", Hint: "It comes back when it fails in this version or a later one. This is version " + h.Program + ".", Value: f.text("mendedIn"),
			Problem: f.problems["mendedIn"], Max: operations.MostOf[operations.Version](), Mono: true},
		Days: views.Field{Name: "days", Label: "Known for", Type: "number", Hint: "Days. It comes back when it fails after that.", Value: cmp.Or(f.text("days"), "14"), Problem: f.problems["days"], Required: true}}
	v.Note.Label = "Note"
	for _, k := range all {
		if k.Code == group.Code && k.Reason == group.Reason && k.Platform == group.Platform && k.RouteID == group.RouteID {
			v.Marked, v.Before = h.when(&k.MarkedAt), k.Note
			v.MendedIn.Value = cmp.Or(f.text("mendedIn"), k.MendedIn)
		}
	}
	return show(c, status, views.KnownPage(h.frame(c, "Known failure", "support-failures"), v))
}

// knownHref is the page on which a group is marked.
func knownHref(g support.FailureGroup) string {
	return address("/support/known", "code", string(g.Code), "group", cmp.Or(string(g.Reason), support.NoReason), "platform", string(g.Platform), "route", cmp.Or(g.RouteID, support.NoRoute))
}
