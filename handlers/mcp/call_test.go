package mcp

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestToolsThatBreak: whatever goes wrong is a result without its cause, which is logged.
func TestToolsThatBreak(t *testing.T) {
	for name, c := range map[string]struct {
		steps steps
		says  string
	}{
		"a crash":         {func(*call) (*Answer, error) { panic("SECRET") }, "internal_error"},
		"an error":        {func(*call) (*Answer, error) { return nil, errors.New("SECRET") }, "internal_error"},
		"no envelope":     {func(*call) (*Answer, error) { return &Answer{Status: 502, Body: []byte("SECRET")}, nil }, "internal_error"},
		"an empty answer": {func(*call) (*Answer, error) { return nil, nil }, "internal_error"},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			h := &Handler{log: slog.New(slog.NewTextHandler(&log, nil))}
			api := func(context.Context, *http.Request) (*Answer, error) { return nil, nil }
			r, err := h.run(tool{name: "x", steps: c.steps})(WithAPI(t.Context(), api, "request-1"), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}})
			if err != nil || !r.IsError {
				t.Fatalf("%v %+v", err, r)
			}
			text := r.Content[0].(*sdk.TextContent).Text
			if !strings.Contains(text, c.says) || strings.Contains(text, "SECRET") || !strings.Contains(text, "request-1") {
				t.Errorf("the result: %s", text)
			}
			if !strings.Contains(log.String(), "request-1") {
				t.Errorf("the log: %s", log.String())
			}
		})
	}
}
