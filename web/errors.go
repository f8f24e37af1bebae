package web

import (
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
)

// Envelope is the body of every error response.
type Envelope struct {
	Err    v1.ErrorBody `json:"error"`
	status int
}

// Error implements huma.StatusError.
func (e *Envelope) Error() string { return string(e.Err.Code) }

// GetStatus implements huma.StatusError.
func (e *Envelope) GetStatus() int { return e.status }

// render is the only place where an error becomes a response.
func (s *Server) render(c *fiber.Ctx, err error) error {
	f := s.logError(c, err)
	if s.isPage(c) {
		pageHeaders(c)
		if to := withoutSlash(c); to != "" && f.Code == apierror.CodeNotFound {
			return c.Redirect(to, fiber.StatusPermanentRedirect)
		}
		s.knowReader(c, f)
		return s.opts.Pages.Problem(c, page.Problem{Status: f.HTTPStatus(), Err: f, RequestID: requestID(c)})
	}
	s.knowCaller(c, err)
	e := s.toEnvelope(c, f)
	return c.Status(e.status).JSON(e, fiber.MIMEApplicationJSON)
}

// withoutSlash returns the address of a page that was asked for with a slash at its end, without it, and "" for another request. It stays
// on this site: a browser reads two slashes at the beginning as the name of another.
func withoutSlash(c *fiber.Ctx) string {
	path := c.Path()
	if c.Method() != fiber.MethodGet || !strings.HasSuffix(path, "/") || strings.Trim(path, "/\\") == "" {
		return ""
	}
	to := "/" + strings.Trim(path, "/\\")
	if query := c.Request().URI().QueryString(); len(query) > 0 {
		to += "?" + string(query)
	}
	return to
}

// knowReader finds out who asked for a page that does not exist, so that it is shown within their frame: no route has looked.
func (s *Server) knowReader(c *fiber.Ctx, f *apierror.Error) {
	if f.Code != apierror.CodeNotFound || session.From(c.UserContext()) != nil {
		return
	}
	if p, err := s.signedIn(c.UserContext(), c.Cookies(session.CookieName)); err == nil {
		c.SetUserContext(session.With(c.UserContext(), &session.Caller{Person: p, RequestID: requestID(c)}))
	}
}

// knowCaller finds out whose key asked for a path or method that the API does not have, so that the request stands in the request log. It
// counts as a read; beyond the limit of reads it is answered and not logged.
func (s *Server) knowCaller(c *fiber.Ctx, err error) {
	var fe *fiber.Error
	if !errors.As(err, &fe) || fe.Code != fiber.StatusNotFound && fe.Code != fiber.StatusMethodNotAllowed || !strings.HasPrefix(c.Path(), "/v1/") || isInner(c) {
		return
	}
	defer s.withDeadline(c, session.NoFetch)()
	if s.authorize(c, session.Rule{Credential: session.APIKey}, apiCredentials(c)) != nil {
		c.Locals(callerKey, nil)
		return
	}
	c.Locals(unknownOperation, true)
	if caller, ok := c.Locals(callerKey).(*session.Caller); ok {
		caller.Note.Refused = []apierror.Field{unknownPart(c.Path())}
	}
}

// unknownPart names the part of a path behind /v1/, by which its caller finds the request, if it is a plain word: anything else, and
// the rest of the path, may be an id or a secret.
func unknownPart(path string) apierror.Field {
	name, _, _ := strings.Cut(strings.TrimPrefix(path, "/v1/"), "/")
	if !plainWord.MatchString(name) {
		name = ""
	}
	return apierror.Field{Name: name, In: "path", Reason: "unknown"}
}

var plainWord = regexp.MustCompile(`^[a-z]{1,20}$`)

// unknownOperation is the key in fiber's locals of a request by a key whose path or method the API does not have.
const unknownOperation = "unknownOperation"

// errorEnvelope logs an error and returns the body that is safe to send.
func (s *Server) errorEnvelope(c *fiber.Ctx, err error) *Envelope {
	return s.toEnvelope(c, s.logError(c, err))
}

func (s *Server) toEnvelope(c *fiber.Ctx, f *apierror.Error) *Envelope {
	return &Envelope{status: f.HTTPStatus(), Err: v1.ErrorOf(f, requestID(c))}
}

// logError converts err to an error of the catalogue, logs its cause once and sets its headers.
func (s *Server) logError(c *fiber.Ctx, err error) *apierror.Error {
	f := apierror.From(fromDeadline(s.fromFiber(c, err)))
	id := requestID(c)
	status := f.HTTPStatus()
	c.Locals(codeKey, string(f.Code))
	if caller, ok := c.Locals(callerKey).(*session.Caller); ok {
		caller.Note.RouteID, _ = f.Details["routeId"].(string)
		caller.Note.Refused = apierror.FieldsOf(f)
	}
	if f.Cause != nil || status >= http.StatusInternalServerError {
		s.opts.Log.Warn("error", "requestId", id, "route", c.Route().Path, "code", f.Code, "cause", apierror.Redact(f.Cause), "workspace", workspaceOf(c))
	}
	if f.Code == apierror.CodeUnauthenticated {
		c.Set(fiber.HeaderWWWAuthenticate, "Bearer "+s.resourceMetadata(c))
	}
	if f.Code == apierror.CodeInvalidCredential {
		c.Set(fiber.HeaderWWWAuthenticate, `Bearer error="invalid_token", `+s.resourceMetadata(c))
	}
	if f.Code != apierror.CodeRouteDisabled && (status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable) {
		c.Set(fiber.HeaderRetryAfter, retryAfter(f.RetryAfter))
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return f
}

// retryAfter formats a duration as whole seconds, at least 1.
func retryAfter(d time.Duration) string {
	return strconv.FormatInt(max(1, int64((d+time.Second-1)/time.Second)), 10)
}

// fromFiber converts the errors of fiber and fasthttp.
func (s *Server) fromFiber(c *fiber.Ctx, err error) error {
	var fe *fiber.Error
	if !errors.As(err, &fe) {
		return err
	}
	switch fe.Code {
	case fiber.StatusNotFound:
		return apierror.New(apierror.CodeNotFound, "resource", "path")
	case fiber.StatusMethodNotAllowed:
		f := apierror.InvalidInput()
		f.Status, f.Message = fe.Code, "Method not allowed."
		if allow := c.GetRespHeader(fiber.HeaderAllow); strings.Contains(allow, fiber.MethodGet) && !strings.Contains(allow, fiber.MethodHead) {
			c.Append(fiber.HeaderAllow, fiber.MethodHead)
		}
		if allow := c.GetRespHeader(fiber.HeaderAllow); allow != "" {
			f.Message += " This path takes " + allow + "."
			f.Details["allowed"] = strings.Split(allow, ", ")
		}
		return f
	case fiber.StatusRequestEntityTooLarge:
		return tooLarge(s.bodies.most(c.Method(), c.Path()))
	case fiber.StatusRequestHeaderFieldsTooLarge:
		f := apierror.New(apierror.CodeLimitExceeded, "subject", "headers", "limit", maxHeaders)
		f.Status = fe.Code
		return f
	case fiber.StatusRequestTimeout, fiber.StatusBadGateway, fiber.StatusBadRequest:
		c.Context().SetConnectionClose()
		return apierror.InvalidInput(apierror.Field{Name: "request", In: "header", Reason: "malformed", Expected: "a complete HTTP request"})
	}
	return err
}

func tooLarge(limit int) *apierror.Error {
	f := apierror.New(apierror.CodeLimitExceeded, "subject", "body", "limit", limit)
	f.Status = http.StatusRequestEntityTooLarge
	return f
}

func wrongType(message string) *apierror.Error {
	f := apierror.InvalidInput()
	f.Status, f.Message = http.StatusUnsupportedMediaType, message
	return f
}

// writeError responds to a huma operation with an error.
func (s *Server) writeError(ctx huma.Context, err error) {
	c := humafiber.Unwrap(ctx)
	if rerr := s.render(c, err); rerr != nil {
		s.opts.Log.Error("an error could not be rendered", "requestId", requestID(c), "cause", rerr)
	}
}

// setHumaErrors makes huma's own errors and those of handlers use the same envelope. huma keeps these functions in
// package variables, so they hold no state of a particular server but find it through the request.
func setHumaErrors() {
	huma.NewError = func(status int, msg string, _ ...error) huma.StatusError {
		return &Envelope{status: status, Err: v1.ErrorBody{Code: apierror.CodeInternalError, Message: msg, Details: map[string]any{}}}
	}
	huma.NewErrorWithContext = func(ctx huma.Context, status int, msg string, errs ...error) huma.StatusError {
		c := humafiber.Unwrap(ctx)
		s := c.Locals(serverKey).(*Server)
		if status < http.StatusInternalServerError { // our own validation passed, but huma could not bind the values
			return s.errorEnvelope(c, apierror.InvalidInput(bindingFields(errs)...))
		}
		if len(errs) == 0 {
			return s.errorEnvelope(c, errors.New(msg))
		}
		return s.errorEnvelope(c, errs[0])
	}
}

// bindingFields names values that are valid under the schema but not for their Go type, such as 1e3 for an integer.
func bindingFields(errs []error) []apierror.Field {
	fields := []apierror.Field{}
	for _, err := range errs {
		where := "body"
		if d, ok := err.(huma.ErrorDetailer); ok {
			where = d.ErrorDetail().Location
		}
		in, name, nested := strings.Cut(where, ".")
		if !nested {
			in, name = "body", "body"
		}
		fields = append(fields, apierror.Field{Name: name, In: in, Reason: "type", Expected: "a value of the documented type"})
	}
	return fields
}
