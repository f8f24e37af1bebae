package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/mcp"
)

// netRequest returns a request for a library of net/http: that of c, at an address.
func netRequest(ctx context.Context, c *fiber.Ctx, address string) (*http.Request, error) {
	r, err := http.NewRequestWithContext(ctx, c.Method(), address, bytes.NewReader(c.Body()))
	if err != nil {
		return nil, err
	}
	for name, value := range c.Request().Header.All() {
		r.Header.Add(string(name), string(value))
	}
	return r, nil
}

// reply collects the response to a message. It is always a single JSON value, so nothing is streamed.
type reply struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header implements http.ResponseWriter.
func (w *reply) Header() http.Header { return w.header }

// WriteHeader implements http.ResponseWriter.
func (w *reply) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// Write implements http.ResponseWriter.
func (w *reply) Write(b []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	return w.body.Write(b)
}

// send passes the response on. Plain-text errors of the protocol's library become JSON-RPC errors. In particular, an
// unknown method gets a JSON-RPC error, so that clients report it to their caller instead of closing the connection.
func (w *reply) send(c *fiber.Ctx, ctx context.Context, m rpcMessage) error {
	kind := w.header.Get(fiber.HeaderContentType)
	switch {
	case w.status == 0:
		return errors.Join(ctx.Err(), errors.New("the message was not answered"))
	case w.status >= http.StatusBadRequest && kind != fiber.MIMEApplicationJSON:
		if strings.Contains(w.body.String(), strconv.Quote(m.Method)+" unsupported") {
			return m.failure(rpcNoMethod, "Method not found: "+mcp.ShortName(m.Method)+".").send(c, http.StatusOK)
		}
		return m.failure(rpcInvalid, "Send one message of the Model Context Protocol, in a version that this server speaks.").send(c, w.status)
	case w.body.Len() > 0:
		c.Set(fiber.HeaderContentType, kind)
	}
	return c.Status(w.status).Send(w.body.Bytes())
}
