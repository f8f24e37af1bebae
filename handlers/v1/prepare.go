package v1

import (
	"context"
	"encoding/json"
)

// Prepare returns a function that runs before the transaction that an Idempotency-Key begins, or nil if the operation
// needs none. The operation then runs with the context it returns. Platforms must be contacted here, because no
// transaction may wait for one.
func (h *Handlers) Prepare(id string) func(ctx context.Context, body []byte) context.Context {
	if id != "createWatch" {
		return nil
	}
	return func(ctx context.Context, body []byte) context.Context {
		var sent struct{ Source struct{ Account, URL string } }
		if json.Unmarshal(body, &sent) != nil {
			return ctx // the operation reports what is wrong
		}
		for _, typed := range []string{sent.Source.Account, sent.Source.URL} {
			ctx = h.Lookup.WithFollowed(ctx, typed)
		}
		return ctx
	}
}
