package v1

import (
	"context"
	"io"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/models/references"
)

type exportInput struct {
	Format operations.ExportFormat `query:"format" doc:"csv (RFC 4180, UTF-8, with a header) or ndjson (one reference a line)"`
	operations.OnBoard
	operations.ReferenceFilter
	ReferencePeriod
	Sort timeSort `query:"sort" doc:"By the time of saving or of the last change, with - the latest first. Without it -created, with updatedSince -updated"`
}

// The content types of an export.
const (
	typeCSV   = "text/csv; charset=utf-8"
	typeLines = "application/x-ndjson"
)

// exportReferences streams all references of a list as of the start of the export, each exactly once.
func (h *Handlers) exportReferences(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	workspace := session.From(ctx).WorkspaceID
	list, err := h.Listed(ctx, workspace, in.OnBoard, in.ReferenceFilter, in.listing(references.Sort(in.Sort)))
	if err != nil {
		return nil, err
	}
	contentType, name, write := typeCSV, "references.csv", writeCSV
	if in.Format == operations.FormatLines {
		contentType, name, write = typeLines, "references.ndjson", writeLines
	}
	body, err := h.Tables.Send(ctx, workspace, func(ctx context.Context, to io.Writer) error {
		return write(to, func(use func(references.Reference) error) error {
			return h.Store.References.Each(ctx, workspace, list, use)
		})
	})
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", contentType)
		ctx.SetHeader("Content-Disposition", `attachment; filename="`+name+`"`)
		c := humafiber.Unwrap(ctx).Context()
		c.Response.SetBodyStream(export.Paced(body, c.Conn()), -1)
	}}, nil
}

// eachReference calls use for each reference.
type eachReference func(use func(references.Reference) error) error

func writeCSV(to io.Writer, each eachReference) error {
	table, err := export.NewCSV(to, references.Columns()...)
	if err != nil {
		return err
	}
	if err := each(func(r references.Reference) error { return table.Row(references.Cells(r)...) }); err != nil {
		return err
	}
	return table.Flush()
}

func writeLines(to io.Writer, each eachReference) error {
	lines := export.NewLines(to)
	if err := each(func(r references.Reference) error { return lines.Value(referenceView(r)) }); err != nil {
		return err
	}
	return lines.Flush()
}

// registerExport registers an operation that streams a table.
func registerExport[I any](f func(context.Context, *I) (*huma.StreamResponse, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) {
		text := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString}}
		op.Responses = map[string]*huma.Response{"200": {Description: "The table", Content: map[string]*huma.MediaType{"text/csv": text, typeLines: text}}}
		huma.Register(api, op, f)
	}
}
