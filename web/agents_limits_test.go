package web_test

import (
	"testing"

	"socialdata/web"
	"socialdata/web/webtest"
)

// TestEveryMessageOfAnAgentCounts: whatever a message holds, it takes one of the key's reads: a call that fails before it asks for
// anything, one of an unknown method or tool, and one that only looks like a call.
func TestEveryMessageOfAnAgentCounts(t *testing.T) {
	for name, body := range map[string]string{
		"a call that fails":    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_reference","arguments":{"referenceId":"!"}}}`,
		"two spellings":        `{"jsonrpc":"2.0","id":1,"method":"tools/list","Method":"tools/call","params":{"name":"get_reference"}}`,
		"an unknown tool":      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"nothing"}}`,
		"an unknown method":    `{"jsonrpc":"2.0","id":1,"method":"nothing"}`,
		"a call that succeeds": `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_balance","arguments":{}}}`,
		"no message":           `{`,
	} {
		t.Run(name, func(t *testing.T) {
			s := embedded(t, webtest.Options{Rates: web.Rates{Read: 5}})
			header := s.AsKey()
			header["Accept"] = "application/json, text/event-stream"
			for n := range 8 {
				if r := s.Do("POST", "/mcp", body, header); (r.Status == 429) != (n >= 5) {
					t.Errorf("message %d: %d %s", n+1, r.Status, r.Body)
				}
			}
		})
	}
}
