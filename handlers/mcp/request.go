package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"socialdata/internal/apierror"
)

// arguments are the arguments of one call. Null arguments are dropped, because agents send null for what they omit.
type arguments map[string]json.RawMessage

// readArguments parses the arguments of a call.
func readArguments(raw json.RawMessage) (arguments, error) {
	args := arguments{}
	if len(raw) == 0 {
		return args, nil
	}
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil, problem("arguments", "type", "a JSON object")
	}
	if args == nil { // the value was null
		args = arguments{}
	}
	for name, v := range args {
		if string(v) == "null" {
			delete(args, name)
		}
	}
	return args, nil
}

// problem returns invalid_input for one argument.
func problem(name, reason, expected string) error {
	return apierror.InvalidInput(apierror.Field{Name: name, In: "arguments", Reason: reason, Expected: expected})
}

// take removes and returns an argument that the tool itself handles.
func (a arguments) take(name string) json.RawMessage {
	v := a[name]
	delete(a, name)
	return v
}

// texts returns the values of an argument as query parameters.
func texts(raw json.RawMessage) (list []string) {
	var text string
	var many []json.RawMessage
	switch {
	case json.Unmarshal(raw, &text) == nil:
		return []string{text}
	case json.Unmarshal(raw, &many) == nil:
		for _, v := range many {
			list = append(list, texts(v)...)
		}
		return list
	}
	return []string{string(raw)}
}

// request builds the request of a tool's operation. The API validates the values.
func (c *contract) request(ctx context.Context, t tool, args arguments) (*http.Request, error) {
	op := c.operations[t.operation]
	target, query, header := op.path, url.Values{}, http.Header{}
	var missing []apierror.Field
	for _, p := range op.parametersOf(t) {
		raw, given := args[argumentName(p.Name)]
		delete(args, argumentName(p.Name))
		values := texts(raw)
		if p.Required && !given {
			missing = append(missing, apierror.Field{Name: argumentName(p.Name), In: "arguments", Reason: "required", Expected: apierror.AnyValue})
		}
		switch {
		case p.In == "path" && (!given || len(values) != 1 || !isID(values[0])):
			return nil, problem(p.Name, "pattern", "an id")
		case p.In == "path":
			target = strings.ReplaceAll(target, "{"+p.Name+"}", values[0])
		case given && p.In == "query":
			query[p.Name] = values
		case given:
			header[p.Name] = values[:min(1, len(values))]
		}
	}
	body, err := c.body(op, args, missing)
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, op.method, "http://api"+target, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.URL.RawQuery, r.Header = query.Encode(), header
	if op.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	return r, nil
}

// body encodes the remaining arguments as the body. If the operation has no body, they are reported as unknown,
// together with the missing arguments.
func (c *contract) body(op *operation, args arguments, missing []apierror.Field) ([]byte, error) {
	if op.Body != nil {
		return json.Marshal(args)
	}
	fields := []apierror.Field{}
	for name := range args {
		fields = append(fields, apierror.Field{Name: ShortName(name), In: "arguments", Reason: "unknown", Expected: "no such argument"})
	}
	if len(fields) > 0 {
		fields = append(fields, missing...)
		slices.SortFunc(fields, func(a, b apierror.Field) int { return strings.Compare(a.Name, b.Name) })
		return nil, apierror.InvalidInput(fields...)
	}
	return nil, nil
}

// ShortName truncates a name that a client sent to 64 characters, for an error.
func ShortName(name string) string {
	if r := []rune(strings.ToValidUTF8(name, "")); len(r) > 64 {
		return string(r[:64])
	}
	return name
}

// isID reports whether a text can be used in a path without escaping.
func isID(s string) bool {
	return s != "" && len(s) <= 64 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}
