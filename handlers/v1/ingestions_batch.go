package v1

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/jobs"
)

type createIngestionsInput struct {
	Key  string `header:"Idempotency-Key" required:"true" minLength:"1" maxLength:"255" pattern:"^[ -~]+$" doc:"Kept for 24 hours: import N of the list has the key <key>/N"`
	Body struct {
		Imports batchRows[operations.CreateIngestion] `json:"imports" doc:"Each is the body of a single import"`
	}
}

// IngestionBatch has the outcomes of several imports, in the order of the request.
type IngestionBatch struct {
	Object  string            `json:"object" enum:"batch"`
	BatchID string            `json:"batchId" doc:"Of those that are accepted: GET /v1/ingestions/batch/{batchId} waits for them"`
	Results []IngestionResult `json:"results"`
}

// IngestionResult is the outcome of one import of a batch: exactly one of import and error is not null.
type IngestionResult struct {
	Index  int64      `json:"index" doc:"In the list, from 0"`
	Status int64      `json:"status" doc:"The status that a request for this import alone would have had"`
	Import *Import    `json:"import" doc:"As it was accepted; a repeated request gives the same. One beyond the limit begins at progress.nextAttemptAt"`
	Error  *ErrorBody `json:"error"`
}

// ingestionRow is an IngestionResult whose import is already encoded.
type ingestionRow struct {
	Index  int             `json:"index"`
	Status int             `json:"status"`
	Import json.RawMessage `json:"import"`
	Error  *ErrorBody      `json:"error"`
}

type ingestionBatchOutput struct {
	Replayed   string `header:"Idempotency-Replayed" doc:"true if every accepted import was accepted before"`
	RetryAfter string `header:"Retry-After" doc:"Seconds until another import fits the limit, if one was refused because it would have waited for over an hour"`
	Body       operations.Rendered[IngestionBatch]
}

// createIngestions starts up to 100 imports, each in its own transaction.
func (h *Handlers) createIngestions(ctx context.Context, in *createIngestionsInput) (*ingestionBatchOutput, error) {
	who, list := session.From(ctx), make([]jobs.Started, len(in.Body.Imports))
	batch := batchID(who.WorkspaceID, in.Key)
	for n, raw := range in.Body.Imports {
		if list[n].Err = rowProblem(ctx, n); list[n].Err != nil {
			continue
		}
		var b operations.CreateIngestion
		if err := json.Unmarshal(raw, &b); err != nil { // valid under the schema but not for the Go type, such as 1e3 for an integer
			list[n].Err = apierror.InvalidInput(apierror.Field{Name: fmt.Sprintf("imports[%d]", n), In: "body", Reason: "type", Expected: "values of the documented types"})
			continue
		}
		list[n].Import = operations.ImportOf(who, b, in.Key+"/"+strconv.Itoa(n))
		list[n].Import.BatchID = batch
	}
	h.CreateIngestions(ctx, who, list, renderImport)
	return ingestionBatchAnswer(list, batch, who.RequestID)
}

func ingestionBatchAnswer(list []jobs.Started, batch, requestID string) (*ingestionBatchOutput, error) {
	out := &ingestionBatchOutput{}
	rows, accepted, replayed := make([]ingestionRow, len(list)), 0, 0
	for n, one := range list {
		rows[n] = ingestionRow{Index: n, Status: http.StatusAccepted}
		if one.Err != nil {
			f := apierror.From(one.Err)
			e := ErrorOf(f, requestID)
			rows[n].Status, rows[n].Error = f.HTTPStatus(), &e
			if f.Code == apierror.CodeRateLimited {
				out.RetryAfter = strconv.FormatInt(max(1, int64((f.RetryAfter+time.Second-1)/time.Second)), 10)
			}
			continue
		}
		rows[n].Import = one.Accepted.Body
		if accepted++; one.Accepted.Replayed {
			replayed++
		}
	}
	if accepted > 0 && replayed == accepted {
		out.Replayed = "true"
	}
	var body bytes.Buffer
	err := writeRow(&body, struct {
		Object  string         `json:"object"`
		BatchID string         `json:"batchId"`
		Results []ingestionRow `json:"results"`
	}{"batch", batch, rows})
	out.Body.B = body.Bytes()
	return out, err
}
