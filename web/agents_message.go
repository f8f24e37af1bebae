package web

import (
	"encoding/json"
	"mime"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
)

// The codes of JSON-RPC for messages that reach no method.
const (
	rpcMalformed = -32700
	rpcInvalid   = -32600
	rpcNoMethod  = -32601
)

// rpcMessage is what is read of a message before the protocol's library reads it.
type rpcMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

// rpcFailure is an error of JSON-RPC.
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

// failure is the error that answers a message; one without an id is answered with null.
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

// readMessage reads a message. What is wrong with the request is an error of ours, what is wrong with the message is refused as
// JSON-RPC says: no JSON, or anything but one object of version 2.0 whose names occur once and whose id, if any, is a text or a
// number.
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

// takes reports whether an Accept header names a type, or all of its kind.
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
