package v1

import (
	"context"
	"mime"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/captions"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/references"
)

// maxTexts limits the transcripts on one page of references, in bytes. A page that would exceed it ends earlier.
const maxTexts = 8 << 20

// TranscriptText is the spoken text of a reference's content.
type TranscriptText struct {
	Language string                   `json:"language"`
	Source   content.TranscriptSource `json:"source"`
	Text     string                   `json:"text" doc:"One line for each caption, at most 2000000 characters"`
}

// addTranscript adds the text of its transcript to a reference and returns the length of the text in bytes.
func (h *Handlers) addTranscript(ctx context.Context, r *references.Reference, v *Reference) (int, error) {
	t, err := h.Kept.Transcript(ctx, r)
	if t == nil || err != nil {
		return 0, err
	}
	v.Transcript = &TranscriptText{Language: t.Language, Source: t.Source, Text: t.Text}
	return len(t.Text), nil
}

// withTranscripts adds transcripts to a page of references. The page ends early if they exceed maxTexts.
func (h *Handlers) withTranscripts(ctx context.Context, l references.Listing, p *db.RecordPage[references.Reference]) (*recordsOutput[Reference], error) {
	views, bytes := make([]Reference, 0, len(p.Items)), 0
	for n, r := range p.Items {
		v := referenceView(r)
		size, err := h.addTranscript(ctx, &r, &v)
		if err != nil {
			return nil, err
		}
		if bytes += size; n > 0 && bytes > maxTexts {
			if err := h.Store.References.CutReferences(session.From(ctx).WorkspaceID, l, p, n); err != nil {
				return nil, err
			}
			break
		}
		views = append(views, v)
	}
	return &recordsOutput[Reference]{Body: Records[Reference]{Items: views, NextCursor: content.OrNil(p.NextCursor)}}, nil
}

type transcriptInput struct {
	ReferencePath
	Format operations.TranscriptFormat `query:"format" doc:"json (with the times of each caption), srt (SubRip), vtt (WebVTT) or text (a line for each caption)"`
}

// fileOutput is a small file, sent in one piece.
type fileOutput struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	Body               []byte
}

func (h *Handlers) getTranscript(ctx context.Context, in *transcriptInput) (*fileOutput, error) {
	r, err := h.Store.References.Find(ctx, session.From(ctx).WorkspaceID, in.ReferenceID)
	if err != nil {
		return nil, err
	}
	format := captions.Format(in.Format)
	if format == "" {
		format = captions.JSON
	}
	f, err := h.Kept.TranscriptFile(ctx, r, format)
	if err != nil {
		return nil, err
	}
	out := &fileOutput{ContentType: f.ContentType, Body: f.Body}
	if format != captions.JSON {
		out.ContentDisposition = mime.FormatMediaType("attachment", map[string]string{"filename": f.Name})
	}
	return out, nil
}

// registerTranscript registers the operation that returns a transcript in one of several formats.
func registerTranscript(f func(context.Context, *transcriptInput) (*fileOutput, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) {
		text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		schema := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[content.Transcript](), true, "Transcript")
		op.Responses = map[string]*huma.Response{"200": {Description: "The transcript", Content: map[string]*huma.MediaType{
			"application/json": {Schema: schema}, "application/x-subrip": text, "text/vtt": text, "text/plain": text}}}
		huma.Register(api, op, f)
	}
}
