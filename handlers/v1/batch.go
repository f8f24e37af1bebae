package v1

import (
	"context"
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/lookup"
)

// Batch says how an operation handles several entries in one request.
type Batch struct {
	Rows   string         // property whose entries are validated one by one; "" for none
	Weight session.Weight // nil if each request counts as one
}

// Batch returns how an operation handles several entries, or the zero value if it takes only one.
func (h *Handlers) Batch(operation string) Batch {
	switch operation {
	case "lookupItems":
		return Batch{Rows: batchOfItems.rows, Weight: h.distinctRows(batchOfItems, itemBatchRow(lookup.ItemRequest{}))}
	case "lookupAccounts":
		return Batch{Rows: batchOfAccounts.rows, Weight: h.distinctRows(batchOfAccounts, h.accountBatchRow(lookup.AccountRequest{}))}
	case "listItemPages":
		return Batch{Rows: batchOfPages.rows, Weight: h.distinctRows(batchOfPages, h.pageBatchRow(lookup.ListRequest{}))}
	case "createIngestions":
		return Batch{Rows: "imports"}
	}
	return Batch{}
}

// batchRows holds the entries of a batch as they were sent. Each is decoded separately, so that an invalid one fails
// alone.
type batchRows[T any] []json.RawMessage

// Schema implements huma.SchemaProvider.
func (batchRows[T]) Schema(r huma.Registry) *huma.Schema {
	of := reflect.TypeFor[T]()
	return operations.Several(r.Schema(of, true, of.Name()))
}

type rowProblemsKey struct{}

// WithRowProblems returns a context with the validation errors of single entries, by index.
func WithRowProblems(ctx context.Context, problems map[int][]apierror.Field) context.Context {
	return context.WithValue(ctx, rowProblemsKey{}, problems)
}

// rowProblem returns the validation error of one entry of a batch, or nil.
func rowProblem(ctx context.Context, n int) error {
	problems, _ := ctx.Value(rowProblemsKey{}).(map[int][]apierror.Field)
	if len(problems[n]) == 0 {
		return nil
	}
	return apierror.InvalidInput(problems[n]...)
}
