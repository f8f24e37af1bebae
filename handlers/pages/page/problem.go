package page

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/views"
)

// Problem is an error to be shown as a page.
type Problem struct {
	Status    int
	Err       *apierror.Error
	RequestID string
}

// Problem shows an error as a page. People who have to sign in first are redirected there and back again.
func (b *Base) Problem(c *fiber.Ctx, p Problem) error {
	if p.Err.Code == apierror.CodeUnauthenticated {
		if b.isKept(c) {
			return b.signInAgain(c)
		}
		return b.signInFirst(c)
	}
	if p.Err.Code == apierror.CodeForbidden && p.Err.Details["reason"] == "second_factor" && c.Method() == fiber.MethodGet {
		return b.Redirect(c, "/account/second-factor", "Support pages need a second factor. Set yours up first.")
	}
	if shown, err := b.refusedByIssuer(c, p); shown || err != nil {
		return err
	}
	v := views.Problem{Status: p.Status, Code: string(p.Err.Code), Happened: apierror.Happened(p.Err.SafeMessage()), Do: apierror.Lookup(p.Err.Code).Advice,
		RequestID: p.RequestID, Back: "/", BackWord: "Go to overview"}
	if who := Caller(c); who == nil {
		v.Back, v.BackWord = "/sign-in", "Sign in"
	} else if who.Person != nil && who.Person.User.Support && len(who.Person.Workspaces) == 0 {
		v.Back, v.BackWord = "/support", "Go to failures"
	}
	switch p.Err.Code {
	case apierror.CodeNotFound:
		v.Happened, v.Do = "Page not found", "It may have been deleted, the address may be wrong, or it may belong to another workspace."
		if p.Err.Details["resource"] == "export_file" {
			v.Happened, v.Do = "This file is no longer here", "The operator of this service, or a rule of the store, has deleted it. The next run of the export writes its rows anew, unless only what is new is written."
		}
	case apierror.CodeForbidden:
		v.Happened, v.Do = forbidden(p.Err)
	case apierror.CodeRateLimited:
		v.Do = "Wait " + FormatDuration(max(p.Err.RetryAfter, 1e9)) + ", then load the page again."
		v.Kept = "Nothing was changed and nothing was charged."
	case apierror.CodeInternalError, apierror.CodeStorageUnavailable:
		v.Kept = "Your saved data is safe, and nothing was charged."
		v.Do = "Reload the page. If the problem persists, send us the request id."
	case apierror.CodeInvalidInput:
		v.Do = "Go back and check the form."
		if reasons := fieldReasons(p.Err); reasons != "" {
			v.Do = "Check: " + reasons + "."
		}
	}
	f := b.Frame(c, v.Happened, "")
	if role := fmt.Sprint(p.Err.Details["requiredRole"]); f.Workspace != nil && (role == "owner" || role == "editor") {
		v.Owners = f.Workspace.At("members")
	}
	return Show(c, p.Status, views.ProblemPage(f, v))
}

// signInFirst redirects to the sign-in, which then returns to the requested page.
func (b *Base) signInFirst(c *fiber.Ctx) error {
	if at := c.OriginalURL(); c.Method() == fiber.MethodGet && len(at) <= session.MaxNext {
		cookie, err := b.Cookies.Next(at)
		if err != nil {
			return err
		}
		SetCookie(c, cookie)
	}
	if c.Cookies(session.CookieName) != "" {
		return b.Redirect(c, "/sign-in", "Your session has ended. Sign in to go on.")
	}
	return c.Redirect("/sign-in", fiber.StatusSeeOther)
}

// forbidden explains who may see a page, or that a form came from another site.
func forbidden(f *apierror.Error) (happened, do string) {
	switch fmt.Sprint(f.Details["requiredRole"]) {
	case "owner":
		return "Only owners can see this", "Ask an owner of the workspace."
	case "editor":
		return "Only editors and owners can do this", "Ask an owner of the workspace to make you an editor."
	case "support":
		return "Support staff only", "Sign in with a support account."
	}
	if f.Details["reason"] == "origin" {
		return "This form was sent from another site", "Nothing was changed. Open the page on this site and submit the form again."
	}
	return apierror.Happened(f.SafeMessage()), "Sign in with an account that may do this."
}

func fieldReasons(f *apierror.Error) string {
	return strings.Join(Map(apierror.FieldsOf(f), func(field apierror.Field) string { return field.Name + " needs " + field.Expected }), "; ")
}

// LocalPath returns next if it is a path of this service, and the front page otherwise.
func LocalPath(next string) string {
	if !strings.HasPrefix(next, "/") || strings.HasPrefix(next, "//") || strings.ContainsAny(next, "\\\r\n\t") || len(next) > session.MaxNext {
		return "/"
	}
	return next
}

// OurOwn returns err if it is a failure of the service itself, unrelated to the request; otherwise nil.
func OurOwn(err error) error {
	if err == nil {
		return nil
	}
	if apierror.Is(err, apierror.CodeStorageUnavailable) || apierror.From(err).Code == apierror.CodeInternalError {
		return err
	}
	return nil
}

// isKept reports whether a submitted form can be kept while the person signs in. Forms with passwords cannot.
func (b *Base) isKept(c *fiber.Ctx) bool {
	if c.Method() != fiber.MethodPost {
		return false
	}
	return slices.ContainsFunc(b.Table, func(r Route) bool {
		return r.Method == fiber.MethodPost && r.Path == c.Route().Path && r.Rule().Limit != session.LimitSignIn && r.Rule().Credential == session.Session
	})
}

// signInAgain responds to a form with the sign-in page, which keeps the form's fields.
func (b *Base) signInAgain(c *fiber.Ctx) error {
	kept := &views.KeptForm{Path: c.OriginalURL(), Fields: HiddenFields(ReadForm(c).Values)}
	return b.ShowSignIn(c, fiber.StatusUnauthorized, views.SignIn{Notice: "Your session has ended. Sign in to go on: what you typed is kept.", Kept: kept})
}

// HiddenFields returns the values of a form, sorted by name.
func HiddenFields(values url.Values) []views.Hidden {
	fields := []views.Hidden{}
	for name, list := range values {
		for _, v := range list {
			fields = append(fields, views.Hidden{Name: name, Value: v})
		}
	}
	slices.SortStableFunc(fields, func(a, b views.Hidden) int { return cmp.Compare(a.Name, b.Name) })
	return fields
}
