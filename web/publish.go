package web

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
)

// published returns a copy of the contract with additions that Go types cannot express. The original, which requests
// are validated against, is not changed.
func (s *Server) published(doc *huma.OpenAPI) *huma.OpenAPI {
	out, components := *doc, *doc.Components
	components.Headers = responseHeaders()
	out.Components, out.Webhooks = &components, eventHooks()
	rules := map[string]session.Rule{}
	var signed []string
	for _, op := range s.opts.API.Operations() {
		rules[op.ID] = op.Rule()
		if signable(op.Operation) {
			signed = append(signed, op.ID)
		}
	}
	out.Paths = map[string]*huma.PathItem{}
	estimate := doc.Components.Schemas.Schema(reflect.TypeFor[v1.Estimate](), true, "Estimate")
	for path, item := range doc.Paths {
		copied := *item
		for _, op := range operationsOf(&copied) {
			answer := **op
			*op = &answer
			addEstimate(doc.Components.Schemas, *op, estimate)
			rule, tagged := rules[answer.OperationID], answer.Method == http.MethodGet && hasRevision(doc, &answer)
			addWorkspace(*op, rule)
			if tagged {
				addCondition(*op)
			}
			addHeaders(*op, rule, tagged)
			if slices.Contains(signed, answer.OperationID) {
				addSignature(*op)
			}
		}
		out.Paths[path] = &copied
	}
	return &out
}

// operationsOf returns pointers to the operations of a path.
func operationsOf(item *huma.PathItem) (list []**huma.Operation) {
	for _, op := range []**huma.Operation{&item.Get, &item.Post, &item.Put, &item.Patch, &item.Delete} {
		if *op != nil {
			list = append(list, op)
		}
	}
	return list
}

// addEstimate documents that an operation with dryRun may return an estimate.
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
	body["application/json"].Schema = operations.EitherOf(doc, response.Content["application/json"].Schema, estimate)
	response.Content = body
	op.Responses[ok] = &response
}
