package web

import (
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
	"socialdata/models/requests"
)

// pattern is a route of fiber.
type pattern struct{ method, path string }

// byPage prefixes the operation names of what pages did.
const byPage = "page."

// loggedOperations names the routes whose requests are logged: those of the API, and forms of pages that may cost
// credits.
func loggedOperations(api []v1.Operation, forms []page.Route) map[pattern]string {
	names := map[pattern]string{}
	for _, r := range forms {
		if r.IsForm() && operations.Find(r.Act).Price != nil {
			names[pattern{r.Method, r.Path}] = byPage + r.Act
		}
	}
	parameters := strings.NewReplacer("{", ":", "}", "")
	for _, op := range api {
		names[pattern{op.Method, parameters.Replace(op.Path)}] = op.ID
	}
	return names
}

// logLine appends a completed request of a workspace to the request log, unless a form only showed what it would do.
func (s *Server) logLine(c *fiber.Ctx, code string, took time.Duration) {
	caller, ok := c.Locals(callerKey).(*session.Caller)
	if s.opts.Requests == nil || !ok || caller.WorkspaceID == "" || caller.Note.ReadsOnly {
		return
	}
	operation, ok := s.logged[pattern{c.Method(), c.Route().Path}]
	if !ok && c.Locals(unknownOperation) == nil {
		return
	}
	if !ok {
		operation = operations.Unknown
	}
	if caller.Note.Operation != "" {
		operation = byPage + caller.Note.Operation
	}
	line := requests.Request{WorkspaceID: caller.WorkspaceID, At: s.opts.Store.NowMicros(), RequestID: caller.RequestID, Method: c.Method(), Operation: operation,
		Subject: caller.Note.Subject, Status: c.Response().StatusCode(), Code: apierror.Code(code), DurationMs: took.Milliseconds(), Credits: caller.Note.Charged,
		Cached: caller.Note.Cached, RouteID: caller.Note.RouteID, UserID: caller.UserID()}
	if line.Code == "" {
		line.Code = caller.Note.Code
	}
	if caller.Key != nil {
		line.KeyID = caller.Key.ID
	}
	line.Refuse(caller.Note.Refused)
	later := caller.Note.Later
	if later == nil {
		s.opts.Requests.append(line)
		return
	}
	begun := time.Now().Add(-took)
	go func() { // ends with the response, which has a deadline
		line.Credits = <-later
		line.DurationMs = time.Since(begun).Milliseconds()
		s.opts.Requests.append(line)
	}()
}
