package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
)

// Arguments that are no parameter of the tool's own operation.
const (
	waitArgument   = "wait"
	offsetArgument = "offset"
)

// estimated is the schema of an estimate, which stands for the operations that can be estimated.
const estimated = "Estimate"

// estimable are the tools whose price can be asked for.
func estimable() []any {
	return []any{"look_up_item", "look_up_account", "list_items", "list_comments", "search", "import_link"}
}

func estimateArguments() map[string]any {
	return map[string]any{"type": "object", "additionalProperties": false, "required": []any{"tool", "arguments"}, "properties": map[string]any{
		"tool":      map[string]any{"type": "string", "enum": estimable(), "description": "The tool that would be called"},
		"arguments": map[string]any{"type": "object", "description": "The arguments that it would be called with"}}}
}

// estimatePrice asks for another tool's operation as a dry run.
func estimatePrice(c *call) (*Answer, error) {
	name := texts(c.args.take("tool"))
	if len(name) != 1 || !slices.Contains(estimable(), any(name[0])) {
		return nil, problem("tool", "enum", "one of the tools whose price can be asked for")
	}
	args, err := readArguments(c.args.take("arguments"))
	if err != nil {
		return nil, err
	}
	for other := range c.args {
		return nil, problem(shortName(other), "unknown", "no such argument")
	}
	args.take(waitArgument)
	return c.ask(c.h.tools[name[0]], args, func(r *http.Request) {
		query := r.URL.Query()
		query.Set("dryRun", "true")
		r.URL.RawQuery = query.Encode()
	})
}

// importLink imports a link and waits for the end, where it is told to. A repeated call is the same import: its key is
// made of its arguments.
func importLink(c *call) (*Answer, error) {
	wait := c.args.take(waitArgument)
	name := argumentName(idempotencyKey)
	key := c.args.take(name)
	if key == nil {
		body, err := json.Marshal(c.args)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(body)
		key = json.RawMessage(`"mcp-` + hex.EncodeToString(sum[:]) + `"`)
	}
	c.args[name] = key
	accepted, err := c.ask(c.tool, c.args, nil)
	if err != nil || accepted.Status >= http.StatusBadRequest || wait == nil || string(wait) == "0" {
		return accepted, err
	}
	var made struct{ ID string }
	if err := json.Unmarshal(accepted.Body, &made); err != nil {
		return nil, err
	}
	id, err := json.Marshal(made.ID)
	if err != nil {
		return nil, err
	}
	ended, err := c.ask(c.h.tools["get_import"], arguments{"importId": id, waitArgument: wait}, nil)
	if err != nil || ended.Status >= http.StatusBadRequest {
		return accepted, nil //nolint:nilerr // the import is made: that it could not be waited for must not hide it
	}
	return ended, nil
}
