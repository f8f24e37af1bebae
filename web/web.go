// Package web is the HTTP server: the fiber app, its middleware, authorization, the only place that renders errors,
// and the contract (huma on fiber). It may import handlers and models and their subpackages. It decides nothing about
// credits, links or platforms.
package web

import (
	"cmp"
	"context"
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
	"socialdata/internal/httpsig"
	"socialdata/models"
)

// Options configure a Server.
type Options struct {
	Store          *models.Store
	API            *v1.Handlers
	Pages          *pages.Handlers
	Media          *media.Handlers
	Cookies        *session.Cookies
	Origin         string   // required value of Origin headers
	TrustedProxies []string // networks whose X-Forwarded-For is trusted
	Rates          Rates
	Connections    int           // maximum number of open connections per address; 0 disables the limit
	Timeout        time.Duration // of a request that contacts no platform; 0 means 15 s
	Limiter        Limiter
	Checks         []Check // run by /readyz
	Log            *slog.Logger
	Observe        func(method, route string, status int, code string, took time.Duration) // counts responses; may be nil
	Requests       *RequestLog                                                             // logs requests; may be nil
	SigningKeys    any                                                                     // public keys for verifying bundles and signed answers
	Signer         httpsig.Signer                                                          // signs answers for clients that ask for it
	Documents      http.RoundTripper                                                       // reaches metadata documents of programs; nil: public addresses only
	TestSite       TestSite                                                                // answers test keys; nil: there are none
	Traced         bool                                                                    // whether requests are traced with OpenTelemetry
}

// Check is one check of /readyz. If a check that is not Vital fails, the service is degraded but still ready.
type Check struct {
	Name  string
	Vital bool
	Ask   func(context.Context) error
}

// Server is the HTTP server of the program.
type Server struct {
	app      *fiber.App
	api      huma.API
	document *huma.OpenAPI // the contract as published
	proxies  proxies
	bodies   bodies
	logged   map[pattern]string // operations of the routes whose requests are logged
	tagged   map[string]bool    // routes whose responses have a revision, and therefore an ETag
	opts     Options

	stopping chan struct{} // closed by Shutdown
	stop     func()
}

// Limits of a request.
const (
	MaxBody    = 256 << 10
	readBody   = 1 << 20  // larger bodies up to this size are read before they are rejected, so that the client sees the response
	maxHeaders = 32 << 10 // a link of 2048 code points grows to 24 KiB when it is percent-encoded
)

// New creates the server with all routes. Serve starts it.
func New(o Options) (*Server, error) {
	trusted, err := parseProxies(o.TrustedProxies)
	if err != nil {
		return nil, err
	}
	o.Timeout = cmp.Or(o.Timeout, requestTimeout)
	s := &Server{opts: o, proxies: trusted, bodies: bodiesOf(o.API.Operations()), logged: loggedOperations(o.API.Operations(), (&pages.Handlers{}).Routes(nil)), stopping: make(chan struct{})}
	s.stop = sync.OnceFunc(func() { close(s.stopping) })
	s.app = fiber.New(fiber.Config{
		AppName:                      "Social Data",
		Immutable:                    true, // strings remain valid after the request
		JSONEncoder:                  encodeJSON,
		CaseSensitive:                true,
		StrictRouting:                true,
		BodyLimit:                    readBody,
		DisablePreParseMultipartForm: true, // we reject other types than JSON ourselves, before the parser
		ReadBufferSize:               maxHeaders,
		ReadTimeout:                  20 * time.Second,
		WriteTimeout:                 90 * time.Second,
		IdleTimeout:                  90 * time.Second,
		Concurrency:                  maxConnections + spareConnections,
		DisableStartupMessage:        true,
		ErrorHandler:                 s.render,
		EnableTrustedProxyCheck:      true, // trusts no proxy: clientAddress determines the caller's address
	})
	s.app.Server().Handler = knownMethods(s.app.Handler())
	s.app.Server().HeaderReceived = s.bodies.config
	s.app.Use(s.setRequestID, s.testKeys)
	if o.Traced {
		s.app.Use(s.traceRequest)
	}
	s.app.Use(s.logRequest, recover.New(recover.Config{EnableStackTrace: true, StackTraceHandler: s.logPanic}), s.refuseTest, checkFraming, s.limitBody)
	s.app.Get("/healthz", s.healthz)
	s.app.Get("/readyz", s.authorizeOpen, s.readyz)
	s.app.Get(keysPath, s.authorizeOpen, s.signingKeys)
	o.API.Limits = s.allowances
	s.app.Use([]string{"/v1", "/openapi.json"}, s.shrink)
	s.fastPath()
	s.contract()
	s.agents()
	s.oauthServer()
	if o.Media != nil {
		s.app.Get(media.Path, o.Media.Serve)
		s.app.Get(media.SharedPath, o.Media.ServeShared)
	}
	s.pages()
	return s, nil
}

// App returns the fiber app, for tests.
func (s *Server) App() *fiber.App { return s.app }

// Serve accepts requests from l until Shutdown.
func (s *Server) Serve(l net.Listener) error {
	return s.app.Listener(newBoundedListener(l, s.proxies, s.opts.Connections))
}

// Handler returns the server as an http.Handler, for other kinds of listeners.
func (s *Server) Handler() http.Handler { return adaptor.FiberApp(s.app) }

// Shutdown stops accepting requests and waits for running ones. Requests that wait for something to happen get their
// response immediately.
func (s *Server) Shutdown(ctx context.Context) error {
	if s.stop != nil {
		s.stop()
	}
	return s.app.ShutdownWithContext(ctx)
}

// NewHealth returns a server that only serves /healthz and /readyz, for processes without the API and pages.
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

// healthAlone responds to all other paths. It explains in plain text what listens here, so that a worker is not
// mistaken for the API.
func healthAlone(c *fiber.Ctx) error {
	return c.Status(fiber.StatusNotFound).SendString("This process serves /healthz and /readyz alone. The API and the pages are served by `web` or `serve`.\n")
}
