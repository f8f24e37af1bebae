package web

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"socialdata/models/db"
)

// requestIDKey is the key of the request's id in fiber's locals.
const requestIDKey = "requestId"

// setRequestID echoes a valid X-Request-Id or creates an id, before anything can fail.
func (s *Server) setRequestID(c *fiber.Ctx) error {
	requestID(c)
	if parent, inner := c.Locals(innerKey).(context.Context); inner {
		c.SetUserContext(parent)
	}
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	if strings.HasPrefix(s.opts.Origin, "https:") {
		c.Set(fiber.HeaderStrictTransportSecurity, "max-age=31536000")
	}
	return c.Next()
}

// requestID returns the id of the request. The first call also sets it on the response.
func requestID(c *fiber.Ctx) string {
	if id, ok := c.Locals(requestIDKey).(string); ok {
		return id
	}
	id := c.Get(fiber.HeaderXRequestID)
	if !wellFormedRequestID(id) {
		id = db.NewID()
	}
	c.Locals(requestIDKey, id)
	c.Set(fiber.HeaderXRequestID, id)
	return id
}

// wellFormedRequestID reports whether an id matches [A-Za-z0-9._:-]{1,128}.
func wellFormedRequestID(id string) bool {
	if id == "" || len(id) > 128 {
		return false
	}
	for i := range len(id) {
		switch c := id[i]; {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '_', c == ':', c == '-':
		default:
			return false
		}
	}
	return true
}

// logRequest logs each request in one line. It logs the route's pattern and never the URL, which may contain secrets.
func (s *Server) logRequest(c *fiber.Ctx) error {
	start := time.Now()
	err := c.Next()
	if err != nil {
		if rerr := s.render(c, err); rerr != nil {
			return rerr
		}
	}
	took, code := time.Since(start), codeOf(c)
	if s.opts.Observe != nil {
		s.opts.Observe(c.Method(), c.Route().Path, c.Response().StatusCode(), code, took)
	}
	s.logLine(c, code, took)
	level := slog.LevelInfo
	if c.Path() == "/healthz" || c.Path() == "/readyz" {
		level = slog.LevelDebug
	}
	ctx, log := c.UserContext(), s.opts.Log.Handler()
	if !log.Enabled(ctx, level) {
		return nil
	}
	line := slog.NewRecord(start.Add(took), level, "request", 0) // the logger itself would read the clock and look up the caller's source line
	line.AddAttrs(slog.String("requestId", requestID(c)), slog.String("method", c.Method()),
		slog.String("route", c.Route().Path), slog.Int("status", c.Response().StatusCode()), slog.String("code", code),
		slog.Int64("ms", took.Milliseconds()), slog.String("workspace", workspaceOf(c)))
	_ = log.Handle(ctx, line) // failing to log must not fail the request
	return nil
}

// codeKey is the key of the code of a rendered error in fiber's locals.
const codeKey = "code"

// codeOf returns the error code of the response, or "" if it is not an error.
func codeOf(c *fiber.Ctx) string {
	code, _ := c.Locals(codeKey).(string)
	return code
}

// logPanic logs the value of a panic; the caller sees internal_error.
func (s *Server) logPanic(c *fiber.Ctx, e any) {
	s.opts.Log.Error("a handler crashed", "requestId", requestID(c), "cause", fmt.Sprint(e), "stack", string(debug.Stack()))
}

// knownMethods converts methods that fiber does not know to TRACE, which no route accepts; otherwise fiber would
// respond itself, without our envelope. HEAD is converted to GET, so that every route with GET also supports HEAD;
// fasthttp omits the body.
func knownMethods(next fasthttp.RequestHandler) fasthttp.RequestHandler {
	return func(c *fasthttp.RequestCtx) {
		switch {
		case c.IsHead():
			c.Request.Header.SetMethod(fiber.MethodGet)
			defer c.Request.Header.SetMethod(fiber.MethodHead)
		case !slices.Contains(fiber.DefaultMethods, string(c.Method())):
			c.Request.Header.SetMethod(fiber.MethodTrace)
		}
		next(c)
	}
}
