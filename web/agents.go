package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/mcp"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// agentsPath is the path of the Model Context Protocol.
const agentsPath = "/mcp"

// agents mounts the Model Context Protocol. It has neither streams nor sessions, so that only POST is supported. The
// tools are read from the contract when the first message arrives.
func (s *Server) agents() {
	s.app.Post(agentsPath, s.serveAgent(sync.OnceValues(func() (*mcp.Handler, error) {
		document, err := json.Marshal(s.api.OpenAPI())
		if err != nil {
			return nil, err
		}
		return mcp.New(document, s.opts.API.Program, s.opts.Log)
	})))
}

// serveAgent handles one message. The caller is authenticated as in an operation that requires a key, and each
// request that a tool makes is authorized, limited and logged as if it came over the network. Each message counts as
// one read, whatever it contains; this includes all reads that its tool makes.
func (s *Server) serveAgent(tools func() (*mcp.Handler, error)) fiber.Handler {
	rule := session.Rule{Credential: session.APIKey}
	return func(c *fiber.Ctx) error {
		if err := s.authorizeAgent(c, rule); err != nil {
			return err
		}
		m, refused, err := readMessage(c)
		if err != nil {
			return err
		}
		if refused != nil {
			return refused.send(c, fiber.StatusBadRequest)
		}
		ctx, cancel := context.WithTimeout(c.UserContext(), s.toolTime())
		defer cancel()
		r, err := netRequest(mcp.WithAPI(ctx, s.innerRequests(c), requestID(c), scopesOf(c)...), c, agentsPath)
		if err != nil {
			return err
		}
		handler, err := tools()
		if err != nil {
			return fmt.Errorf("the tools for agents: %w", err)
		}
		w := &reply{header: http.Header{}}
		handler.ServeHTTP(w, r)
		return w.send(c, ctx, m)
	}
}

// authorizeAgent rejects pages of other sites, whose browser may have been tricked into calling this address (DNS
// rebinding), requests without a key, and protocol sessions, which are not supported.
func (s *Server) authorizeAgent(c *fiber.Ctx, rule session.Rule) error {
	if c.Get(fiber.HeaderOrigin) != "" {
		if err := s.sameOrigin(c); err != nil {
			return err
		}
	}
	defer s.withDeadline(c, rule.Wait)()
	if err := s.authorize(c, rule, apiCredentials(c)); err != nil {
		return err
	}
	if c.Get("Mcp-Session-Id") != "" {
		return apierror.New(apierror.CodeNotFound, "resource", "session")
	}
	return nil
}

// scopesOf returns the scopes of the caller's key.
func scopesOf(c *fiber.Ctx) (list []string) {
	if caller, ok := c.Locals(callerKey).(*session.Caller); ok && caller.Key != nil {
		for _, scope := range caller.Key.Scopes() {
			list = append(list, string(scope))
		}
	}
	return list
}

// toolTime is the time limit of a whole tool call. Each request that the tool makes also has its own deadline.
func (s *Server) toolTime() time.Duration {
	return 2*s.opts.Timeout + 2*s.opts.API.Lookup.Budget() + input.MaxWaitSeconds*time.Second
}
