package v1

import (
	"context"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"

	"socialdata/handlers/session"
	"socialdata/internal/export"
	"socialdata/internal/kept"
	"socialdata/models/references"
)

// typeZip is the content type of a bundle.
const typeZip = "application/zip"

// formatWACZ asks for the platform's own answers alone.
const formatWACZ = "wacz"

type bundleInput struct {
	ReferencePath
	Format string `query:"format" enum:"zip,wacz" doc:"wacz: the platform's own answers alone, for replay software; 404 unless an import of the reference had evidence: full"`
}

// getWACZ sends the platform's own answers.
func (h *Handlers) getWACZ(ctx context.Context, in *bundleInput) (*huma.StreamResponse, error) {
	f, err := h.Kept.WACZ(ctx, session.From(ctx).WorkspaceID, in.ReferenceID)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", f.ContentType)
		ctx.SetHeader("Content-Disposition", `attachment; filename="`+f.Name+`"`)
		_, _ = ctx.BodyWriter().Write(f.Body)
	}}, nil
}

// RenderReference returns a reference in the form that the API uses, for bundles and other output.
func RenderReference(r references.Reference) any { return referenceView(r) }

// getBundle streams a reference with everything stored for it. Range requests are not supported, because each request
// builds a new bundle.
func (h *Handlers) getBundle(ctx context.Context, in *bundleInput) (*huma.StreamResponse, error) {
	if in.Format == formatWACZ {
		return h.getWACZ(ctx, in)
	}
	body, err := h.Kept.Bundle(ctx, session.From(ctx).WorkspaceID, in.ReferenceID)
	if err != nil {
		return nil, err
	}
	return &huma.StreamResponse{Body: func(ctx huma.Context) {
		ctx.SetHeader("Content-Type", typeZip)
		ctx.SetHeader("Content-Disposition", `attachment; filename="`+kept.BundleName(in.ReferenceID)+`"`)
		ctx.SetHeader("Accept-Ranges", "none")
		c := humafiber.Unwrap(ctx).Context()
		c.Response.SetBodyStream(export.Paced(body, c.Conn()), -1)
	}}, nil
}

// registerBundle registers the operation that returns a zip file.
func registerBundle(f func(context.Context, *bundleInput) (*huma.StreamResponse, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) {
		zip := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
		op.Responses = map[string]*huma.Response{"200": {Description: "The bundle, whose manifest.sig is checked with the key at /.well-known/socialdata-signing-key; " +
			"one that could not be sent whole has no directory and opens as no zip", Content: map[string]*huma.MediaType{typeZip: zip, kept.TypeWACZ: zip}}}
		huma.Register(api, op, f)
	}
}
