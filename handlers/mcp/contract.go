package mcp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// contract is what tools need from the OpenAPI document.
type contract struct {
	operations map[string]*operation
	schemas    map[string]any
}

// operation is one operation of the contract.
type operation struct {
	ID         string      `json:"operationId"`
	Parameters []parameter `json:"parameters"`
	Body       *payload    `json:"requestBody"`
	Responses  map[string]payload
	Price      string `json:"x-price"`
	Scope      string `json:"x-required-scope"`

	method, path string
}

type parameter struct {
	Name, In, Description string
	Required              bool
	Schema                map[string]any
}

// payload is the body of a request or a response.
type payload struct {
	Content map[string]struct{ Schema map[string]any }
}

func (p payload) schema() map[string]any { return p.Content["application/json"].Schema }

// readContract parses an OpenAPI document.
func readContract(document []byte) (*contract, error) {
	var doc struct {
		Paths      map[string]map[string]json.RawMessage
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		return nil, err
	}
	c := &contract{operations: map[string]*operation{}, schemas: doc.Components.Schemas}
	for path, item := range doc.Paths {
		for method, raw := range item {
			op := &operation{method: strings.ToUpper(method), path: path}
			if err := json.Unmarshal(raw, op); err != nil {
				return nil, fmt.Errorf("%s %s: %w", method, path, err)
			}
			c.operations[op.ID] = op
		}
	}
	return c, nil
}

// answer returns the schema of a successful response, or nil.
func (o *operation) answer() map[string]any {
	for _, status := range []string{"200", "201", "202"} {
		if s := o.Responses[status].schema(); s != nil {
			return s
		}
	}
	return nil
}

// bodySchema returns the schema of the operation's body, or nil if it has none.
func (c *contract) bodySchema(o *operation) map[string]any {
	if o.Body == nil {
		return nil
	}
	s := o.Body.schema()
	if name, is := refOf(s); is {
		s, _ = c.schemas[name].(map[string]any)
	}
	return s
}

// refOf returns the name of the schema that a schema refers to. is reports whether it is a reference.
func refOf(s map[string]any) (name string, is bool) {
	ref, _ := s["$ref"].(string)
	return strings.CutPrefix(ref, "#/components/schemas/")
}

// idempotencyKey is the only header that is a parameter of a tool.
const idempotencyKey = "Idempotency-Key"

// argumentName returns the name of a parameter in a tool. Agents write all names in one style.
func argumentName(parameter string) string {
	if parameter == idempotencyKey {
		return "idempotencyKey"
	}
	return parameter
}

// parametersOf returns the parameters of the operation that a tool accepts.
func (o *operation) parametersOf(t tool) (list []parameter) {
	for _, p := range o.Parameters {
		if slices.Contains(t.arguments, p.Name) {
			list = append(list, p)
		}
	}
	return list
}
