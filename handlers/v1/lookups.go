package v1

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/models/billing"
)

// LookupBatchEnd is the last line of a batch that is streamed line by line. A response without it was cut off.
type LookupBatchEnd struct {
	Object           string        `json:"object" enum:"batch"`
	Usage            content.Usage `json:"usage" doc:"What all results cost together"`
	CreditsRemaining int64         `json:"creditsRemaining" doc:"Credits left after the last result"`
}

// batchForm holds property names of a batch of lookups: rows is the list in the request; asked and answer are in each
// result.
type batchForm struct{ rows, asked, answer string }

// The batches of lookups.
var (
	batchOfItems    = batchForm{"urls", "url", "item"}
	batchOfAccounts = batchForm{"accounts", "asked", "account"}
	batchOfPages    = batchForm{"accounts", "asked", "page"}
)

// lookupRow is one result of a batch, already encoded.
type lookupRow struct {
	form   batchForm
	Index  int
	Asked  string
	Status int
	Answer json.RawMessage
	Error  *ErrorBody
}

// MarshalJSON implements json.Marshaler.
func (r lookupRow) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	members := []struct {
		name  string
		value any
	}{{"index", r.Index}, {r.form.asked, r.Asked}, {"status", r.Status}, {r.form.answer, r.Answer}, {"error", r.Error}}
	for n, m := range members {
		b.WriteString([]string{"{", ","}[min(n, 1)] + `"` + m.name + `":`)
		if err := writeRow(&b, m.value); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// lookupBatch is a batch that is being processed.
type lookupBatch struct {
	h         *Handlers
	form      batchForm
	caller    *session.Caller
	sent      []string // entries of the request
	request   lookup.BatchRequest
	refused   []lookupRow // entries that are invalid themselves
	usage     content.Usage
	remaining int64
}

// newLookupBatch decodes the entries of a batch with read. Entries that read rejects get an error of their own.
func (h *Handlers) newLookupBatch(ctx context.Context, form batchForm, rows []json.RawMessage, read func(string) (lookup.BatchedRequest, error)) *lookupBatch {
	b := &lookupBatch{h: h, form: form, caller: session.From(ctx), usage: content.Charge("", 0)}
	b.remaining = b.caller.Key.Balance
	b.request = lookup.BatchRequest{Workspace: b.caller.WorkspaceID, RequestID: b.caller.RequestID}
	for n, raw := range rows {
		b.sent = append(b.sent, sentText(raw))
		var request lookup.BatchedRequest
		err := rowProblem(ctx, n)
		if err == nil {
			request, err = read(b.sent[n])
		}
		if err != nil {
			b.refused = append(b.refused, b.row(lookup.BatchRow{BatchAsk: lookup.BatchAsk{Index: n}, Err: err}))
			continue
		}
		b.request.Asks = append(b.request.Asks, lookup.BatchAsk{Index: n, Request: request})
	}
	return b
}

// sentText returns an entry that is a JSON string, or "" for any other entry.
func sentText(raw json.RawMessage) (text string) {
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// storing is how long saving may take after the time for the batch is up.
const storing = 15 * time.Second

// run processes the entries and passes each result to write as soon as it is available.
func (b *lookupBatch) run(ctx context.Context, write func(lookupRow) error) error {
	ctx, cancel := context.WithTimeout(ctx, b.h.Lookup.BatchTime()+storing)
	defer cancel()
	ctx, stop := session.WhilePresent(ctx)
	defer stop()
	for _, row := range b.refused {
		if err := write(row); err != nil {
			return err
		}
	}
	return b.h.Lookup.Batch(ctx, b.request, func(r lookup.BatchRow) error { return write(b.row(r)) })
}

// row converts a result for the response, and adds its cost to the batch's usage.
func (b *lookupBatch) row(r lookup.BatchRow) lookupRow {
	row := lookupRow{form: b.form, Index: r.Index, Asked: b.sent[r.Index], Status: http.StatusOK}
	if r.Err != nil {
		f := apierror.From(r.Err)
		e := ErrorOf(f, b.caller.RequestID)
		row.Status, row.Error = f.HTTPStatus(), &e
		return row
	}
	b.usage = b.usage.Plus(r.Result.Receipt.Usage)
	if r.Result.Receipt.Usage.CreditsCharged > 0 {
		b.remaining = min(b.remaining, r.Result.Receipt.Remaining)
	}
	row.Answer = r.Result.Body
	return row
}

// end returns the last line.
func (b *lookupBatch) end() LookupBatchEnd {
	return LookupBatchEnd{Object: "batch", Usage: b.usage, CreditsRemaining: billing.WithoutAdvance(b.remaining)}
}

// writeRow writes a value as one line of JSON.
func writeRow(to io.Writer, v any) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// distinctRows returns the weight of a batch: the number of different lookups among its entries, at least 1.
func (h *Handlers) distinctRows(form batchForm, read func(string) (lookup.BatchedRequest, error)) session.Weight {
	return func(body []byte) int {
		var members map[string]json.RawMessage
		var rows []json.RawMessage
		if json.Unmarshal(body, &members) != nil || json.Unmarshal(members[form.rows], &rows) != nil || len(rows) > operations.MostAtOnce {
			return 1 // the request will be rejected as a whole
		}
		requests, wrong := []lookup.BatchedRequest{}, map[string]bool{}
		for _, raw := range rows {
			if request, err := read(sentText(raw)); err == nil {
				requests = append(requests, request)
			} else {
				wrong[sentText(raw)] = true
			}
		}
		return max(1, h.Lookup.Distinct(requests)+len(wrong))
	}
}
