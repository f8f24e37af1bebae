package web

import (
	"context"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
)

// withPresence lets a long request detect that its client has disconnected or that the server is stopping. fasthttp
// itself notices neither until it writes.
func (s *Server) withPresence(c *fiber.Ctx, wait session.Wait) context.Context {
	conn := c.Context().Conn()
	p := session.Presence{Left: func() bool { return hasLeft(conn) }}
	switch wait {
	case session.NoFetch, session.OneFetch, session.TwoFetches:
		return c.UserContext()
	case session.Batch: // finishes before the server stops, like other lookups
	case session.LongPoll:
		p.Stopping = s.stopping
	}
	return session.WithPresence(c.UserContext(), p)
}
