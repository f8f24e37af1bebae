package web

import (
	"bufio"
	"bytes"
	"context"
	"net/http"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"socialdata/handlers/mcp"
	"socialdata/internal/apierror"
)

// innerContext is the type of innerKey, so that no header or parameter can be taken for it.
type innerContext struct{}

// innerKey is where a request that we make of ourselves keeps the context that it ends with.
var innerKey innerContext

// isInner reports whether we make a request of ourselves.
func isInner(c *fiber.Ctx) bool { return c.Context().UserValue(innerKey) != nil }

// innerRequests returns the API as a request sees it that asks for more in the same caller's name: with its credential, its
// id and its connection, by whose end long waits see that the client has left.
func (s *Server) innerRequests(c *fiber.Ctx) mcp.API {
	conn, id := c.Context().Conn(), requestID(c)
	authorization, agent := c.Get(fiber.HeaderAuthorization), c.Get(fiber.HeaderUserAgent)
	return func(ctx context.Context, r *http.Request) (*mcp.Answer, error) {
		r.Header.Set(fiber.HeaderAuthorization, authorization)
		r.Header.Set(fiber.HeaderXRequestID, id)
		r.Header.Set(fiber.HeaderUserAgent, agent)
		var raw bytes.Buffer
		if err := r.Write(&raw); err != nil {
			return nil, err
		}
		var inner fasthttp.RequestCtx
		inner.Init2(conn, nil, false)
		if err := inner.Request.Read(bufio.NewReaderSize(&raw, maxHeaders)); err != nil {
			return nil, apierror.Wrap(err, apierror.CodeLimitExceeded, "subject", "arguments", "limit", maxHeaders)
		}
		inner.SetUserValue(innerKey, ctx)
		s.app.Server().Handler(&inner)
		return answerOf(&inner.Response), nil
	}
}

func answerOf(r *fasthttp.Response) *mcp.Answer {
	a := &mcp.Answer{Status: r.StatusCode(), Header: http.Header{}, Body: bytes.Clone(r.Body())}
	for name, value := range r.Header.All() {
		a.Header.Add(string(name), string(value))
	}
	return a
}
