package v1

import (
	"context"
	"mime"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/session"
	"socialdata/internal/captions"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/references"
)

// maxTexts bounds the transcripts of one page of references, in bytes; a page that would hold more ends earlier.
const maxTexts = 8 << 20

// TranscriptText is what is said in a reference's content.
type TranscriptText struct {
	Language string                   `json:"language"`
	Source   content.TranscriptSource `json:"source"`
	Text     string                   `json:"text" doc:"One line for each caption, at most 2000000 characters"`
}

// addTranscript puts the text of a transcript into a reference and returns its length.
func (h *Handlers) addTranscript(ctx context.Context, r *references.Reference, v *Reference) (int, error) {
	t, err := h.Kept.Transcript(ctx, r)
	if t == nil || err != nil {
		return 0, err
	}
	v.Transcript = &TranscriptText{Language: t.Language, Source: t.Source, Text: t.Text}
	return len(t.Text), nil
}

// withTranscripts puts transcripts into the references of a page, which ends early where they get too long.
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
	return &recordsOutput[Reference]{Body: Records[Reference]{Items: views, NextCursor: nullIfEmpty(p.NextCursor)}}, nil
}

type transcriptInput struct {
	ReferencePath
	Format transcriptFormat `query:"format" doc:"json (with the times of each caption), srt (SubRip), vtt (WebVTT) or text (a line for each caption)"`
}

// Schema implements huma.SchemaProvider.
func (transcriptFormat) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Default: string(captions.JSON)}
	for _, f := range captions.Formats() {
		s.Enum = append(s.Enum, string(f))
	}
	return ready(s)
}

// fileOutput is a small file.
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

// registerTranscript binds the operation that answers a transcript in one of its formats.
func registerTranscript(f func(context.Context, *transcriptInput) (*fileOutput, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) {
		text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		schema := api.OpenAPI().Components.Schemas.Schema(reflect.TypeFor[content.Transcript](), true, "Transcript")
		op.Responses = map[string]*huma.Response{"200": {Description: "The transcript", Content: map[string]*huma.MediaType{
			"application/json": {Schema: schema}, "application/x-subrip": text, "text/vtt": text, "text/plain": text}}}
		huma.Register(api, op, f)
	}
}
