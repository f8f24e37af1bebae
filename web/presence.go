package web

import (
	"context"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
)

// withPresence lets a request that takes long see when its client leaves or the server stops. fasthttp itself notices
// neither before it writes.
func (s *Server) withPresence(c *fiber.Ctx, wait session.Wait) context.Context {
	conn := c.Context().Conn()
	p := session.Presence{Left: func() bool { return hasLeft(conn) }}
	switch wait {
	case session.NoFetch, session.OneFetch, session.TwoFetches:
		return c.UserContext()
	case session.Batch: // is drained as other lookups are
	case session.LongPoll:
		p.Stopping = s.stopping
	}
	return session.WithPresence(c.UserContext(), p)
}
