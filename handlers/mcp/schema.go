package mcp

import (
	"errors"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

var errNoOperation = errors.New("no such operation, parameter or answer in the contract")

// describe builds the description of a tool that clients see.
func (c *contract) describe(t tool) (*sdk.Tool, error) {
	in, out, err := c.schemasOf(t)
	if err != nil {
		return nil, err
	}
	yes, no := true, false
	world := &yes
	if t.local {
		world = &no
	}
	return &sdk.Tool{Name: t.name, Title: t.title, Description: c.description(t), InputSchema: in, OutputSchema: out,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: !t.writes && !c.spends(t), IdempotentHint: true, DestructiveHint: &no, OpenWorldHint: world}}, nil
}

// spends reports whether calling a tool can cost credits.
func (c *contract) spends(t tool) bool {
	op := c.operations[t.operation]
	return op != nil && op.Price != ""
}

func (c *contract) description(t tool) string {
	if t.operation == estimated {
		return t.about + " Price: free."
	}
	op, price := c.operations[t.operation], "free"
	if op.Price != "" {
		price = op.Price
	}
	text := t.about + " Price: " + price + "."
	if op.Scope != "" {
		text += " Needs a key with the scope " + op.Scope + "."
	}
	return text
}

// schemasOf returns the schemas of a tool's arguments and of its result, which may be an error.
func (c *contract) schemasOf(t tool) (in, out map[string]any, err error) {
	var answer map[string]any
	switch {
	case t.operation == estimated:
		in, answer = estimateArguments(), map[string]any{"$ref": "#/components/schemas/" + estimated}
	default:
		op := c.operations[t.operation]
		if op == nil || len(op.parametersOf(t)) != len(t.arguments) || op.answer() == nil {
			return nil, nil, errNoOperation
		}
		in, answer = c.arguments(op, t), op.answer()
	}
	properties := in["properties"].(map[string]any)
	switch t.operation {
	case "createIngestion":
		c.describeImport(properties)
	case "getTranscript":
		properties[offsetArgument] = map[string]any{"type": "integer", "minimum": 0, "default": 0, "description": "The segment to begin with: nextOffset of the page before"}
		answer = transcriptPageSchema(answer)
	}
	if limit, is := properties[limitArgument].(map[string]any); is {
		limit["default"] = usualRows
	}
	return c.closed(in), c.outline(t, answer), nil
}

// describeImport adds the wait argument, which comes from getImport, and explains what happens without an idempotency
// key, which the operation itself requires.
func (c *contract) describeImport(properties map[string]any) {
	for _, p := range c.operations["getImport"].Parameters {
		if p.Name == waitArgument {
			properties[waitArgument] = described(p)
		}
	}
	key := properties[argumentName(idempotencyKey)].(map[string]any)
	key["description"] = "The same key and arguments within 24 hours are the same import. Without it, it is made of the arguments"
}

// arguments returns the schema of a tool's arguments.
func (c *contract) arguments(op *operation, t tool) map[string]any {
	properties, required := map[string]any{}, []any{}
	for _, p := range op.parametersOf(t) {
		properties[argumentName(p.Name)] = described(p)
		if p.Required {
			required = append(required, p.Name)
		}
	}
	if body := c.bodySchema(op); body != nil {
		fields, _ := body["properties"].(map[string]any)
		for name, s := range fields {
			properties[name] = s
		}
		needed, _ := body["required"].([]any)
		required = append(required, needed...)
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// described returns the schema of a parameter with its description.
func described(p parameter) map[string]any {
	s := map[string]any{}
	for k, v := range p.Schema {
		s[k] = v
	}
	if p.Description != "" {
		s["description"] = p.Description
	}
	return s
}

// closed returns a self-contained schema: it includes the schemas that it refers to, and is plain JSON Schema.
func (c *contract) closed(s map[string]any) map[string]any {
	definitions := map[string]any{}
	out := c.plain(s, definitions).(map[string]any)
	if len(definitions) > 0 {
		out["$defs"] = definitions
	}
	return out
}

// plain copies a schema without extensions of OpenAPI or this service, and collects the schemas that it refers to.
func (c *contract) plain(v any, definitions map[string]any) any {
	switch v := v.(type) {
	case []any:
		list := make([]any, len(v))
		for n := range v {
			list[n] = c.plain(v[n], definitions)
		}
		return list
	case map[string]any:
		return c.plainObject(v, definitions)
	}
	return v
}

func (c *contract) plainObject(s, definitions map[string]any) map[string]any {
	out := map[string]any{}
	for key, v := range s {
		switch {
		case key == "properties":
			named := map[string]any{}
			for name, property := range v.(map[string]any) {
				named[name] = c.plain(property, definitions)
			}
			out[key] = named
		case key == "$ref":
			name, _ := refOf(s)
			out[key] = "#/$defs/" + name
			if _, known := definitions[name]; !known {
				definitions[name] = nil
				definitions[name] = c.plain(c.schemas[name], definitions)
			}
		case key == "type":
			out[key], _ = typeOf(s) // null arguments are dropped before
		case key == "examples", key == "minLength": // the call reports invalid values
		case key == "format" && !slices.Contains([]any{"date-time", "uri"}, v), key == "discriminator", strings.HasPrefix(key, "x-"):
		default:
			out[key] = c.plain(v, definitions)
		}
	}
	return out
}
