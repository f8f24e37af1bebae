// Package web is the HTTP server: the fiber app, its middleware, authorization, the one place that renders an error, and
// the contract (huma on fiber). It may import handlers and models and their sub-packages; it decides nothing about credits,
// links or platforms.
package web

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v2"
	"github.com/gofiber/fiber/v2/middleware/adaptor"
	"github.com/gofiber/fiber/v2/middleware/recover"

	"socialdata/handlers/media"
	"socialdata/handlers/pages"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/models"
)

// Options build a Server.
type Options struct {
	Store          *models.Store
	API            *v1.Handlers
	Pages          *pages.Handlers
	Media          *media.Handlers
	Cookies        *session.Cookies
	Origin         string   // what Origin must equal
	TrustedProxies []string // networks whose X-Forwarded-For counts
	Rates          Rates
	Connections    int           // open at once from one address; 0 lifts the limit
	Timeout        time.Duration // of a request that asks no platform; 0 is 15 s
	Limiter        Limiter
	Checks         []Check // what /readyz asks
	Log            *slog.Logger
	Observe        func(method, route string, status int, code string, took time.Duration) // nil, or what counts answers
	Requests       *RequestLog                                                             // nil, or where requests are logged
	SigningKeys    any                                                                     // what bundles are checked with
	Traced         bool                                                                    // requests are traced by OpenTelemetry
}

// Check is one part that /readyz asks. A part that is not Vital is named as degraded and does not make us unready.
type Check struct {
	Name  string
	Vital bool
	Ask   func(context.Context) error
}

// Server is the web side of the program.
type Server struct {
	app     *fiber.App
	api     huma.API
	proxies proxies
	logged  map[pattern]string // routes whose requests are logged, with their operations
	tagged  map[string]bool    // routes whose answers have a revision, and so an ETag
	opts    Options

	stopping chan struct{} // closed by Shutdown
	stop     func()
}

// Bounds of a request.
const (
	MaxBody    = 256 << 10
	readBody   = 1 << 20  // a body up to here is read before it is refused, so that the client sees the answer
	maxHeaders = 32 << 10 // a link of 2048 code points grows to 24 KiB when it is percent-encoded
)

// New builds the server with every route; Serve starts it.
func New(o Options) (*Server, error) {
	trusted, err := parseProxies(o.TrustedProxies)
	if err != nil {
		return nil, err
	}
	o.Timeout = cmp.Or(o.Timeout, requestTimeout)
	s := &Server{opts: o, proxies: trusted, logged: loggedOperations(o.API.Operations(), (&pages.Handlers{}).Routes(nil)), stopping: make(chan struct{})}
	s.stop = sync.OnceFunc(func() { close(s.stopping) })
	s.app = fiber.New(fiber.Config{
		AppName:                      "Social Data",
		Immutable:                    true, // strings outlive the request
		CaseSensitive:                true,
		StrictRouting:                true,
		BodyLimit:                    readBody,
		DisablePreParseMultipartForm: true, // another type than JSON is refused by us, not by the parser
		ReadBufferSize:               maxHeaders,
		ReadTimeout:                  20 * time.Second,
		WriteTimeout:                 90 * time.Second,
		IdleTimeout:                  90 * time.Second,
		Concurrency:                  maxConnections + spareConnections,
		DisableStartupMessage:        true,
		ErrorHandler:                 s.render,
		EnableTrustedProxyCheck:      true, // of none: who calls is settled by address
	})
	s.app.Server().Handler = knownMethods(s.app.Handler())
	s.app.Use(s.setRequestID)
	if o.Traced {
		s.app.Use(s.traceRequest)
	}
	s.app.Use(s.logRequest, recover.New(recover.Config{EnableStackTrace: true, StackTraceHandler: s.logPanic}), checkFraming, limitBody)
	s.app.Get("/healthz", s.healthz)
	s.app.Get("/readyz", s.authorizeOpen, s.readyz)
	s.app.Get("/.well-known/socialdata-signing-key", s.authorizeOpen, s.signingKeys)
	o.API.Limits = s.allowances
	s.app.Use([]string{"/v1", "/openapi.json"}, s.shrink)
	s.fastPath()
	if err := s.contract(); err != nil {
		return nil, fmt.Errorf("the contract: %w", err)
	}
	if err := s.agents(); err != nil {
		return nil, err
	}
	if o.Media != nil {
		s.app.Get(media.Path, o.Media.Serve)
		s.app.Get(media.SharedPath, o.Media.ServeShared)
	}
	s.pages()
	return s, nil
}

// App is the fiber app, for tests.
func (s *Server) App() *fiber.App { return s.app }

// Serve takes requests from l until Shutdown.
func (s *Server) Serve(l net.Listener) error {
	return s.app.Listener(newBoundedListener(l, s.proxies, s.opts.Connections))
}

// Handler answers as the server does, for a listener of another kind.
func (s *Server) Handler() http.Handler { return adaptor.FiberApp(s.app) }

// Shutdown stops taking requests and waits for those that run; those that wait for something to happen are answered at
// once.
func (s *Server) Shutdown(ctx context.Context) error {
	if s.stop != nil {
		s.stop()
	}
	return s.app.ShutdownWithContext(ctx)
}

// NewHealth serves /healthz and /readyz alone, for a process without a web side.
func NewHealth(checks []Check, log *slog.Logger) *Server {
	s := &Server{opts: Options{Checks: checks, Log: log}}
	s.app = fiber.New(fiber.Config{DisableStartupMessage: true, ErrorHandler: s.render, ReadTimeout: 5 * time.Second})
	s.app.Server().Handler = knownMethods(s.app.Handler())
	s.app.Use(s.setRequestID)
	s.app.Get("/healthz", s.healthz)
	s.app.Get("/readyz", s.readyz)
	s.app.Use(healthAlone)
	return s
}

// healthAlone answers every other path. It says what listens here, in plain text, so that a worker is not mistaken for the API.
func healthAlone(c *fiber.Ctx) error {
	return c.Status(fiber.StatusNotFound).SendString("This process serves /healthz and /readyz alone. The API and the pages are served by `web` or `serve`.\n")
}
