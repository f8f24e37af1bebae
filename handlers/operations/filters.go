package operations

import (
	"slices"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/internal/sources"
)

// Parameters that only some platforms support, by operation.
var (
	adParams      = []string{"status", "country", "mediaKind", "startedFrom", "startedTo"}
	ListParams    = append([]string{"collection", "sort"}, adParams...)
	SearchParams  = append([]string{"sort"}, adParams...)
	CommentParams = []string{"sort"}
)

// SearchReads returns the parameters that a platform supports in searches, or nil if it cannot be searched.
func SearchReads(p sources.Platform) sources.Parameters {
	if p.Search == nil {
		return nil
	}
	return p.Search.Parameters
}

// CommentReads returns the parameters that a platform supports for comments, or nil if it lists none.
func CommentReads(p sources.Platform) sources.Parameters {
	if p.Comments == nil {
		return nil
	}
	return p.Comments.Parameters
}

// ParameterProblems reports parameters that the platform does not support, values that only another platform
// supports, and a period that ends before it begins.
func ParameterProblems(reads sources.Parameters, given map[string]string, names []string) []apierror.Field {
	fields := []apierror.Field{}
	for _, name := range names {
		v, ok := given[name]
		if !ok {
			continue
		}
		p, read := reads.Find(name)
		switch {
		case !read:
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "not_read_by_platform", Expected: "no such parameter on this platform"})
		case p.Values != nil && !slices.Contains(p.Values, v):
			fields = append(fields, apierror.Field{Name: name, In: "query", Reason: "enum", Expected: "one of " + strings.Join(p.Values, ", ")})
		}
	}
	if !input.InOrder(given["startedFrom"], given["startedTo"]) {
		fields = append(fields, apierror.Field{Name: "startedTo", In: "query", Reason: "range", Expected: "a day at or after startedFrom"})
	}
	return fields
}
