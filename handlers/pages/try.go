package pages

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/views"
)

// try says what a link points to: free, and without asking anybody.
func (h *Handlers) try(c *fiber.Ctx) error {
	f := readQuery(c)
	return h.showTry(c, fiber.StatusOK, f, views.Try{})
}

// tryLookup looks a link up, for the price that the page said.
func (h *Handlers) tryLookup(c *fiber.Ctx) error {
	f, begun := readForm(c), time.Now()
	link, problem := h.Platforms.Recognize(f.text("url"))
	if problem != nil {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	caller(c).Note.Subject = link.NaturalID()
	r, err := h.lookUp(c.UserContext(), caller(c).WorkspaceID, f.text("url"), link)
	if err != nil {
		return h.showFailure(c, f, err, lookupAdvice)
	}
	noteLookup(caller(c), r)
	looked, err := h.lookupResult(c, link, r, time.Since(begun))
	if err != nil {
		return err
	}
	return h.showTry(c, fiber.StatusOK, f, views.Try{Looked: looked})
}

func (h *Handlers) lookUp(ctx context.Context, workspace, url string, link sources.Link) (*lookup.Result, error) {
	if link.Supported() && link.Target == sources.TargetAccount {
		age, _ := input.AccountMaxAge.Parse("")
		return h.Lookup.Account(ctx, lookup.AccountRequest{Workspace: workspace, URL: url, MaxAge: age})
	}
	age, _ := input.ItemMaxAge.Parse("")
	request := lookup.ItemRequest{Workspace: workspace, URL: url, MaxAge: age}
	of, _ := h.Platforms.Find(link.Platform)
	request.Transcript = slices.ContainsFunc(of.Items.Kinds, func(k content.Kind) bool { return of.Items.Offers(k, "transcript") })
	r, err := h.Lookup.Item(ctx, request)
	if request.Transcript && lookup.CaptionsRefused(err) { // the facts are worth having without
		request.Transcript = false
		r, err = h.Lookup.Item(ctx, request)
	}
	return r, err
}

// noteLookup tells the request log about an answer.
func noteLookup(who *session.Caller, r *lookup.Result) {
	n := session.Note{Subject: cmp.Or(r.Subject, who.Note.Subject), RouteID: r.RouteID(), Cached: r.Cached(), Charged: r.Receipt.Usage.CreditsCharged}
	who.Note = n
}

// showFailure shows a typed failure of a lookup, or of an import that was not accepted, where it was asked for; errors of our
// own are returned. advise says what to do about a code.
func (h *Handlers) showFailure(c *fiber.Ctx, f *form, err error, advise func(apierror.Code) string) error {
	it := apierror.From(err)
	if it.Code == apierror.CodeInternalError || it.Code == apierror.CodeStorageUnavailable {
		return err
	}
	caller(c).Note.Code = it.Code
	caller(c).Note.RouteID, _ = it.Details["routeId"].(string)
	return h.showTry(c, it.HTTPStatus(), f, views.Try{Failure: &views.TryFailure{Happened: causeText(it.Code, apierror.ReasonOf(it)), Code: string(it.Code), Do: advise(it.Code),
		RequestID: caller(c).RequestID}})
}

// tryImport starts an import. The form's id makes a form that is sent twice one import.
func (h *Handlers) tryImport(c *fiber.Ctx) error {
	f := readForm(c)
	settings := f.newImport("page:" + f.text("form"))
	if !f.ok() || !db.ValidID(f.text("form")) {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	id, err := h.startImport(c, f.text("url"), settings)
	if err != nil {
		return h.showFailure(c, f, err, advice)
	}
	return h.redirect(c, workspacePath(c, "imports/"+id), "Import started. This page shows its progress.")
}

// startImport accepts an import of the caller's workspace and sends it to the workers.
func (h *Handlers) startImport(c *fiber.Ctx, url string, n imports.NewImport) (id string, err error) {
	n.WorkspaceID, n.RequestID = caller(c).WorkspaceID, caller(c).RequestID
	if n, err = h.Lookup.ImportOf(url, n); err != nil {
		return "", err
	}
	caller(c).Note.Subject = n.Subject
	if !validProfile(n.MediaProfile) {
		return "", apierror.InvalidInput(apierror.Field{Name: "profile", In: "body", Reason: "enum", Expected: "none, analysis or full"})
	}
	accepted, err := h.Store.AcceptImport(c.UserContext(), n, func(*imports.Detail) ([]byte, error) { return []byte("{}"), nil })
	if err != nil {
		return "", err
	}
	h.Imports.Deliver(c.UserContext(), accepted.ID)
	return accepted.ID, nil
}

// withScheme adds https:// to a link that people wrote as they say it: youtube.com/watch?v=….
func withScheme(link string) string {
	scheme, _, hasScheme := strings.Cut(link, "://")
	if hasScheme && !strings.ContainsAny(scheme, "/?#") { // a link may hold another one
		return link
	}
	host, _, _ := strings.Cut(link, "/")
	if !strings.Contains(host, ".") || strings.ContainsAny(host, " @") {
		return link
	}
	return "https://" + link
}

// showTry shows the page about the link of the form, if there is one.
func (h *Handlers) showTry(c *fiber.Ctx, status int, f *form, v views.Try) error {
	url := withScheme(f.text("url"))
	v.Link = views.Field{Name: "url", Label: "Link", Type: "text", Mode: "url", Value: url, Max: input.MaxLink, Required: true, Mono: true, Focus: f.text("url") == ""}
	if f.values.Has("url") {
		if link, problem := h.Platforms.Recognize(url); problem != nil {
			v.Link.Problem, status = "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters.", fiber.StatusBadRequest
		} else {
			v.Found = h.linkTarget(link)
		}
	}
	credits, err := h.Store.Credits(c.UserContext(), caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v.Balance, v.FormID, v.Settings = credits.Balance, db.NewID(), h.importSettings(f)
	return show(c, status, views.TryPage(h.frame(c, "Try it", "try"), v))
}
