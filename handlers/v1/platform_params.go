package v1

import (
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/sources"
)

// platformParam is a parameter of one operation whose values or description depend on the platforms.
type platformParam struct {
	operation, name string
	values          []string // its enum; nil keeps that of the input's tag
	pattern         string   // "" keeps that of the input's tag
	doc             string
}

// platformParams lists the parameters that depend on the platforms.
func (h *Handlers) platformParams() []platformParam {
	set := h.Platforms
	looked := func(p sources.Platform) bool { return p.Accounts.Lookup }
	searched := func(p sources.Platform) bool { return p.Search != nil }
	byID := func(p sources.Platform) bool { return p.Accounts.IDPattern != "" }
	list := []platformParam{
		{"lookupAccount", "platform", set.Names(looked), "", "Names the platform of handle or id"},
		{"lookupAccount", "id", nil, accountIDPattern(set), "The platform's own id of an account; read of " + h.titles(byID)},
		{"search", "platform", set.Names(searched), "", h.without("has no search for visitors", searched)},
		{"search", "type", nil, "", h.without("cannot be searched for accounts", func(p sources.Platform) bool { return p.Search == nil || p.Search.Accounts })},
	}
	for _, op := range []struct {
		id    string
		names []string
		of    func(sources.Platform) sources.Parameters
	}{
		{"listItems", operations.ListParams, func(p sources.Platform) sources.Parameters { return p.Lists }},
		{"search", operations.SearchParams, operations.SearchReads},
		{"listComments", operations.CommentParams, operations.CommentReads},
	} {
		for _, name := range op.names {
			list = append(list, platformParam{op.id, name, valuesOf(set, name, op.of), "", h.readers(name, op.of)})
		}
	}
	return list
}

// valuesOf returns the values of a parameter that any platform supports, in the order of the platforms. It returns
// nil if no platform has a fixed list.
func valuesOf(set sources.Platforms, name string, of func(sources.Platform) sources.Parameters) (values []string) {
	for _, p := range set.All() {
		param, _ := of(p).Find(name)
		for _, v := range param.Values {
			if !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
	}
	return values
}

// DescribePlatforms adds to the contract what depends on the platforms: the enum of their names, and the values and
// descriptions of parameters that only some support.
func (h *Handlers) DescribePlatforms(doc *huma.OpenAPI) {
	names := toAny(h.Platforms.Names(nil))
	fill := func(s *huma.Schema) {
		if s.Format == operations.PlatformFormat {
			s.Format, s.Enum = "", names
			s.PrecomputeMessages()
		}
	}
	for _, s := range doc.Components.Schemas.Map() {
		eachSchema(s, fill)
	}
	byID := map[string]*huma.Operation{}
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			byID[op.OperationID] = op
			for _, p := range op.Parameters {
				eachSchema(p.Schema, fill)
			}
		}
	}
	for _, p := range h.platformParams() {
		p.describe(byID[p.operation])
	}
}

func (p platformParam) describe(op *huma.Operation) {
	i := slices.IndexFunc(op.Parameters, func(q *huma.Param) bool { return q.Name == p.name })
	q := op.Parameters[i]
	q.Description, q.Schema.Description = p.doc, p.doc
	if p.values != nil {
		q.Schema.Enum = toAny(p.values)
	}
	if p.pattern != "" {
		q.Schema.Pattern = p.pattern
	}
	q.Schema.PrecomputeMessages()
}

// eachSchema visits a schema and all schemas nested in it.
func eachSchema(s *huma.Schema, visit func(*huma.Schema)) {
	if s == nil {
		return
	}
	visit(s)
	eachSchema(s.Items, visit)
	for _, p := range s.Properties {
		eachSchema(p, visit)
	}
	for _, list := range [][]*huma.Schema{s.AnyOf, s.OneOf, s.AllOf} {
		for _, p := range list {
			eachSchema(p, visit)
		}
	}
}

func toAny(words []string) []any {
	list := make([]any, len(words))
	for i, w := range words {
		list[i] = w
	}
	return list
}
