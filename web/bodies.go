package web

import (
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
func (b bodies) most(method, path string) int {
	if n := b[method+" "+path]; n > 0 {
		return n
	}
	for pattern, n := range b {
		if strings.Contains(pattern, "{") && matches(pattern, method+" "+path) {
			return n
		}
	}
	return MaxBody
}

// matches reports whether a path has the form of a pattern, in which a segment in braces is any segment.
func matches(pattern, path string) bool {
	want, have := strings.Split(pattern, "/"), strings.Split(path, "/")
	for n, segment := range want {
		if len(have) != len(want) || !strings.HasPrefix(segment, "{") && segment != have[n] {
			return false
		}
	}
	return true
}

// largeBodyTime is how long a client may take to send a body above MaxBody.
const largeBodyTime = time.Minute

// config allows a larger body before it is read, for the operations that take one and only with a credential.
func (b bodies) config(h *fasthttp.RequestHeader) fasthttp.RequestConfig {
	const chunked = -1 // as fasthttp counts; -2 for no body
	if n := h.ContentLength(); n != chunked && n <= readBody {
		return fasthttp.RequestConfig{}
	}
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
	if n := len(c.Request().Body()); n > MaxBody {
		if limit := s.bodies.most(c.Method(), c.Path()); n > limit {
			return tooLarge(limit)
		}
	}
	return c.Next()
}
