package web

import (
	"cmp"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	v1 "socialdata/handlers/v1"
)

// bodies holds the operations whose bodies may be larger than MaxBody, by method and path.
type bodies map[string]int

func bodiesOf(operations []v1.Operation) bodies {
	b := bodies{}
	for _, op := range operations {
		if op.Body > 0 {
			b[op.Method+" "+op.Path] = op.Body
		}
	}
	return b
}

// most returns the limit for a request.
func (b bodies) most(method, path string) int { return cmp.Or(b[method+" "+path], MaxBody) }

// largeBodyTime is how long a client may take to send a body above MaxBody.
const largeBodyTime = time.Minute

// config allows a larger body before it is read, for the operations that take one and only with a credential.
func (b bodies) config(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	path, _, _ := strings.Cut(string(h.RequestURI()), "?")
	limit := b.most(string(h.Method()), path)
	if limit <= readBody || len(h.Peek(fiber.HeaderAuthorization)) == 0 && len(h.Peek(fiber.HeaderCookie)) == 0 {
		return fasthttp.RequestConfig{}
	}
	return fasthttp.RequestConfig{MaxRequestBodySize: limit + readBody, ReadTimeout: largeBodyTime} // more, so that the client sees the response
}

// limitBody rejects bodies that are too large for their operation, and compressed bodies, whose size is unknown.
func (s *Server) limitBody(c *fiber.Ctx) error {
	if packed := c.Get(fiber.HeaderContentEncoding); packed != "" && packed != "identity" {
		return wrongType("Send the body without a content encoding.")
	}
	if limit := s.bodies.most(c.Method(), c.Path()); len(c.Request().Body()) > limit {
		return tooLarge(limit)
	}
	return c.Next()
}
