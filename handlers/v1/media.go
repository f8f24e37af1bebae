package v1

import (
	"cmp"
	"context"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/media"
)

type downloadInput struct {
	MediaID string             `path:"mediaId"`
	Body    *downloadInputBody // nil for the defaults
}

type downloadInputBody struct {
	TTLSeconds  operations.LinkSeconds `json:"ttlSeconds,omitempty"`
	Disposition media.Disposition      `json:"disposition,omitempty" enum:"inline,attachment" default:"attachment"`
}

// Download is a short-lived link to a file, which works without a credential.
type Download struct {
	MediaID     string       `json:"mediaId"`
	URL         string       `json:"url"`
	ExpiresAt   content.Time `json:"expiresAt" doc:"Never later than the media's hold"`
	ContentType string       `json:"contentType"`
	Bytes       int64        `json:"bytes"`
	SHA256      string       `json:"sha256"`
	Filename    string       `json:"filename"`
}

func (h *Handlers) createDownloadURL(ctx context.Context, in *downloadInput) (*output[Download], error) {
	asked := cmp.Or(in.Body, &downloadInputBody{Disposition: media.Attachment})
	m, path, expires, err := h.CreateDownloadURL(ctx, session.From(ctx), in.MediaID, asked.TTLSeconds, asked.Disposition)
	if err != nil {
		return nil, err
	}
	return &output[Download]{Body: Download{MediaID: m.ID, URL: h.Origin + path,
		ExpiresAt: content.At(expires), ContentType: m.ContentType, Bytes: m.Bytes, SHA256: m.SHA256, Filename: m.Filename}}, nil
}
