package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/models/references"
)

// Capture is a post that a member's browser handed over.
type Capture struct {
	Object     string             `json:"object" enum:"capture"`
	ID         string             `json:"id"`
	Items      []ServedItem       `json:"items" doc:"What was read: the post of the page. observedAt is when the browser received it" maxItems:"1"`
	Comments   []content.Comment  `json:"comments" doc:"The comments on it that the answers hold, each once; they are kept with the capture" maxItems:"500"`
	Accepted   int64              `json:"accepted" doc:"Answers that were read"`
	Ignored    int64              `json:"ignored" doc:"Answers that held nothing of the post, or nothing that was not known from another"`
	ImportID   *string            `json:"importId" doc:"The import of it; null without one"`
	Provenance CapturedProvenance `json:"provenance"`
}

// CapturedProvenance is where the items of a capture come from.
type CapturedProvenance struct {
	SourceRouteID        string `json:"sourceRouteId"`
	RouteContractVersion string `json:"routeContractVersion"`
	references.Captured
}

type createCaptureInput struct{ Body operations.CreateCapture }

// createCapture reads and stores a capture.
func (h *Handlers) createCapture(ctx context.Context, in *createCaptureInput) (*output[Capture], error) {
	made, err := h.CreateCapture(ctx, session.From(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	at := content.AtMicros(made.CapturedAt)
	item := ServedItem{*made.Item, content.Served{ObservedAt: at, Usage: content.Charge(content.PartFetch, 0)}}
	return &output[Capture]{Body: Capture{Object: "capture", ID: made.ID, Items: []ServedItem{item}, Comments: made.Comments, Accepted: int64(made.Accepted),
		Ignored: int64(len(in.Body.Answers) - made.Accepted), ImportID: content.OrNil(made.ImportID),
		Provenance: CapturedProvenance{made.RouteID, made.Version, references.CapturedBy(made.CapturedBy, at)}}}, nil
}
