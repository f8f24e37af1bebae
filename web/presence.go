package web

import (
	"context"
	"errors"
	"net"
	"syscall"

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

// hasLeft reports whether the other side has closed a connection. Nothing is read from it.
func hasLeft(conn net.Conn) bool {
	socket, ok := conn.(syscall.Conn)
	if !ok {
		return false // a connection of a test
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	left := false
	err = raw.Control(func(fd uintptr) {
		var b [1]byte
		n, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		left = n == 0 && err == nil || errors.Is(err, syscall.ECONNRESET)
	})
	return left || err != nil // closed by ourselves
}
