package v1

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/models/imports"
)

// BatchProgress is the progress of the imports of a batch.
type BatchProgress struct {
	Object  string                  `json:"object" enum:"ingestion_batch"`
	BatchID string                  `json:"batchId"`
	Total   int64                   `json:"total" doc:"Imports that were accepted"`
	ByState map[imports.State]int64 `json:"byState" doc:"How many are in each state; a state without any is left out"`
	Done    bool                    `json:"done" doc:"All of them have ended"`
}

type readBatchInput struct {
	BatchID string                 `path:"batchId"`
	Wait    operations.WaitSeconds `query:"wait" doc:"Seconds to wait for all of its imports to end, if they have not; it is answered as it is then"`
}

// batchID derives the id of a batch from the workspace and the idempotency key, so that a repeated request gets the
// same id. It is formatted like every other id.
func batchID(workspaceID, key string) string {
	sum := sha256.Sum256([]byte("batch\x00" + workspaceID + "\x00" + key))
	id := hex.EncodeToString(sum[:16])
	return id[:8] + "-" + id[8:12] + "-7" + id[13:16] + "-8" + id[17:20] + "-" + id[20:]
}

// readBatch returns the progress of a batch. With wait, it waits until all imports have ended or the time is up, for
// one import after another.
func (h *Handlers) readBatch(ctx context.Context, in *readBatchInput) (*output[BatchProgress], error) {
	workspace := session.From(ctx).WorkspaceID
	b, err := h.Store.Imports.FindBatch(ctx, workspace, in.BatchID)
	if err == nil && in.Wait > 0 && b.Open != "" {
		waiting, stop := session.WhilePresent(ctx)
		defer stop()
		waiting, cancel := context.WithTimeout(waiting, time.Duration(in.Wait)*time.Second)
		defer cancel()
		for err == nil && b.Open != "" && waiting.Err() == nil {
			h.Awaiter.Await(waiting, workspace, b.Open)
			before := b.Open
			if b, err = h.Store.Imports.FindBatch(ctx, workspace, in.BatchID); err == nil && b.Open == before {
				break // the time is up, or too many requests are waiting
			}
		}
	}
	if err != nil {
		return nil, err
	}
	return &output[BatchProgress]{Body: BatchProgress{Object: "ingestion_batch", BatchID: in.BatchID, Total: b.Total(), ByState: b.ByState, Done: b.Open == ""}}, nil
}
