package pages

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
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
	link, problem := h.Platforms.Recognize(f.text("url"))
	if problem != nil {
		return h.showTry(c, fiber.StatusBadRequest, f, views.Try{})
	}
	link, err := h.Lookup.Follow(c.UserContext(), link)
	if err != nil {
		return h.showFailure(c, f, err, lookupAdvice)
	}
	if list, ok := h.Platforms.ListOf(f.text("url")); ok && list.Missing == "" {
		return h.tryList(c, f, list)
	}
	caller(c).Note.Subject = link.NaturalID()
	r, err := h.lookUp(c, f, link)
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

func (h *Handlers) lookUp(c *fiber.Ctx, f *form, link sources.Link) (*lookup.Result, error) {
	ctx, workspace := c.UserContext(), caller(c).WorkspaceID
	if isAccount(link) {
		caller(c).Note.Operation = "lookupAccount"
		return h.Lookup.Account(ctx, accountRequest(workspace, f.text("url")))
	}
	request := h.itemRequest(workspace, f.text("url"), link)
	if request.Transcript {
		request.Language, _ = input.Language(f.text("language"))
	}
	r, err := h.Lookup.Item(ctx, request)
	if request.Transcript && lookup.CaptionsRefused(err) { // the facts are worth having without
		request.Transcript = false
		r, err = h.Lookup.Item(ctx, request)
	}
	return r, err
}

func isAccount(link sources.Link) bool {
	return link.Supported() && link.Target == sources.TargetAccount
}

func accountRequest(workspace, url string) lookup.AccountRequest {
	age, _ := input.AccountMaxAge.Parse("")
	return lookup.AccountRequest{Workspace: workspace, URL: url, MaxAge: age}
}

// itemRequest asks for captions where the platform shows them.
func (h *Handlers) itemRequest(workspace, url string, link sources.Link) lookup.ItemRequest {
	age, _ := input.ItemMaxAge.Parse("")
	of, _ := h.Platforms.Find(link.Platform)
	captions := slices.ContainsFunc(of.Items.Kinds, func(k content.Kind) bool { return of.Items.Offers(k, "transcript") })
	return lookup.ItemRequest{Workspace: workspace, URL: url, MaxAge: age, Transcript: captions}
}

// estimateLookup says what the lookup of a link would cost now; "" where it would be refused.
func (h *Handlers) estimateLookup(ctx context.Context, workspace, url string, link sources.Link) (string, error) {
	var request lookup.Request = h.itemRequest(workspace, url, link)
	if isAccount(link) {
		request = accountRequest(workspace, url)
	}
	e, err := h.Lookup.Estimate(ctx, request)
	if err != nil {
		return "", ourOwn(err)
	}
	return priceSaid(e), nil
}

// noteLookup tells the request log about an answer.
func noteLookup(who *session.Caller, r *lookup.Result) {
	n := session.Note{Operation: who.Note.Operation, Subject: cmp.Or(r.Subject, who.Note.Subject), RouteID: r.RouteID(), Cached: r.Cached(), Charged: r.Receipt.Usage.CreditsCharged}
	who.Note = n
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
	key, err := f.key()
	if err != nil {
		return err
	}
	in := bind[operations.CreateIngestion](h, f, append(importBounds(f, ""), bound{property: "sourceUrl", field: "url", given: []string{withScheme(f.text("url"))}, words: notALink})...)
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
func (f *form) key() (string, error) {
	if id := f.text("form"); db.ValidID(id) {
		return "page:" + id, nil
	}
	return "", apierror.InvalidInput(apierror.Field{Name: "form", In: "body", Reason: "pattern", Expected: "the id that the page gave"})
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
func (h *Handlers) showTry(c *fiber.Ctx, status int, f *form, v views.Try) (err error) {
	url := withScheme(f.text("url"))
	v.Link = views.Field{Name: "url", Label: "Link", Type: "text", Mode: "url", Value: url, Max: input.MaxLink, Required: true, Mono: true, Focus: f.text("url") == ""}
	if f.values.Has("url") {
		if link, problem := h.Platforms.Recognize(url); problem != nil {
			v.Link.Problem, status = notALink, fiber.StatusBadRequest
		} else {
			if followed, err := h.Lookup.Follow(c.UserContext(), link); err == nil {
				link = followed // else it is said to be a short link
			}
			v.Found = h.linkTarget(link)
			if list, ok := h.Platforms.ListOf(url); ok && list.Missing == "" {
				if v.Found, err = h.foundList(c, url, list); err != nil {
					return err
				}
			} else if v.Found.Supported {
				v.Found.Watch, v.Found.WatchWord = watchLink(c, url, link)
				if v.Found.LookupPrice, err = h.estimateLookup(c.UserContext(), caller(c).WorkspaceID, url, link); err != nil {
					return err
				}
			}
		}
	}
	credits, err := h.Store.Billing.Credits(c.UserContext(), caller(c).WorkspaceID)
	if err != nil {
		return err
	}
	v.Balance, v.FormID, v.Settings = credits.Balance, db.NewID(), h.importSettings(f)
	return show(c, status, views.TryPage(h.frame(c, "Try it", "try"), v))
}
