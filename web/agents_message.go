package web

import (
	"encoding/json"
	"mime"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
)

// JSON-RPC error codes for messages that reach no method.
const (
	rpcMalformed = -32700
	rpcInvalid   = -32600
	rpcNoMethod  = -32601
)

// rpcMessage is the part of a message that is read before the protocol's library reads it.
type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// rpcFailure is a JSON-RPC error response.
type rpcFailure struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   rpcError        `json:"error"`
}

type rpcError struct {
	Code    int            `json:"code"`
	Message string         `json:"message"`
	Data    map[string]any `json:"data"`
}

// failure returns the error response to a message. A message without an id gets a response with the id null.
func (m rpcMessage) failure(code int, text string) *rpcFailure {
	f := &rpcFailure{Version: "2.0", ID: m.ID, Error: rpcError{Code: code, Message: text}}
	if len(f.ID) == 0 {
		f.ID = json.RawMessage("null")
	}
	return f
}

func (f *rpcFailure) send(c *fiber.Ctx, status int) error {
	f.Error.Data = map[string]any{"requestId": requestID(c)}
	return c.Status(status).JSON(f)
}

// readMessage parses a message. Problems of the HTTP request are returned as err. Problems of the message are
// returned as a JSON-RPC error: anything but a single JSON object of version 2.0 with unique names whose id, if any,
// is a string or a number.
func readMessage(c *fiber.Ctx) (m rpcMessage, refused *rpcFailure, err error) {
	if media, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType)); err != nil || media != fiber.MIMEApplicationJSON {
		return m, nil, wrongType("Send the body as application/json.")
	}
	if accept := c.Get(fiber.HeaderAccept); !takes(accept, "application/json") || !takes(accept, "text/event-stream") {
		f := apierror.InvalidInput(apierror.Field{Name: "Accept", In: "header", Reason: "enum", Expected: "application/json, text/event-stream"})
		f.Status = fiber.StatusNotAcceptable
		return m, nil, f
	}
	v, fields, err := strictJSON(c.Body())
	if err != nil {
		return m, m.failure(rpcMalformed, "The body is not JSON."), nil //nolint:nilerr // the failure says what is wrong
	}
	object, is := v.(map[string]any)
	switch id := object["id"].(type) {
	case string:
		m.ID, _ = json.Marshal(id)
	case float64, json.Number:
		m.ID, _ = json.Marshal(id)
	case nil:
		_, given := object["id"]
		is = is && !given
	default:
		is = false
	}
	m.Method, _ = object["method"].(string)
	_, answers := object["result"]
	if !is || len(fields) > 0 || object["jsonrpc"] != "2.0" || m.Method == "" && !answers {
		return m, m.failure(rpcInvalid, "Send one message of JSON-RPC 2.0 as an object, each name once."), nil
	}
	return m, nil, nil
}

// takes reports whether an Accept header contains a media type or a range that includes it.
func takes(accept, kind string) bool {
	group, _, _ := strings.Cut(kind, "/")
	for part := range strings.SplitSeq(accept, ",") {
		switch media, _, _ := mime.ParseMediaType(strings.TrimSpace(part)); media {
		case kind, group + "/*", "*/*":
			return true
		}
	}
	return false
}
