package main

import (
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"socialdata/internal/testkit"
)

// TestAnAgent does what an agent does with a running service: it imports a link, waits for the end, and reads what was
// kept. A repeated import is the same and costs nothing.
func TestAnAgent(t *testing.T) {
	eachProgram(t, func(t *testing.T, h *testProgram) {
		client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
		session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: h.base + "/mcp", HTTPClient: &http.Client{Transport: withKey(h.key(h.owner()))}}, nil)
		testkit.Must(t, err)
		t.Cleanup(func() { _ = session.Close() })
		call := func(tool string, args map[string]any) map[string]any {
			t.Helper()
			r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool, Arguments: args})
			testkit.Must(t, err)
			v, _ := r.StructuredContent.(map[string]any)
			if r.IsError {
				t.Fatalf("%s: %v", tool, v)
			}
			return v
		}
		link := map[string]any{"sourceUrl": h.platforms.Samples()[0].Items[0], "wait": 30}
		made := call("import_link", link)
		if made["state"] != "succeeded" {
			t.Fatalf("the import: %v", made)
		}
		left := call("check_balance", nil)["balance"]
		if again := call("import_link", link); again["id"] != made["id"] {
			t.Errorf("the same arguments made another import: %v", again["id"])
		}
		if now := call("check_balance", nil)["balance"]; now != left {
			t.Errorf("the repeated import cost %v - %v", left, now)
		}
		id := map[string]any{"referenceId": made["referenceId"]}
		if kept := call("get_reference", id); kept["state"] != "ready" {
			t.Errorf("the reference: %v", kept)
		}
		if said := call("get_transcript", id)["transcript"].(map[string]any); !strings.Contains(said["text"].(string), "Welcome back.") {
			t.Errorf("the transcript: %v", said)
		}
	})
}

// withKey adds a key to requests.
type withKey string

func (k withKey) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(k))
	return http.DefaultTransport.RoundTrip(r)
}
