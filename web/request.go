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

// requestIDKey is where the request's id is kept in fiber's locals.
const requestIDKey = "requestId"

// setRequestID echoes a well-formed X-Request-Id or makes one, before anything can fail.
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

// requestID is the id of this request; it is set on the answer at the first call.
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

// wellFormedRequestID holds an id against [A-Za-z0-9._:-]{1,128}.
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

// logRequest writes one line per request: the route's pattern, never the address, which may hold secrets.
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
	line := slog.NewRecord(start.Add(took), level, "request", 0) // the logger would look at the clock, and for who calls it
	line.AddAttrs(slog.String("requestId", requestID(c)), slog.String("method", c.Method()),
		slog.String("route", c.Route().Path), slog.Int("status", c.Response().StatusCode()), slog.String("code", code),
		slog.Int64("ms", took.Milliseconds()), slog.String("workspace", workspaceOf(c)))
	_ = log.Handle(ctx, line) // a log that cannot be written harms no answer
	return nil
}

// codeKey is where the code of an error that was rendered is kept in fiber's locals.
const codeKey = "code"

// codeOf is the code of the answer's error; "" when it is none.
func codeOf(c *fiber.Ctx) string {
	code, _ := c.Locals(codeKey).(string)
	return code
}

// logPanic logs what a panic said; the caller sees internal_error.
func (s *Server) logPanic(c *fiber.Ctx, e any) {
	s.opts.Log.Error("a handler crashed", "requestId", requestID(c), "cause", fmt.Sprint(e), "stack", string(debug.Stack()))
}

// knownMethods passes a method that fiber does not know as TRACE, which nothing here takes: fiber would answer it
// itself, without the envelope. HEAD is passed as GET, so that every route that has the one has the other; fasthttp
// leaves the body out.
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

// limitBody refuses a body that is too large for any operation, and a compressed one, whose size is not known.
func limitBody(c *fiber.Ctx) error {
	if packed := c.Get(fiber.HeaderContentEncoding); packed != "" && packed != "identity" {
		return wrongType("Send the body without a content encoding.")
	}
	if len(c.Request().Body()) > MaxBody {
		return tooLarge()
	}
	return c.Next()
}
