package v1

import (
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// CaptureState is a capture with its newest import and its parts.
type CaptureState struct {
	Object      string            `json:"object" enum:"capture_state"`
	ID          string            `json:"id"`
	ItemID      string            `json:"itemId" doc:"Natural id of the post"`
	SourceURL   string            `json:"sourceUrl" doc:"The post's own address"`
	ImportID    *string           `json:"importId" doc:"The newest import of it; null without one"`
	ImportState *imports.State    `json:"importState" doc:"null without an import"`
	OutcomeCode *apierror.Code    `json:"outcomeCode" doc:"Why the import failed; null unless it has"`
	Parts       []CapturePart     `json:"parts" maxItems:"40" doc:"Its pictures and videos, in the platform's order"`
	Comments    []content.Comment `json:"comments" doc:"The comments on it that were handed over with it" maxItems:"500"`
	Provenance  CaptureOfMember   `json:"provenance"`
}

// CaptureOfMember says that a browser handed the post over.
type CaptureOfMember struct {
	SourceRouteID string `json:"sourceRouteId"`
	references.Captured
}

// CapturePart is a picture or video of a captured post, with what was uploaded of it.
type CapturePart struct {
	Object        string            `json:"object" enum:"capture_part"`
	Index         int64             `json:"index"`
	Kind          content.MediaKind `json:"kind"`
	URL           *string           `json:"url" doc:"Its address, as the page had it; null if the page named none"`
	Needed        bool              `json:"needed" doc:"The import could not fetch its bytes, so an upload and POST …/imports bring what is missing"`
	ReceivedBytes int64             `json:"receivedBytes" doc:"What is there, from the first byte: where the next piece begins"`
	TotalBytes    *int64            `json:"totalBytes" doc:"As the uploader says; null before the first piece"`
	SHA256        *string           `json:"sha256" doc:"Of the whole, in hex, as the uploader says; compared when the last piece comes"`
	Complete      bool              `json:"complete"`
	ExpiresAt     *content.Time     `json:"expiresAt" doc:"When what is there is deleted, unless an import has taken it; null if nothing is"`
}

func capturePartView(p operations.CapturePart) CapturePart {
	v := CapturePart{Object: "capture_part", Index: p.Index, Kind: p.Kind, URL: content.OrNil(p.URL), Needed: p.Needed, Complete: p.Upload.Complete()}
	if u := p.Upload; u != nil && u.Received > 0 {
		v.ReceivedBytes, v.TotalBytes, v.SHA256, v.ExpiresAt = u.Received, &u.Total, &u.SHA256, new(content.AtMicros(u.ExpiresAt))
	}
	return v
}

func captureStateView(c operations.CaptureState) CaptureState {
	v := CaptureState{Object: "capture_state", ID: c.ID, ItemID: c.Subject, SourceURL: c.PageURL, Comments: c.Comments, Parts: make([]CapturePart, len(c.Parts)),
		Provenance: CaptureOfMember{c.RouteID, references.CapturedBy(c.CapturedBy, content.AtMicros(c.CapturedAt))}}
	if i := c.Import; i != nil {
		v.ImportID, v.ImportState, v.OutcomeCode = &i.ID, &i.State, content.OrNil(i.OutcomeCode)
	}
	for n, p := range c.Parts {
		v.Parts[n] = capturePartView(p)
	}
	return v
}

// CapturePath is the path parameter of operations on a capture.
type CapturePath struct {
	CaptureID string `path:"captureId"`
}

func (h *Handlers) getCapture(ctx context.Context, in *CapturePath) (*output[CaptureState], error) {
	found, err := h.GetCapture(ctx, session.From(ctx), in.CaptureID)
	return answer(found, err, captureStateView)
}

type importCaptureInput struct {
	CapturePath
	Body operations.ImportInput
}

func (h *Handlers) importCapture(ctx context.Context, in *importCaptureInput) (*output[CaptureState], error) {
	found, err := h.ImportCapture(ctx, session.From(ctx), in.CaptureID, in.Body)
	return answer(found, err, captureStateView)
}

type putCapturePartInput struct {
	CapturePath
	Index   int64                  `path:"index" doc:"From 0, in the platform's order"`
	Range   operations.PieceRange  `header:"Content-Range" doc:"Where the bytes belong: they begin at receivedBytes. Without it, they are the whole"`
	Whole   operations.BytesDigest `header:"Repr-Digest" required:"true" doc:"SHA-256 of the whole picture or video (RFC 9530)"`
	Piece   operations.BytesDigest `header:"Content-Digest" doc:"SHA-256 of these bytes"`
	RawBody []byte                 `contentType:"application/octet-stream"`
}

func (h *Handlers) putCapturePart(ctx context.Context, in *putCapturePartInput) (*output[CapturePart], error) {
	part, err := h.PutCapturePart(ctx, session.From(ctx), operations.PutCapturePart{CaptureID: in.CaptureID, Index: in.Index, Range: in.Range, Whole: in.Whole, Piece: in.Piece, Bytes: in.RawBody})
	return answer(part, err, capturePartView)
}
