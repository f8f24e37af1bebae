package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
)

// Arguments that are not parameters of the tool's own operation.
const (
	waitArgument   = "wait"
	offsetArgument = "offset"
)

// estimated is the schema name of an estimate. As the operation of a tool, it stands for all operations that can be
// estimated.
const estimated = "Estimate"

// estimable lists the tools whose price can be estimated.
func estimable() []any {
	return []any{"look_up_item", "look_up_account", "list_items", "list_comments", "search", "import_link"}
}

func estimateArguments() map[string]any {
	return map[string]any{"type": "object", "additionalProperties": false, "required": []any{"tool", "arguments"}, "properties": map[string]any{
		"tool":      map[string]any{"type": "string", "enum": estimable(), "description": "The tool that would be called"},
		"arguments": map[string]any{"type": "object", "description": "The arguments that it would be called with"}}}
}

// estimatePrice runs another tool's operation as a dry run.
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
		return nil, problem(ShortName(other), "unknown", "no such argument")
	}
	args.take(waitArgument)
	return c.ask(c.h.tools[name[0]], args, func(r *http.Request) {
		query := r.URL.Query()
		query.Set("dryRun", "true")
		r.URL.RawQuery = query.Encode()
	})
}

// importLink imports a link and, if requested, waits for the import to end. Its idempotency key is derived from the
// arguments, so that a repeated call is the same import.
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
		return accepted, nil //nolint:nilerr // the import was accepted: failing to wait for it must not hide that
	}
	return ended, nil
}
