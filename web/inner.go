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

// innerContext is the type of innerKey, so that it cannot collide with a header or a parameter.
type innerContext struct{}

// innerKey is the key under which an internal request stores the context that bounds it.
var innerKey innerContext

// isInner reports whether the request is internal, made by this process itself.
func isInner(c *fiber.Ctx) bool { return c.Context().UserValue(innerKey) != nil }

// innerRequests returns the API for requests on behalf of the caller of c. They use its credential and its request
// id. They also use its connection, so that long waits notice when the client disconnects.
func (s *Server) innerRequests(c *fiber.Ctx) mcp.API {
	conn, id := c.Context().Conn(), requestID(c)
	authorization, agent, forwarded := c.Get(fiber.HeaderAuthorization), c.Get(fiber.HeaderUserAgent), http.Header(c.GetReqHeaders())[fiber.HeaderXForwardedFor]
	return func(ctx context.Context, r *http.Request) (*mcp.Answer, error) {
		r.Header.Set(fiber.HeaderAuthorization, authorization)
		r.Header.Set(fiber.HeaderXRequestID, id)
		r.Header.Set(fiber.HeaderUserAgent, agent)
		r.Header[fiber.HeaderXForwardedFor] = forwarded
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
