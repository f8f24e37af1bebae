package web

import (
	"maps"
	"mime"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/apierror"
)

// inputCheck validates a request against its operation's schema before huma binds it. huma itself accepts empty and
// repeated parameters, repeated properties, NUL and invalid UTF-8, and stops at the first kind of problem. inputCheck
// reports all problems.
type inputCheck struct {
	*operations.Checker
}

func newInputCheck(r huma.Registry, formats map[string]operations.Check) *inputCheck {
	return &inputCheck{&operations.Checker{Registry: r, Formats: formats}}
}

// middleware validates a request before its operation. rows is the list in the body whose entries are validated one
// by one, so that the operation can respond to each separately, or "".
func (k *inputCheck) middleware(s *Server, together v1.QueryCheck, rows string) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humafiber.Unwrap(ctx)
		fields := append(k.query(ctx.Operation(), c, together), k.headers(ctx.Operation(), c)...)
		problems, err := k.body(ctx.Operation(), c)
		if err != nil {
			s.writeError(ctx, err)
			return
		}
		problems, ofRows := splitRows(problems, rows)
		if fields = append(fields, problems...); len(fields) > 0 {
			s.writeError(ctx, apierror.InvalidInput(fields...))
			return
		}
		if err := checkPath(ctx.Operation(), c); err != nil {
			s.writeError(ctx, err)
			return
		}
		if len(ofRows) > 0 {
			ctx = huma.WithContext(ctx, v1.WithRowProblems(ctx.Context(), ofRows))
		}
		next(ctx)
	}
}

// splitRows separates the problems of a list's entries, by index, from those of the whole body.
func splitRows(all []apierror.Field, list string) (whole []apierror.Field, rows map[int][]apierror.Field) {
	rows = map[int][]apierror.Field{}
	for _, f := range all {
		after, inList := strings.CutPrefix(f.Name, list+"[")
		digits, _, closed := strings.Cut(after, "]")
		n, err := strconv.Atoi(digits)
		if list == "" || !inList || !closed || err != nil {
			whole = append(whole, f)
			continue
		}
		rows[n] = append(rows[n], f)
	}
	return whole, rows
}

// checkPath validates the ids in a path. It runs after all other checks, so that an invalid request is reported
// first.
func checkPath(op *huma.Operation, c *fiber.Ctx) error {
	for _, p := range op.Parameters {
		if p.In != "path" {
			continue
		}
		if err := v1.CheckPathID(p.Name, c.Params(p.Name)); err != nil {
			return err
		}
	}
	return nil
}

// query validates the query parameters: each must be known, given at most once, not empty and valid under its schema,
// and no required one may be missing.
func (k *inputCheck) query(op *huma.Operation, c *fiber.Ctx, together v1.QueryCheck) []apierror.Field {
	given, first := map[string][]string{}, map[string]string{}
	for name, value := range c.Context().QueryArgs().All() {
		given[string(name)] = append(given[string(name)], string(value))
		first[string(name)] = given[string(name)][0]
	}
	for _, p := range op.Parameters {
		if v := c.Request().Header.Peek(p.Name); p.In == "header" && v != nil {
			first[p.Name] = string(v)
		}
	}
	fields := []apierror.Field{}
	for _, p := range op.Parameters {
		if p.In != "query" {
			continue
		}
		fields = append(fields, k.parameter(p, given[p.Name])...)
		delete(given, p.Name)
	}
	if together != nil {
		fields = operations.FirstOfEach(append(fields, together(first)...))
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		fields = append(fields, apierror.Field{Name: operations.SanitizeName(name), In: "query", Reason: "unknown", Expected: "no such parameter"})
	}
	return fields
}

func (k *inputCheck) headers(op *huma.Operation, c *fiber.Ctx) []apierror.Field {
	fields := []apierror.Field{}
	for _, p := range op.Parameters {
		if p.In != "header" {
			continue
		}
		var given []string
		if v := c.Request().Header.Peek(p.Name); v != nil {
			given = []string{string(v)}
		}
		fields = append(fields, k.parameter(p, given)...)
	}
	return fields
}

// parameter validates the values given for one parameter.
func (k *inputCheck) parameter(p *huma.Param, given []string) []apierror.Field {
	problem := func(reason, expected string) []apierror.Field {
		return []apierror.Field{{Name: p.Name, In: p.In, Reason: reason, Expected: expected}}
	}
	list := p.Schema.Type == huma.TypeArray
	switch {
	case len(given) == 0 && p.Required:
		return problem("required", apierror.AnyValue)
	case len(given) == 0:
		return nil
	case len(given) > 1 && !list:
		return problem("repeated", "the parameter once")
	}
	for _, v := range given {
		switch {
		case v == "":
			return problem("empty", "a value, or no parameter")
		case !isCleanText(v):
			return problem("encoding", "UTF-8 without NUL")
		}
	}
	if list {
		values := make([]any, len(given))
		for i, v := range given {
			values[i] = v
		}
		return k.Value(p.Schema, p.In, p.Name, values)
	}
	v, ok := parseParameter(p.Schema, given[0])
	if !ok {
		return problem("type", "a value of type "+p.Schema.Type)
	}
	return k.Value(p.Schema, p.In, p.Name, v)
}

// parseParameter converts a parameter's text to the type of its schema.
func parseParameter(s *huma.Schema, v string) (any, bool) {
	switch s.Type {
	case huma.TypeInteger:
		n, err := strconv.ParseInt(v, 10, 64)
		return n, err == nil
	case huma.TypeBoolean:
		return v == "true", v == "true" || v == "false"
	}
	return v, true
}

// body validates a JSON body. It returns an error for another content type, which no field is to blame for.
func (k *inputCheck) body(op *huma.Operation, c *fiber.Ctx) ([]apierror.Field, error) {
	if op.RequestBody == nil {
		return nil, nil
	}
	raw := c.Body()
	if len(raw) == 0 && !op.RequestBody.Required {
		return nil, nil
	}
	if op.RequestBody.Content[fiber.MIMEOctetStream] != nil {
		if c.Get(fiber.HeaderContentType) != fiber.MIMEOctetStream {
			return nil, wrongType("Send the bytes as application/octet-stream.")
		}
		return nil, nil
	}
	if media, _, err := mime.ParseMediaType(c.Get(fiber.HeaderContentType)); err != nil || media != fiber.MIMEApplicationJSON {
		return nil, wrongType("Send the body as application/json.")
	}
	v, fields, err := strictJSON(raw)
	object, isObject := v.(map[string]any)
	if err != nil || !isObject {
		return []apierror.Field{{Name: "body", In: "body", Reason: "malformed", Expected: "one JSON object in UTF-8, without NUL"}}, nil //nolint:nilerr // the field says what is wrong
	}
	return append(fields, k.Value(op.RequestBody.Content["application/json"].Schema, "body", "", object)...), nil
}
