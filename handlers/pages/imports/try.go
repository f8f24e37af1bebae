package imports

import (
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
	"socialdata/models/accounts"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/watches"
	"socialdata/views"
)

// try shows what a link points to. It is free and contacts no platform.
func (h *Handlers) try(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	return h.showTry(c, fiber.StatusOK, f, views.Try{})
}

// tryLookup looks a link up for the price that the page stated.
func (h *Handlers) tryLookup(c *fiber.Ctx) error {
	f, begun := page.ReadForm(c), time.Now()
	link, isLink := h.ReadLink(f.Text("url"))
	if !isLink {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	link, err := h.FollowLink(c.UserContext(), link)
	var r *lookup.Result
	if err == nil {
		r, err = h.LookUpLink(c.UserContext(), page.Caller(c), link, f.Text("language"))
	}
	if err != nil {
		return h.showFailure(c, f, err, lookupAdvice)
	}
	if back := page.LocalPath(f.Text("back")); back != "/" {
		return h.Redirect(c, back, "Looked up. "+views.ChargedWords(r.Receipt.Usage.CreditsCharged, r.Receipt.Remaining))
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

// showFailure shows a failed lookup or a rejected import on the page where it was requested. Errors of the service
// itself are returned. advise returns what to do about a code.
func (h *Handlers) showFailure(c *fiber.Ctx, f *page.Form, err error, advise func(apierror.Code) string) error {
	if err := page.OurOwn(err); err != nil {
		return err
	}
	it := apierror.From(err)
	page.Caller(c).Note.Code = it.Code
	page.Caller(c).Note.RouteID, _ = it.Details["routeId"].(string)
	link, _ := h.ReadLink(f.Text("url"))
	isPost := link.List == nil && !link.IsAccount()
	return h.showTry(c, it.HTTPStatus(), f, views.Try{Failure: &views.TryFailure{Happened: shown.CauseText(it.Code, apierror.ReasonOf(it)), Code: string(it.Code), Do: advise(it.Code),
		RequestID: page.Caller(c).RequestID, Refused: it.Code == apierror.CodeRouteDegraded && isPost, Gone: apierror.Unavailable(it.Code)}})
}

// tryImport starts an import.
func (h *Handlers) tryImport(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	key, err := formKey(f)
	if err != nil {
		return err
	}
	in := page.Bind[operations.CreateIngestion](h.Service, f, append(shown.ImportBounds(f, ""), page.Bound{Property: "board"}, page.Bound{Property: "evidence", Field: shown.EvidenceField}, page.Bound{Property: "sourceUrl", Field: "url", Given: []string{h.LinkText(f, "url")}, Words: page.NotALink})...)
	if !f.OK() {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	accepted, err := h.CreateIngestion(c.UserContext(), page.Caller(c), in, key, nil)
	if err != nil {
		return h.showFailure(c, f, err, shown.Advice)
	}
	if watch := f.Text("watch"); db.ValidID(watch) { // a row of its items
		return h.ListAgain(c, f, "watches/"+watch, "Import started. It stands beside its item.")
	}
	return h.Redirect(c, page.WorkspacePath(c, "imports/"+accepted.ID), "Import started. This page shows its progress.")
}

// formKey derives an idempotency key from the form's id, so that submitting a form twice starts one import.
func formKey(f *page.Form) (string, error) {
	if id := f.Text("form"); db.ValidID(id) {
		return "page:" + id, nil
	}
	return "", apierror.InvalidInput(apierror.Field{Name: "form", In: "body", Reason: "pattern", Expected: "the id that the page gave"})
}

// showTry shows the page for the link in the form, if there is one.
func (h *Handlers) showTry(c *fiber.Ctx, status int, f *page.Form, v views.Try) (err error) {
	link, isLink := h.ReadLink(f.Text("url"))
	v.Link = views.Field{Name: "url", Label: "Link", Type: "text", Mode: "url", Value: link.URL, Max: operations.MostOf[operations.Link](), Required: true, Mono: true, Focus: f.Text("url") == ""}
	switch {
	case isLink:
		if v.Found, err = h.foundLink(c, link); err != nil {
			return err
		}
	case f.Values.Has("url"):
		v.Link.Problem, status = page.NotALink, fiber.StatusBadRequest
	}
	if v.Found == nil {
		if err := h.addStart(c, &v); err != nil {
			return err
		}
	}
	credits, err := h.Store.Billing.Credits(c.UserContext(), page.Caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v.Bookmark = "javascript:location.href='" + h.Origin + "/import?url='+encodeURIComponent(location.href)"
	v.Balance, v.FormID, v.Settings = credits.Balance, db.NewID(), shown.ImportSettings(h.Base, f)
	v.Settings.Evidence = shown.EvidenceChoice(h.Base, f)
	if v.Settings.Boards, err = h.BoardForImports(c, f); err != nil {
		return err
	}
	return page.Show(c, status, views.TryPage(h.Frame(c, "Try or import a link", "try"), v))
}

// recentShown is how many of the latest imports the empty page shows.
const recentShown = 3

// addStart adds what can be tried before a link was typed: the links of the demo, and the latest imports.
func (h *Handlers) addStart(c *fiber.Ctx, v *views.Try) error {
	for _, link := range h.Examples {
		typed, ok := h.ReadLink(link)
		if !ok {
			continue
		}
		v.Examples = append(v.Examples, views.TagLink{Tag: h.PlatformOf(typed.Platform).Word, Href: page.Address(page.WorkspacePath(c, "try"), "url", link)})
	}
	workspace := page.Caller(c).WorkspaceID
	list, err := h.Store.Imports.List(c.UserContext(), workspace, imports.Filter{}, db.PageRequest{Limit: recentShown})
	if err == nil {
		v.Recent, err = shown.ImportRows(c.UserContext(), h.Base, workspace, list.Items)
	}
	return err
}

// foundLink describes what a link points to and what looking it up would cost now.
func (h *Handlers) foundLink(c *fiber.Ctx, link operations.TypedLink) (*views.Found, error) {
	if followed, err := h.FollowLink(c.UserContext(), link); err == nil {
		link = followed // otherwise the page says that it is a short link
	}
	v := h.linkTarget(link)
	if !v.Supported {
		return v, nil
	}
	if link.IsAccount() {
		names, err := shown.Names(h.Base, c, []string{v.ID})
		if err != nil {
			return nil, err
		}
		if known := shown.NameOf(names, v.ID).Title; known != "" {
			v.Name = v.Platform.Word + " account " + known
		}
	}
	if v.Importable {
		known := []views.ManyRow{{Link: link.URL}}
		if err := h.addKnown(c, known, map[string]int{link.Canonical: 0}); err != nil {
			return nil, err
		}
		v.Saved, v.Failed, v.Title, v.Picture = known[0].Saved, known[0].Failed, known[0].Title, known[0].Picture
	}
	v.Watch, v.WatchWord = watchLink(c, link)
	e, err := h.EstimateLink(c.UserContext(), page.Caller(c), link)
	if err != nil {
		return v, page.OurOwn(err) // without a price if the lookup would be rejected
	}
	_, v.LookupPrice = shown.LookupPrice(e)
	return v, nil
}

// watchLink returns the link for owners to the page that creates a watch for a link, or "" for other people.
func watchLink(c *fiber.Ctx, link operations.TypedLink) (path, word string) {
	if !page.Caller(c).Has(accounts.Owner) {
		return "", ""
	}
	field, kind, word := "url", link.WatchKind(), "Watch this item"
	switch kind {
	case watches.List:
		word = "Watch this list"
	case watches.Account:
		field, word = "account", "Watch this account"
	case watches.Single, watches.Search:
	}
	return page.Address(page.WorkspacePath(c, "watches/new"), "kind", string(kind), field, link.URL), word
}
