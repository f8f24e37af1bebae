package web_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"socialdata/internal/testkit"
)

// asAgent adds a key to the requests of an agent.
type asAgent struct{ key string }

func (a asAgent) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+a.key)
	return http.DefaultTransport.RoundTrip(r)
}

// agent is a client of the protocol that is connected to a site.
type agent struct {
	t       *testing.T
	session *sdk.ClientSession
}

func newAgent(t *testing.T, address, key string) *agent {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(ctx, &sdk.StreamableClientTransport{Endpoint: "http://" + address + "/mcp", HTTPClient: &http.Client{Transport: asAgent{key}}, MaxRetries: -1}, nil)
	testkit.Must(t, err)
	t.Cleanup(func() { _ = session.Close() })
	return &agent{t: t, session: session}
}

// call calls a tool.
func (a *agent) call(tool string, args map[string]any) *sdk.CallToolResult {
	a.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	r, err := a.session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: args})
	testkit.Must(a.t, err)
	return r
}

// works calls a tool that must succeed and returns its result for programs.
func (a *agent) works(tool string, args map[string]any) map[string]any {
	a.t.Helper()
	r := a.call(tool, args)
	if r.IsError {
		a.t.Fatalf("%s: %s", tool, r.Content[0].(*sdk.TextContent).Text)
	}
	v, _ := r.StructuredContent.(map[string]any)
	return v
}

// fails calls a tool that must fail with a code and returns the failure.
func (a *agent) fails(code, tool string, args map[string]any) map[string]any {
	a.t.Helper()
	r := a.call(tool, args)
	v, _ := r.StructuredContent.(map[string]any)
	e, _ := v["error"].(map[string]any)
	if !r.IsError || e["code"] != code || e["requestId"] == "" || v["nextStep"] == "" {
		a.t.Fatalf("%s: want %s, got %v", tool, code, v)
	}
	return v
}
