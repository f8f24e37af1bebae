package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"socialdata/internal/apierror"
	"socialdata/internal/testkit"
)

// published returns the handler of the contract that package web serves, without the estimates that its answers may be instead:
// package web adds them after it has made the tools.
func published(t *testing.T) *Handler {
	t.Helper()
	document, err := os.ReadFile("../../web/testdata/openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(withoutEstimates(t, document), "1", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func withoutEstimates(t *testing.T, document []byte) []byte {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(document, &doc); err != nil {
		t.Fatal(err)
	}
	const estimate = "#/components/schemas/" + estimated
	for _, item := range doc["paths"].(map[string]any) {
		for _, op := range item.(map[string]any) {
			responses := op.(map[string]any)["responses"].(map[string]any)
			answer, _ := responses["200"].(map[string]any)
			content, _ := answer["content"].(map[string]any)
			encoded, _ := content["application/json"].(map[string]any)
			schema, _ := encoded["schema"].(map[string]any)
			choice, _ := schema["oneOf"].([]any)
			switch {
			case schema["$ref"] == estimate:
				delete(responses, "200")
			case len(choice) == 2 && choice[1].(map[string]any)["$ref"] == estimate:
				encoded["schema"] = choice[0]
			}
		}
	}
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// connect returns a client whose calls reach api with the scopes.
func connect(t *testing.T, h *Handler, api API, scopes ...string) *sdk.ClientSession {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.ServeHTTP(w, r.WithContext(WithAPI(r.Context(), api, "request-1", scopes...)))
	}))
	t.Cleanup(server.Close)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: server.URL, MaxRetries: -1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

// allScopes returns the scopes that operations require.
func (h *Handler) allScopes() (list []string) {
	for _, op := range h.contract.operations {
		list = append(list, op.Scope)
	}
	return list
}

// TestToolsGolden holds what a client sees of the tools; the schemas of results stand on one line.
func TestToolsGolden(t *testing.T) {
	h := published(t)
	session := connect(t, h, nil, h.allScopes()...)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	b.WriteString(session.InitializeResult().Instructions + "\n")
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	for _, tool := range list.Tools {
		out, err := json.Marshal(tool.OutputSchema)
		tool.OutputSchema = nil
		b.WriteString("\n")
		e.SetIndent("", " ")
		if err != nil || e.Encode(tool) != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		b.Write(append(out, '\n'))
	}
	const golden = "testdata/tools.txt"
	if *testkit.Update {
		err = os.WriteFile(golden, b.Bytes(), 0o644)
	}
	if want, failed := os.ReadFile(golden); err != nil || failed != nil || !bytes.Equal(want, b.Bytes()) {
		t.Errorf("%s differs (%v, %v): run with -update and read the diff", golden, err, failed)
	}
}

// TestToolsThatAKeyMayCall lists what needs no scope, and what needs one for keys that have it.
func TestToolsThatAKeyMayCall(t *testing.T) {
	h := published(t)
	needs := h.contract.operations["createIngestion"].Scope
	for name, tt := range map[string]struct {
		scopes []string
		want   map[string]bool // whether a tool is listed
	}{
		"no scope":  {nil, map[string]bool{"look_up_item": true, "estimate_price": true, "import_link": false}},
		"one scope": {[]string{needs}, map[string]bool{"look_up_item": true, "import_link": true, "list_watches": false}},
	} {
		t.Run(name, func(t *testing.T) {
			list, err := connect(t, h, nil, tt.scopes...).ListTools(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for tool, want := range tt.want {
				if listed := slices.ContainsFunc(list.Tools, func(one *sdk.Tool) bool { return one.Name == tool }); listed != want {
					t.Errorf("%s is listed: %v", tool, listed)
				}
			}
		})
	}
}

// TestToolsNeedTheirOperations refuses a contract that lacks what a tool is made of.
func TestToolsNeedTheirOperations(t *testing.T) {
	for name, document := range map[string]string{
		"no JSON":                "{",
		"no operation":           `{"paths": {}}`,
		"an operation of no use": `{"paths": {"/v1/resolve": {"get": {"operationId": 1}}}}`,
		"no parameter":           `{"paths": {"/v1/resolve": {"get": {"operationId": "resolve", "responses": {"200": {"content": {"application/json": {"schema": {"type": "object"}}}}}}}}}`,
		"no answer":              `{"paths": {"/v1/resolve": {"get": {"operationId": "resolve", "parameters": [{"name": "url", "in": "query"}], "responses": {"404": {}}}}}}`,
	} {
		if h, err := New([]byte(document), "1", slog.New(slog.DiscardHandler)); err == nil || h != nil {
			t.Errorf("%s: %v, %v", name, h, err)
		}
	}
}

// TestAFailureOfTheCallItselfSaysWhen: what the API could not answer is rounded up to whole seconds.
func TestAFailureOfTheCallItselfSaysWhen(t *testing.T) {
	h := published(t)
	for wait, want := range map[time.Duration]string{0: "may succeed later.", time.Millisecond: "after 1 seconds.", 2 * time.Second: "after 2 seconds."} {
		api := func(context.Context, *http.Request) (*Answer, error) {
			e := apierror.New(apierror.CodeRateLimited)
			e.RetryAfter = wait
			return nil, e
		}
		r, err := h.run(h.tools["check_balance"])(WithAPI(t.Context(), api, "request-1"), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}})
		if err != nil || !strings.Contains(r.Content[0].(*sdk.TextContent).Text, want) {
			t.Errorf("%v: %v, %+v", wait, err, r.Content[0])
		}
	}
}

// recorder is an API that writes down what it is asked, and answers in turns.
type recorder struct {
	asked   []string
	answers []Answer
}

func (r *recorder) ask(_ context.Context, q *http.Request) (*Answer, error) {
	var body bytes.Buffer
	_, err := body.ReadFrom(q.Body)
	r.asked = append(r.asked, strings.TrimSpace(q.Method+" "+q.URL.RequestURI()+" "+q.Header.Get(idempotencyKey)+" "+body.String()))
	if len(r.answers) == 0 {
		return nil, fmt.Errorf("nothing more to answer: %v", err)
	}
	a := r.answers[0]
	r.answers = r.answers[1:]
	return &a, err
}

// TestCallsThatTakeSteps makes the calls of tools that ask more than once, or otherwise than they are asked.
func TestCallsThatTakeSteps(t *testing.T) {
	h := published(t)
	ok := func(body string) Answer { return Answer{Status: 200, Header: http.Header{}, Body: []byte(body)} }
	limit := func(status int) Answer {
		return Answer{Status: status, Header: http.Header{}, Body: []byte(`{"error":{"code":"rate_limited","message":"Too many.","retryable":true,"requestId":"request-1"}}`)}
	}
	const link = `"sourceUrl":"https://example.com/1"`
	for _, tt := range []struct {
		name, tool, arguments string
		answers               []Answer
		asked                 []string
		says                  string // part of the result
		refused               bool
	}{
		{"a price", "estimate_price", `{"tool":"look_up_item","arguments":{"url":"u","wait":3}}`, []Answer{ok(`{"credits":1}`)}, []string{"GET /v1/items/lookup?dryRun=true&url=u"}, `"credits":1`, false},
		{"a price of no tool", "estimate_price", `{"tool":"check_balance","arguments":{}}`, nil, nil, `"reason":"enum"`, true},
		{"a price of two tools", "estimate_price", `{"tool":["search","search"],"arguments":{}}`, nil, nil, `"reason":"enum"`, true},
		{"a price of a list", "estimate_price", `{"tool":"search","arguments":[]}`, nil, nil, `"reason":"type"`, true},
		{"a price and more", "estimate_price", `{"tool":"search","arguments":{},"more":1}`, nil, nil, `"reason":"unknown"`, true},
		{"an import by a key", "import_link", `{"idempotencyKey":"k",` + link + `}`, []Answer{{Status: 202, Header: http.Header{}, Body: []byte(`{"id":"i1"}`)}},
			[]string{"POST /v1/ingestions k {" + link + "}"}, `"id":"i1"`, false},
		{"an import that waits for nothing", "import_link", `{"idempotencyKey":"k","wait":0,` + link + `}`, []Answer{ok(`{"id":"i1"}`)}, []string{"POST /v1/ingestions k {" + link + "}"}, `"id":"i1"`, false},
		{"an import that waits", "import_link", `{"idempotencyKey":"k","wait":5,` + link + `}`, []Answer{ok(`{"id":"i1"}`), ok(`{"id":"i1","state":"succeeded"}`)},
			[]string{"POST /v1/ingestions k {" + link + "}", "GET /v1/imports/i1?wait=5"}, `"succeeded"`, false},
		{"one whose end cannot be read", "import_link", `{"idempotencyKey":"k","wait":5,` + link + `}`, []Answer{ok(`{"id":"i1"}`), limit(400)},
			[]string{"POST /v1/ingestions k {" + link + "}", "GET /v1/imports/i1?wait=5"}, `"id":"i1"`, false},
		{"one whose end cannot be asked for", "import_link", `{"idempotencyKey":"k","wait":5,` + link + `}`, []Answer{ok(`{"id":"i1"}`)},
			[]string{"POST /v1/ingestions k {" + link + "}", "GET /v1/imports/i1?wait=5"}, `"id":"i1"`, false},
		{"one that is refused does not wait", "import_link", `{"idempotencyKey":"k","wait":5,` + link + `}`, []Answer{limit(400)}, []string{"POST /v1/ingestions k {" + link + "}"}, "rate_limited", true},
		{"one that cannot be asked for", "import_link", `{"idempotencyKey":"k",` + link + `}`, nil, []string{"POST /v1/ingestions k {" + link + "}"}, "internal_error", true},
		{"one that is no JSON", "import_link", `{"idempotencyKey":"k","wait":5,` + link + `}`, []Answer{ok("x")}, []string{"POST /v1/ingestions k {" + link + "}"}, "internal_error", true},
		{"a transcript", "get_transcript", `{"referenceId":"r1","offset":1}`, []Answer{ok(`{"language":"en","segments":[{"text":"a"},{"text":"b"}]}`)}, []string{"GET /v1/references/r1/transcript"},
			`"text":"b"},"offset":1,"nextOffset":null,"total":2`, false},
		{"a transcript from its beginning", "get_transcript", `{"referenceId":"r1","offset":0}`, []Answer{ok(`{"segments":[{"text":"a"}]}`)}, []string{"GET /v1/references/r1/transcript"}, `"offset":0`, false},
		{"a transcript before its beginning", "get_transcript", `{"referenceId":"r1","offset":-1}`, nil, nil, `"reason":"range"`, true},
		{"a transcript from a word", "get_transcript", `{"referenceId":"r1","offset":"x"}`, nil, nil, `"reason":"range"`, true},
		{"a transcript that is refused", "get_transcript", `{"referenceId":"r1"}`, []Answer{limit(400)}, []string{"GET /v1/references/r1/transcript"}, "rate_limited", true},
		{"a transcript that is no JSON", "get_transcript", `{"referenceId":"r1"}`, []Answer{ok("x")}, []string{"GET /v1/references/r1/transcript"}, "internal_error", true},
		{"rows, twenty unless it says otherwise", "list_watches", `{}`, []Answer{ok(`{"data":[]}`)}, []string{"GET /v1/watches?limit=20"}, `"data":[]`, false},
		{"rows that are refused", "list_watches", `{"limit":3}`, []Answer{limit(400)}, []string{"GET /v1/watches?limit=3"}, "rate_limited", true},
		{"no object", "check_balance", `[]`, nil, nil, `"reason":"type"`, true},
		{"an answer just below an error", "check_balance", `{}`, []Answer{{Status: 399, Header: http.Header{}, Body: []byte(`{"balance":1}`)}}, []string{"GET /v1/me"}, `"balance":1`, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			api := &recorder{answers: tt.answers}
			r, err := h.run(h.tools[tt.tool])(WithAPI(t.Context(), api.ask, "request-1"), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{Arguments: json.RawMessage(tt.arguments)}})
			if err != nil || r.IsError != tt.refused || !slices.Equal(api.asked, tt.asked) {
				t.Fatalf("%v, %v, asked %q", err, r, api.asked)
			}
			if result, err := json.Marshal(r.StructuredContent); err != nil || !strings.Contains(string(result), tt.says) {
				t.Errorf("%s does not say %s", result, tt.says)
			}
		})
	}
}

// TestImportsWithoutAKeyAreTheSame makes the key of an import of its arguments.
func TestImportsWithoutAKeyAreTheSame(t *testing.T) {
	h := published(t)
	keyOf := func(arguments string) string {
		api := &recorder{answers: []Answer{{Status: 202, Header: http.Header{}, Body: []byte(`{"id":"i1"}`)}}}
		_, err := h.run(h.tools["import_link"])(WithAPI(t.Context(), api.ask, "request-1"), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{Arguments: json.RawMessage(arguments)}})
		if err != nil || len(api.asked) == 0 {
			t.Fatalf("%v, asked %q", err, api.asked)
		}
		return strings.Fields(api.asked[0])[2]
	}
	one, same, other := keyOf(`{"sourceUrl":"u","transcript":true}`), keyOf(`{"transcript":true,"sourceUrl":"u","wait":5}`), keyOf(`{"sourceUrl":"v","transcript":true}`)
	if !strings.HasPrefix(one, "mcp-") || one != same || one == other {
		t.Errorf("%s, %s, %s", one, same, other)
	}
}

// TestFailuresSayWhatToDo tells agents whether and when to repeat a call.
func TestFailuresSayWhatToDo(t *testing.T) {
	h := published(t)
	for _, tt := range []struct {
		name, body, retryAfter string
		want                   []string
		without                string
	}{
		{"one that may succeed at a time", `{"error":{"code":"rate_limited","message":"Too many.","retryable":true,"requestId":"r2"}}`, "7", []string{"rate_limited: Too many.", "Request id: r2", "after 7 seconds."}, "Details"},
		{"one that may succeed later", `{"error":{"code":"route_degraded","message":"No.","retryable":true}}`, "soon", []string{"may succeed later."}, "seconds"},
		{"one that may not", `{"error":{"code":"not_found","message":"No.","details":{"resource":"<b>"}}}`, "7", []string{"does not help.", `Details: {"resource":"\u003cb\u003e"}`}, "seconds"},
		{"no envelope", `{"message":"No."}`, "", []string{"internal_error", "Request id: request-1"}, "Details"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			api := &recorder{answers: []Answer{{Status: 503, Header: http.Header{retryHeader: {tt.retryAfter}}, Body: []byte(tt.body)}}}
			r, err := h.run(h.tools["check_balance"])(WithAPI(t.Context(), api.ask, "request-1"), &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}})
			if err != nil || !r.IsError {
				t.Fatalf("%v, %v", err, r)
			}
			text := r.Content[0].(*sdk.TextContent).Text
			for _, want := range tt.want {
				if !strings.Contains(text, want) {
					t.Errorf("%q is missing in %s", want, text)
				}
			}
			if strings.Contains(text, tt.without) {
				t.Errorf("%q is in %s", tt.without, text)
			}
		})
	}
}
