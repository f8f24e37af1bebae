package web

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	v1 "socialdata/handlers/v1"
)

// published returns the contract as it is sent: with what no type can say of an operation. The document itself, against
// which requests are checked, stays as it is.
func published(doc *huma.OpenAPI) *huma.OpenAPI {
	out := *doc
	out.Paths = map[string]*huma.PathItem{}
	estimate := doc.Components.Schemas.Schema(reflect.TypeFor[v1.Estimate](), true, "Estimate")
	for path, item := range doc.Paths {
		copied := *item
		operations := operationsOf(&copied)
		for _, op := range operations {
			answer := **op
			*op = &answer
			addEstimate(doc.Components.Schemas, *op, estimate)
			added := takeAdditions(*op)
			if len(operations) == 1 {
				copied.Parameters = append(copied.Parameters, added...)
			} else {
				extendParameters(*op, added)
			}
		}
		out.Paths[path] = &copied
	}
	return &out
}

// operationsOf returns where a path keeps its operations.
func operationsOf(item *huma.PathItem) (list []**huma.Operation) {
	for _, op := range []**huma.Operation{&item.Get, &item.Post, &item.Put, &item.Patch, &item.Delete} {
		if *op != nil {
			list = append(list, op)
		}
	}
	return list
}

// takeAdditions takes away, and returns, the parameters that the service adds to an operation. They stand on the path, so
// that an operation's own are those that every server of the specification reads.
func takeAdditions(op *huma.Operation) (added []*huma.Param) {
	var kept []*huma.Param
	for _, p := range op.Parameters {
		if slices.Contains(v1.AddedParameters[op.OperationID], p.Name) {
			added = append(added, p)
		} else {
			kept = append(kept, p)
		}
	}
	op.Parameters = kept
	return added
}

// extendParameters names parameters that the service adds to one of several operations of a path, where what stands on
// the path would be said of them all.
func extendParameters(op *huma.Operation, added []*huma.Param) {
	if len(added) == 0 {
		return
	}
	op.Extensions = maps.Clone(op.Extensions)
	op.Extensions["x-additional-parameters"] = added
	for _, p := range added {
		op.Description += " It also reads " + p.Name + ": " + p.Description + "."
	}
}

// addEstimate says of an operation that takes dryRun that a success may be an estimate.
func addEstimate(doc huma.Registry, op *huma.Operation, estimate *huma.Schema) {
	if !slices.ContainsFunc(op.Parameters, func(p *huma.Param) bool { return p.Name == "dryRun" }) {
		return
	}
	op.Responses = maps.Clone(op.Responses)
	ok := strconv.Itoa(http.StatusOK)
	body := map[string]*huma.MediaType{"application/json": {Schema: estimate}}
	if op.Responses[ok] == nil {
		op.Responses[ok] = &huma.Response{Description: "An estimate: dryRun was asked for", Content: body}
		return
	}
	response := *op.Responses[ok]
	body["application/json"].Schema = v1.EitherOf(doc, response.Content["application/json"].Schema, estimate)
	response.Content = body
	op.Responses[ok] = &response
}
