package mcp

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestResultSaysWhatItCostAndLeftOut: the words beside a result name credits and cuts, and only text of platforms is marked as such.
func TestResultSaysWhatItCostAndLeftOut(t *testing.T) {
	t.Parallel()
	short := `{"text":"<b>"}`
	long := `{"text":"` + strings.Repeat("x", MaxResult) + `"}`
	cost := func(charged, left string) http.Header {
		return http.Header{chargedHeader: {charged}, remainingHeader: {left}}
	}
	const begin = "Result of get_item. Request id: request-1."
	for _, tt := range []struct {
		name      string
		tool      tool
		left      string
		header    http.Header
		body      string
		words     string // of which "…" stands for anything
		meta      string
		untrusted bool
	}{
		{"what costs nothing", tool{name: "get_item", ours: true}, "", nil, short, begin, "map[requestId:request-1]", false},
		{"a charge", tool{name: "get_item"}, "", cost("1", "9"), short, begin + " Credits charged: 1, remaining: 9.", "map[creditsCharged:1 creditsRemaining:9 requestId:request-1 untrusted:true]", true},
		{"a charge without a balance", tool{name: "get_item", ours: true}, "", cost("1", ""), short, begin + " Credits charged: 1.", "map[creditsCharged:1 requestId:request-1]", false},
		{"no number", tool{name: "get_item", ours: true}, "", cost("", "many"), short, begin, "map[requestId:request-1]", false},
		{"one that is not too long says no rest", tool{name: "get_item", rest: "Ask for parts.", ours: true}, "", nil, short, begin, "map[requestId:request-1]", false},
		{"one that is too long", tool{name: "get_item", rest: "Ask for parts.", ours: true}, "", nil, long, begin + " The result was too long: …. Ask for parts.", "map[requestId:request-1 shortened:…]", false},
		{"one that is too long for good", tool{name: "get_item", ours: true}, "", nil, long, begin + " The result was too long: ….", "map[requestId:request-1 shortened:…]", false},
		{"rows", tool{name: "search", rest: "Get the item.", ours: true}, "", nil, short, strings.Replace(begin, "get_item", "search", 1) + " Rows are in few words, and leave out what is unknown. Get the item.", "map[requestId:request-1]", false},
		{"rows that were left out", tool{name: "search", rest: "Get the item.", ours: true}, "two rows", nil, short,
			strings.Replace(begin, "get_item", "search", 1) + " Rows are in few words, and leave out what is unknown. Get the item. The result was too long: two rows.", "map[requestId:request-1 shortened:[two rows]]", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &call{tool: tt.tool, left: tt.left, caller: &caller{requestID: "request-1"}}
			r := c.result(&Answer{Status: http.StatusOK, Header: tt.header, Body: []byte(tt.body)})
			data := r.Content[1].(*sdk.TextContent)
			if words := r.Content[0].(*sdk.TextContent).Text; !like(words, tt.words) || !like(fmt.Sprint(r.Meta), tt.meta) {
				t.Errorf("it says %q, %v", words, r.Meta)
			}
			marked := strings.Contains(data.Text, "</untrusted-data-") && data.Meta["untrusted"] == true && data.Annotations != nil
			if marked != tt.untrusted || strings.Contains(data.Text, "<b>") {
				t.Errorf("untrusted %v: %.200s", marked, data.Text)
			}
		})
	}
}

// like reports whether a text is as a pattern with at most one "…" says.
func like(text, pattern string) bool {
	before, after, open := strings.Cut(pattern, "…")
	return text == pattern || open && strings.HasPrefix(text, before) && strings.HasSuffix(text, after)
}
