package v1

import (
	"context"
	"encoding/json"
)

// Prepare returns what an operation does with its body before the transaction that an Idempotency-Key begins, or nil. The
// operation runs under the context that it returns. Nothing may wait for a platform within a transaction.
func (h *Handlers) Prepare(id string) func(ctx context.Context, body []byte) context.Context {
	if id != "createWatch" {
		return nil
	}
	return func(ctx context.Context, body []byte) context.Context {
		var sent struct{ Source struct{ Account, URL string } }
		if json.Unmarshal(body, &sent) != nil {
			return ctx // the operation says what is wrong
		}
		for _, typed := range []string{sent.Source.Account, sent.Source.URL} {
			ctx = h.Lookup.WithFollowed(ctx, typed)
		}
		return ctx
	}
}
