package mcp

import "slices"

// Depth of result schemas: the properties of a result, and those of the rows of a list. The contract has the rest.
const (
	outlineDepth = 1
	rowsDepth    = 3
)

// outline returns the schema of a tool's result, which may be a failure. It contains only names and types, to keep
// the list of tools short. Nothing is required, because failures have other properties and rows omit unknown values.
func (c *contract) outline(t tool, answer map[string]any) map[string]any {
	depth := outlineDepth
	if rowFields[t.name] != nil {
		depth = rowsDepth
	}
	out := c.outlined(answer, depth)
	properties, _ := out["properties"].(map[string]any)
	if properties == nil {
		properties = map[string]any{}
	}
	for _, same := range []string{"usage", "warnings"} { // of every answer alike
		if p, is := properties[same].(map[string]any); is {
			properties[same] = map[string]any{"type": p["type"]}
		}
	}
	for _, rows := range []string{"data", "items"} {
		if list, is := properties[rows].(map[string]any); is && rowFields[t.name] != nil {
			list["items"] = keepFields(list["items"], rowFields[t.name])
		}
	}
	properties["error"], properties["nextStep"] = map[string]any{"type": "object"}, map[string]any{"type": "string"}
	properties["retryAfterSeconds"] = orNull(map[string]any{"type": "integer"})
	return map[string]any{"type": "object", "properties": properties}
}

// keepFields removes all but some properties from an object's schema.
func keepFields(v any, fields []string) any {
	s, _ := v.(map[string]any)
	kept := map[string]any{}
	properties, _ := s["properties"].(map[string]any)
	for name, p := range properties {
		if slices.Contains(fields, name) {
			kept[name] = p
		}
	}
	return map[string]any{"type": "object", "properties": kept}
}

// outlined returns a schema with names and types of properties, down to a depth.
func (c *contract) outlined(s map[string]any, depth int) map[string]any {
	if name, is := refOf(s); is {
		s, _ = c.schemas[name].(map[string]any)
	}
	for _, choice := range []string{"anyOf", "oneOf"} {
		if list, is := s[choice].([]any); is {
			return c.outlinedChoice(list, depth)
		}
	}
	switch kind, nullable := typeOf(s); {
	case nullable:
		return orNull(c.outlined(withType(s, kind), depth))
	case kind == "object" && depth > 0:
		properties := map[string]any{}
		named, _ := s["properties"].(map[string]any)
		for name, p := range named {
			inner, _ := p.(map[string]any)
			properties[name] = c.outlined(inner, depth-1)
		}
		return map[string]any{"type": "object", "properties": properties}
	case kind == "array" && depth > 0:
		items, _ := s["items"].(map[string]any)
		return map[string]any{"type": "array", "items": c.outlined(items, depth-1)}
	case kind != "":
		return map[string]any{"type": kind}
	}
	return map[string]any{}
}

// outlinedChoice outlines a choice of schemas: objects are merged into one with all their properties, and one schema
// or null becomes a nullable schema.
func (c *contract) outlinedChoice(list []any, depth int) map[string]any {
	merged, nullable := map[string]any{}, false
	for _, e := range list {
		s := c.outlined(e.(map[string]any), depth)
		if s["type"] == "null" {
			nullable = true
			continue
		}
		properties, both := merged["properties"].(map[string]any)
		more, _ := s["properties"].(map[string]any)
		if !both {
			merged = s
			continue
		}
		for name, p := range more {
			properties[name] = p
		}
	}
	if nullable {
		return orNull(merged)
	}
	return merged
}

// typeOf returns the type of a schema and whether null is allowed.
func typeOf(s map[string]any) (kind string, nullable bool) {
	switch v := s["type"].(type) {
	case string:
		return v, false
	case []any:
		for _, e := range v {
			if e == "null" {
				nullable = true
			} else {
				kind, _ = e.(string)
			}
		}
	}
	return kind, nullable
}

func withType(s map[string]any, kind string) map[string]any {
	out := map[string]any{}
	for name, v := range s {
		out[name] = v
	}
	out["type"] = kind
	return out
}

// orNull returns a schema that also allows null, by removing the type. Not every client understands a list of types,
// and a choice would double the length of the list of tools.
func orNull(s map[string]any) map[string]any {
	out := withType(s, "")
	delete(out, "type")
	return out
}
