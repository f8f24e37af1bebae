package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
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
// tool makes is authorized, limited and logged as one that came over the network.
func (s *Server) serveAgent(tools *mcp.Handler) fiber.Handler {
	rule := session.Rule{Credential: session.APIKey, Weight: tools.Weight}
	return func(c *fiber.Ctx) error {
		if err := s.authorizeAgent(c, rule); err != nil {
			return err
		}
		if err := checkMessage(c); err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(c.UserContext(), s.toolTime())
		defer cancel()
		r, err := http.NewRequestWithContext(mcp.WithAPI(ctx, s.innerRequests(c), requestID(c)), http.MethodPost, agentsPath, bytes.NewReader(c.Body()))
		if err != nil {
			return err
		}
		for name, value := range c.Request().Header.All() {
			r.Header.Add(string(name), string(value))
		}
		w := &message{header: http.Header{}}
		tools.ServeHTTP(w, r)
		return w.send(c, ctx)
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

// checkMessage refuses what is no single JSON object, as bodies of operations are refused.
func checkMessage(c *fiber.Ctx) error {
	if media, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType)); err != nil || media != fiber.MIMEApplicationJSON {
		return wrongType("Send the body as application/json.")
	}
	v, fields, err := strictJSON(c.Body())
	if _, is := v.(map[string]any); err != nil || !is {
		return notAMessage()
	}
	if len(fields) > 0 {
		return apierror.InvalidInput(fields...)
	}
	return nil
}

func notAMessage() *apierror.Error {
	return apierror.InvalidInput(apierror.Field{Name: "body", In: "body", Reason: "malformed",
		Expected: "one message of the Model Context Protocol, with Accept: application/json, text/event-stream and a protocol version of this server"})
}

// toolTime bounds everything that one tool does; each request that it makes has its own deadline within.
func (s *Server) toolTime() time.Duration {
	return 2*s.opts.Timeout + 2*s.opts.API.Lookup.Budget() + input.MaxWaitSeconds*time.Second
}

// message is the answer to a message while it is made. It is always one JSON value, so that nothing is streamed.
type message struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (m *message) Header() http.Header { return m.header }

// WriteHeader implements http.ResponseWriter.
func (m *message) WriteHeader(status int) {
	if m.status == 0 {
		m.status = status
	}
}

// Write implements http.ResponseWriter.
func (m *message) Write(b []byte) (int, error) {
	m.WriteHeader(http.StatusOK)
	return m.body.Write(b)
}

// send passes the answer on. What the protocol's library refuses with a text gets the envelope.
func (m *message) send(c *fiber.Ctx, ctx context.Context) error {
	switch kind := m.header.Get(fiber.HeaderContentType); {
	case m.status == 0:
		return errors.Join(ctx.Err(), errors.New("the message was not answered"))
	case m.status >= http.StatusBadRequest && kind != fiber.MIMEApplicationJSON:
		f := notAMessage()
		f.Status, f.Cause = m.status, errors.New(m.body.String())
		return f
	case m.body.Len() > 0:
		c.Set(fiber.HeaderContentType, kind)
	}
	return c.Status(m.status).Send(m.body.Bytes())
}
