package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/mcp"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// agentsPath is where agents speak the Model Context Protocol.
const agentsPath = "/mcp"

// agents mounts the Model Context Protocol. It has no streams and no sessions, so that only POST is answered.
func (s *Server) agents() error {
	document, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		return err
	}
	tools, err := mcp.New(document, s.opts.API.Program, s.opts.Log)
	if err != nil {
		return fmt.Errorf("the tools for agents: %w", err)
	}
	s.app.Post(agentsPath, s.serveAgent(tools))
	return nil
}

// serveAgent answers one message. Who sends it is found as for an operation that takes a key, and each request that its
// tool makes is authorized, limited and logged as one that came over the network. Each message counts as a read, whatever it
// holds; what its tool reads is counted with it.
func (s *Server) serveAgent(tools *mcp.Handler) fiber.Handler {
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
		r, err := http.NewRequestWithContext(mcp.WithAPI(ctx, s.innerRequests(c), requestID(c), scopesOf(c)...), http.MethodPost, agentsPath, bytes.NewReader(c.Body()))
		if err != nil {
			return err
		}
		for name, value := range c.Request().Header.All() {
			r.Header.Add(string(name), string(value))
		}
		w := &reply{header: http.Header{}}
		tools.ServeHTTP(w, r)
		return w.send(c, ctx, m)
	}
}

// authorizeAgent refuses pages of other sites, whose browser may have been led to this address (DNS rebinding), requests
// without a key, and sessions of the protocol, of which there are none.
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

// toolTime bounds everything that one tool does; each request that it makes has its own deadline within.
func (s *Server) toolTime() time.Duration {
	return 2*s.opts.Timeout + 2*s.opts.API.Lookup.Budget() + input.MaxWaitSeconds*time.Second
}
