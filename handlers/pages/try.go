package pages

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models/db"
	"socialdata/views"
)

// notALink says what a link is.
const notALink = "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters."

// try says what a link points to: free, and without asking anybody.
func (h *Handlers) try(c *fiber.Ctx) error {
	f := readQuery(c)
	return h.showTry(c, fiber.StatusOK, f, views.Try{})
}

// tryLookup looks a link up, for the price that the page said.
func (h *Handlers) tryLookup(c *fiber.Ctx) error {
	f, begun := readForm(c), time.Now()
	link, isLink := h.ReadLink(f.text("url"))
	if !isLink {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	link, err := h.FollowLink(c.UserContext(), link)
	var r *lookup.Result
	if err == nil {
		r, err = h.LookUpLink(c.UserContext(), caller(c), link, f.text("language"))
	}
	if err != nil {
		return h.showFailure(c, f, err, lookupAdvice)
	}
	v := views.Try{}
	if link.List != nil {
		v.Listed, err = h.listed(c, r)
	} else {
		v.Looked, err = h.lookupResult(c, link.Link, r, time.Since(begun))
	}
	if err != nil {
		return err
	}
	return h.showTry(c, fiber.StatusOK, f, v)
}

// showFailure shows a typed failure of a lookup, or of an import that was not accepted, where it was asked for; errors of our
// own are returned. advise says what to do about a code.
func (h *Handlers) showFailure(c *fiber.Ctx, f *form, err error, advise func(apierror.Code) string) error {
	if err := ourOwn(err); err != nil {
		return err
	}
	it := apierror.From(err)
	caller(c).Note.Code = it.Code
	caller(c).Note.RouteID, _ = it.Details["routeId"].(string)
	return h.showTry(c, it.HTTPStatus(), f, views.Try{Failure: &views.TryFailure{Happened: causeText(it.Code, apierror.ReasonOf(it)), Code: string(it.Code), Do: advise(it.Code),
		RequestID: caller(c).RequestID}})
}

// ourOwn returns an error that says nothing about what was asked for, but that we failed; nil for any other and for none.
func ourOwn(err error) error {
	if err == nil {
		return nil
	}
	if apierror.Is(err, apierror.CodeStorageUnavailable) || apierror.From(err).Code == apierror.CodeInternalError {
		return err
	}
	return nil
}

// tryImport starts an import.
func (h *Handlers) tryImport(c *fiber.Ctx) error {
	f := readForm(c)
	key, err := formKey(f)
	if err != nil {
		return err
	}
	in := bind[operations.CreateIngestion](h.Service, f, append(importBounds(f, ""), bound{property: "sourceUrl", field: "url", given: []string{h.linkText(f, "url")}, words: notALink})...)
	if !f.ok() {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	accepted, err := h.CreateIngestion(c.UserContext(), caller(c), in, key, nil)
	if err != nil {
		return h.showFailure(c, f, err, advice)
	}
	return h.redirect(c, workspacePath(c, "imports/"+accepted.ID), "Import started. This page shows its progress.")
}

// key makes a form that is sent twice one import, by the id that the page gave it.
func formKey(f *form) (string, error) {
	if id := f.text("form"); db.ValidID(id) {
		return "page:" + id, nil
	}
	return "", apierror.InvalidInput(apierror.Field{Name: "form", In: "body", Reason: "pattern", Expected: "the id that the page gave"})
}

// showTry shows the page about the link of the form, if there is one.
func (h *Handlers) showTry(c *fiber.Ctx, status int, f *form, v views.Try) (err error) {
	link, isLink := h.ReadLink(f.text("url"))
	v.Link = views.Field{Name: "url", Label: "Link", Type: "text", Mode: "url", Value: link.URL, Max: operations.MostOf[operations.Link](), Required: true, Mono: true, Focus: f.text("url") == ""}
	switch {
	case isLink:
		if v.Found, err = h.foundLink(c, link); err != nil {
			return err
		}
	case f.values.Has("url"):
		v.Link.Problem, status = notALink, fiber.StatusBadRequest
	}
	credits, err := h.Store.Billing.Credits(c.UserContext(), caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v.Balance, v.FormID, v.Settings = credits.Balance, db.NewID(), h.importSettings(f)
	return show(c, status, views.TryPage(h.frame(c, "Try it", "try"), v))
}

// foundLink says what a link points to, and what its lookup would cost now.
func (h *Handlers) foundLink(c *fiber.Ctx, link operations.TypedLink) (*views.Found, error) {
	if followed, err := h.FollowLink(c.UserContext(), link); err == nil {
		link = followed // else it is said to be a short link
	}
	v := h.linkTarget(link)
	if !v.Supported {
		return v, nil
	}
	v.Watch, v.WatchWord = watchLink(c, link)
	e, err := h.EstimateLink(c.UserContext(), caller(c), link)
	if err != nil {
		return v, ourOwn(err) // without a price, where the lookup would be refused
	}
	v.LookupPrice = priceSaid(e)
	return v, nil
}

// linkText is a field that holds a link, with its scheme.
func (h *Handlers) linkText(f *form, name string) string {
	link, _ := h.ReadLink(f.text(name))
	return link.URL
}
