package mcp

import (
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/apierror"
)

// TestRequestOfATool makes the requests of an operation without a body and of one with a body from what agents send.
func TestRequestOfATool(t *testing.T) {
	t.Parallel()
	parameters := []parameter{{Name: "id", In: "path", Required: true}, {Name: "q", In: "query", Required: true}, {Name: "limit", In: "query"}, {Name: "hidden", In: "query"}, {Name: idempotencyKey, In: "header"}}
	c := &contract{operations: map[string]*operation{
		"read":  {method: "GET", path: "/v1/things/{id}", Parameters: parameters},
		"write": {method: "POST", path: "/v1/things/{id}", Parameters: parameters, Body: &payload{}},
	}}
	longest := strings.Repeat("a", 64)
	for _, tt := range []struct {
		name, operation, arguments string
		want                       string // the request's address, its key and its body
		problems                   string // the fields that are refused, with their reasons
	}{
		{"a query", "read", `{"id":"a-1","q":["x","y"],"limit":5}`, "/v1/things/a-1?limit=5&q=x&q=y||", ""},
		{"null is left out", "read", `{"id":"a","q":"x","limit":null}`, "/v1/things/a?q=x||", ""},
		{"a header", "read", `{"id":"a","q":"x","idempotencyKey":["k","l"]}`, "/v1/things/a?q=x|k|", ""},
		{"a header of no value", "read", `{"id":"a","q":"x","idempotencyKey":[]}`, "/v1/things/a?q=x||", ""},
		{"what is missing is said by the API", "read", `{"id":"a"}`, "/v1/things/a||", ""},
		{"or beside what is unknown", "read", `{"id":"a","x":1}`, "", "q required, x unknown"},
		{"what is given is not missing", "read", `{"id":"a","q":"x","z":1,"hidden":1}`, "", "hidden unknown, z unknown"},
		{"a long name that is unknown", "read", `{"id":"a","q":"x","` + longest + `b":1}`, "", longest + " unknown"},
		{"the longest name that is shown whole", "read", `{"id":"a","q":"x","` + longest + `":1}`, "", longest + " unknown"},
		{"a body", "write", `{"id":"a","q":"x","name":"n"}`, `/v1/things/a?q=x||application/json{"name":"n"}`, ""},
		{"the longest id", "read", `{"id":"` + longest + `","q":"x"}`, "/v1/things/" + longest + "?q=x||", ""},
		{"an id that is too long", "read", `{"id":"` + longest + `b","q":"x"}`, "", "id pattern"},
		{"an id that leaves its place", "read", `{"id":"../keys","q":"x"}`, "", "id pattern"},
		{"two ids", "read", `{"id":["a","b"],"q":"x"}`, "", "id pattern"},
		{"an empty id", "read", `{"id":"","q":"x"}`, "", "id pattern"},
		{"no arguments", "read", ``, "", "id pattern"},
		{"null for the arguments", "read", `null`, "", "id pattern"},
		{"a list for the arguments", "read", `[1]`, "", "arguments type"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, problems := requestText(t, c, tool{operation: tt.operation, arguments: []string{"id", "q", "limit", idempotencyKey}}, tt.arguments)
			if got != tt.want || problems != tt.problems {
				t.Errorf("%q, refused %q; want %q, %q", got, problems, tt.want, tt.problems)
			}
		})
	}
}

// requestText writes the request of a call, or the fields for which it is refused.
func requestText(t *testing.T, c *contract, of tool, raw string) (text, problems string) {
	t.Helper()
	args, err := readArguments(json.RawMessage(raw))
	if err == nil {
		r, failed := c.request(t.Context(), of, args)
		if err = failed; err == nil {
			body, err := io.ReadAll(r.Body)
			if err != nil || r.Method != c.operations[of.operation].method {
				t.Fatalf("%s, %v", r.Method, err)
			}
			return r.URL.RequestURI() + "|" + strings.Join(r.Header[idempotencyKey], ",") + "|" + r.Header.Get("Content-Type") + string(body), ""
		}
	}
	var list []string
	for _, f := range apierror.From(err).Details["fields"].([]apierror.Field) {
		list = append(list, f.Name+" "+f.Reason)
	}
	if !slices.IsSorted(list) {
		t.Errorf("the fields are out of order: %v", list)
	}
	return "", strings.Join(list, ", ")
}

// TestTakenArgumentsAreNotSent leaves no trace of an argument that a tool reads itself.
func TestTakenArgumentsAreNotSent(t *testing.T) {
	t.Parallel()
	args := arguments{"mine": json.RawMessage("1")}
	if v := args.take("mine"); string(v) != "1" || len(args) != 0 {
		t.Errorf("took %s of what is %v now", v, args)
	}
}
