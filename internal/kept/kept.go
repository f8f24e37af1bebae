// Package kept reads what is kept for a reference, its transcript in every format and everything as a bundle, and opens files of
// exports. It may import models, internal/media/blobs, internal/captions, internal/bundle, internal/warc and internal/export; it checks
// no permissions.
package kept

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/bundle"
	"socialdata/internal/captions"
	"socialdata/internal/content"
	"socialdata/internal/media/blobs"
	"socialdata/models"
	"socialdata/models/references"
)

// maxTranscript is the maximum size of a transcript file, in bytes: 20,000 segments and their text fit.
const maxTranscript = 32 << 20

// Reader reads what is kept for references.
type Reader struct {
	Store *models.Store
	Blobs *blobs.Store

	Signer    *bundle.Signer                 // of bundles
	Program   string                         // version of the program
	Reference func(references.Reference) any // returns a reference as in the API
}

// Transcript returns the transcript of a reference; nil if there is none.
func (k *Reader) Transcript(ctx context.Context, r *references.Reference) (*content.Transcript, error) {
	t, _, err := k.transcript(ctx, r)
	return t, err
}

func (k *Reader) transcript(ctx context.Context, r *references.Reference) (*content.Transcript, *references.KeptMedia, error) {
	if r.TranscriptMediaID == nil {
		return nil, nil, nil
	}
	m, err := k.Store.References.FindMedia(ctx, r.WorkspaceID, *r.TranscriptMediaID)
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	t, err := k.readTranscript(ctx, m.BlobKey)
	return t, m, err
}

// readTranscript reads the file of a transcript; nil if it no longer exists.
func (k *Reader) readTranscript(ctx context.Context, key string) (*content.Transcript, error) {
	file, err := k.Blobs.Open(ctx, key)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var t content.Transcript
	if err := json.NewDecoder(io.LimitReader(file, maxTranscript)).Decode(&t); err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return &t, nil
}

// File is a small generated file.
type File struct {
	Name, ContentType string
	Body              []byte
}

// TranscriptFile returns the transcript of a reference in a format; not_found if there is none.
func (k *Reader) TranscriptFile(ctx context.Context, r *references.Reference, format captions.Format) (*File, error) {
	t, m, err := k.transcript(ctx, r)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "transcript")
	}
	f := &File{Name: strings.TrimSuffix(m.Filename, ".json") + format.Extension(), ContentType: format.ContentType()}
	f.Body, err = write(t, format)
	return f, err
}

// write encodes a transcript in a format.
func write(t *content.Transcript, format captions.Format) ([]byte, error) {
	switch format {
	case captions.SRT:
		return captions.WriteSRT(t), nil
	case captions.VTT:
		return captions.WriteVTT(t), nil
	case captions.Text:
		return captions.WriteText(t), nil
	case captions.JSON:
	}
	return json.Marshal(t)
}
