package operations

import (
	"context"
	"encoding/json"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/captures"
	"socialdata/models/imports"
	"socialdata/models/references"
)

// CapturePart is one picture or video of a captured post, with what was uploaded of it.
type CapturePart struct {
	Index  int64
	Kind   content.MediaKind
	URL    string           // as the page had it; "" if it named none
	Needed bool             // the import has no bytes of it: it has ended without them, or waits to try again
	Upload *captures.Upload // nil: nothing was uploaded
}

// CaptureState is a capture with its newest import, nil for none, and its parts.
type CaptureState struct {
	*captures.Capture
	Comments []content.Comment
	Import   *imports.Import
	Parts    []CapturePart
}

// GetCapture returns a capture of the caller's workspace.
func (s *Service) GetCapture(ctx context.Context, c *session.Caller, id string) (*CaptureState, error) {
	found, err := s.Store.Captures.Find(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	c.Note.Subject, c.Note.RouteID = found.Subject, found.RouteID
	state := &CaptureState{Capture: found}
	if state.Import, err = s.Store.Captures.LastImport(ctx, found); err != nil {
		return nil, err
	}
	if state.Parts, err = partsOf(found); err != nil {
		return nil, err
	}
	if state.Comments, err = found.PageComments(); err != nil {
		return nil, err
	}
	uploads, err := s.Store.Captures.Uploads(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	kept, err := s.keptOf(ctx, state.Import)
	if err != nil {
		return nil, err
	}
	for n := range state.Parts {
		p := &state.Parts[n]
		p.Upload = uploads[p.Index]
		p.Needed = kept != nil && !p.Upload.Complete() && wants(state.Import.MediaProfile, n) && !isThere(kept, n)
	}
	return state, nil
}

// partsOf lists the parts of a captured post. A post whose page names no files has one.
func partsOf(c *captures.Capture) ([]CapturePart, error) {
	item, err := c.Post()
	var files []sources.MediaFile
	if err == nil {
		err = json.Unmarshal(c.Files, &files)
	}
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeInternalError)
	}
	n := len(files)
	if item.Kind == content.KindVideo || item.Kind == content.KindShort {
		n = 1 // the others are renditions of it
	}
	parts := make([]CapturePart, min(max(n, 1), references.MaxParts))
	for n := range parts {
		parts[n] = CapturePart{Index: int64(n), Kind: content.MediaVideo}
		if n < len(files) {
			parts[n].Kind, parts[n].URL = files[n].Kind, files[n].URL
		}
	}
	return parts, nil
}

// keptOf returns the parts of the reference that an import made, none if it waits to download them again; nil unless it has
// succeeded or waits for that.
func (s *Service) keptOf(ctx context.Context, i *imports.Import) (*references.Parts, error) {
	if i != nil && i.State == imports.RetryWait && i.Stage == imports.StageDownloadMedia {
		return &references.Parts{}, nil
	}
	if i == nil || i.State != imports.Succeeded || i.ReferenceID == nil {
		return nil, nil
	}
	ref, err := s.Store.References.Find(ctx, i.WorkspaceID, *i.ReferenceID)
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return ref.PartList(), nil
}

// wants reports whether an import with a profile reads a part.
func wants(profile imports.MediaProfile, n int) bool {
	return profile == imports.ProfileFull || profile == imports.ProfileAnalysis && n == 0
}

// isThere reports whether a part was kept or at least measured.
func isThere(p *references.Parts, n int) bool {
	return n < len(p.Media) && (p.Media[n].State == references.PartKept || p.Media[n].MeasuredBytes != nil && p.Media[n].State == references.PartSkipped)
}

// ImportCapture accepts an import of a capture, with what was uploaded of its media. While one is unfinished, it is that one.
func (s *Service) ImportCapture(ctx context.Context, c *session.Caller, id string, in ImportInput) (*CaptureState, error) {
	found, err := s.Store.Captures.Find(ctx, c.WorkspaceID, id)
	if err != nil {
		return nil, err
	}
	if err := s.TakesImports(ctx, c, in.Board); err != nil {
		return nil, err
	}
	n := in.newImport(c, "")
	n.SourceURL, n.CanonicalURL, n.Platform, n.Subject = found.PageURL, found.PageURL, found.Platform, found.Subject
	if _, err := s.Store.Captures.Import(ctx, found, n); err != nil {
		return nil, err
	}
	return s.GetCapture(ctx, c, id)
}
