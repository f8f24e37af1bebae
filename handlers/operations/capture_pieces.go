package operations

import (
	"context"
	"crypto/sha256"
	"encoding"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/internal/media/blobs"
	"socialdata/models/captures"
	"socialdata/models/db"
)

// PieceStore stores bytes under a key that is not used yet; blobs.Store is one.
type PieceStore interface {
	PutBytes(ctx context.Context, key string, content []byte) error
}

// BytesDigest is the SHA-256 of bytes as RFC 9530 writes it.
type BytesDigest string

// PieceRange is the place of bytes in a whole, as Content-Range of RFC 9110 writes it.
type PieceRange string

// The shapes of BytesDigest and PieceRange.
const (
	digestPattern = `^sha-256=:[A-Za-z0-9+/]{43}=:$`
	rangePattern  = `^bytes [0-9]{1,13}-[0-9]{1,13}/[0-9]{1,13}$`
)

// Schema implements huma.SchemaProvider.
func (BytesDigest) Schema(huma.Registry) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeString, Pattern: digestPattern, Examples: []any{"sha-256=:X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE=:"}})
}

// Schema implements huma.SchemaProvider.
func (PieceRange) Schema(huma.Registry) *huma.Schema {
	return Ready(&huma.Schema{Type: huma.TypeString, Pattern: rangePattern, Examples: []any{"bytes 0-8388607/20971520"}})
}

// hex returns the digest in hex.
func (d BytesDigest) hex() string {
	raw, _ := base64.StdEncoding.DecodeString(strings.TrimSuffix(strings.TrimPrefix(string(d), "sha-256=:"), ":")) // its pattern was checked
	return hex.EncodeToString(raw)
}

// PutCapturePart is the input of uploading bytes of a captured post's media.
type PutCapturePart struct {
	CaptureID string
	Index     int64
	Range     PieceRange  // "" for a whole part
	Whole     BytesDigest // of the whole part
	Piece     BytesDigest // of Bytes; "" if the caller names none
	Bytes     []byte
}

// PutCapturePart stores bytes of one of a capture's parts. Bytes that are there already are not stored again.
func (s *Service) PutCapturePart(ctx context.Context, c *session.Caller, in PutCapturePart) (*CapturePart, error) {
	found, err := s.Store.Captures.Find(ctx, c.WorkspaceID, in.CaptureID)
	if err != nil {
		return nil, err
	}
	c.Note.Subject, c.Note.RouteID = found.Subject, found.RouteID
	parts, err := partsOf(found)
	if err != nil {
		return nil, err
	}
	if in.Index >= int64(len(parts)) {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "part")
	}
	p, err := in.piece(c)
	if err != nil {
		return nil, err
	}
	begun, before, err := s.Store.Captures.BeginPiece(ctx, p, captures.Limits{Capture: s.MaxMediaBytes, Workspace: UploadsOfWorkspace * s.MaxMediaBytes})
	if err != nil {
		return nil, err
	}
	if begun != nil {
		if before, err = s.storePiece(ctx, begun, before, in.Bytes); err != nil {
			return nil, err
		}
	}
	part := parts[in.Index]
	part.Upload = before
	return &part, nil
}

// UploadsOfWorkspace is how many imports' worth of media may wait in a workspace.
const UploadsOfWorkspace = 2

// storePiece stores the bytes of a piece and continues the digest of its part.
func (s *Service) storePiece(ctx context.Context, p *captures.Piece, before *captures.Upload, body []byte) (*captures.Upload, error) {
	sum := sha256.New()
	if n := len(before.Pieces); n > 0 {
		if err := sum.(encoding.BinaryUnmarshaler).UnmarshalBinary(before.Pieces[n-1].HashState); err != nil { // crypto/sha256 documents it
			return nil, apierror.Wrap(err, apierror.CodeInternalError)
		}
	}
	if err := s.Uploads.PutBytes(ctx, p.BlobKey, body); err != nil {
		return nil, err
	}
	state, whole := digestBehind(sum, body)
	return s.Store.Captures.StorePiece(ctx, p, state, whole)
}

// digestBehind returns the state of a hash behind further bytes, and the digest there.
func digestBehind(sum hash.Hash, body []byte) (state []byte, digest string) {
	_, _ = sum.Write(body)                                    // never fails
	state, _ = sum.(encoding.BinaryMarshaler).MarshalBinary() // nor does this
	return state, hex.EncodeToString(sum.Sum(nil))
}

// piece checks the place and the digest of the bytes, and returns their row.
func (in *PutCapturePart) piece(c *session.Caller) (p captures.Piece, err error) {
	n := int64(len(in.Bytes))
	first, last, total := int64(0), n-1, n
	if in.Range != "" {
		_, _ = fmt.Sscanf(string(in.Range), "bytes %d-%d/%d", &first, &last, &total) // its pattern was checked
	}
	refuse := func(name, place, reason, expected string) (captures.Piece, error) {
		return p, apierror.InvalidInput(apierror.Field{Name: name, In: place, Reason: reason, Expected: expected})
	}
	own := sha256.Sum256(in.Bytes)
	switch {
	case n == 0:
		return refuse("body", "body", "length", "at least one byte")
	case last-first+1 != n || last >= total:
		return refuse("Content-Range", "header", "range", "the place of the body's bytes within the whole")
	case n < input.MinPiece && last+1 != total:
		return refuse("Content-Range", "header", "length", fmt.Sprintf("at least %d bytes, unless they are the last", input.MinPiece))
	case in.Piece != "" && in.Piece.hex() != hex.EncodeToString(own[:]):
		return refuse("Content-Digest", "header", "digest", "the digest of the body")
	}
	p = captures.Piece{ID: db.NewID(), WorkspaceID: c.WorkspaceID, CaptureID: in.CaptureID, Part: in.Index, FirstByte: first, Bytes: n, Total: total, SHA256: in.Whole.hex(), UploadedBy: c.UserID()}
	if c.Key != nil {
		p.UploadedBy = c.Key.CreatedBy
	}
	p.BlobKey = blobs.Key(p.WorkspaceID, hex.EncodeToString(own[:]), p.ID)
	return p, nil
}
