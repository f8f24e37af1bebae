package kept

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"slices"

	"socialdata/internal/apierror"
	"socialdata/internal/media/blobs"
	"socialdata/internal/warc"
	"socialdata/models/db"
	"socialdata/models/references"
)

// maxAnswers is the largest WARC file that is read; what an import keeps is smaller.
const maxAnswers = 64 << 20

// TypeWACZ is the content type of a WACZ.
const TypeWACZ = "application/wacz"

// WACZ returns the platform's own answers of a workspace's reference as a WACZ, which replay software opens; not_found if the
// reference has none, because no import of it had full evidence.
func (k *Reader) WACZ(ctx context.Context, workspaceID, id string) (*File, error) {
	r, err := k.Store.References.ReadMoment(ctx, workspaceID, id)
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(r.Files, func(m references.Media) bool { return m.Role == references.AnswersMedia })
	if n < 0 {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "answers")
	}
	answers, err := k.readAnswers(ctx, r.Files[n].BlobKey)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	about := warc.Page{URL: r.CanonicalURL, Title: cmp.Or(r.Reference.Title(), r.CanonicalURL), At: db.FromMicros(r.Files[n].CreatedAt)}
	if err := warc.WriteWACZ(&b, answers, about, "Social Data "+k.Program); err != nil {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	return &File{Name: "reference-" + id + ".wacz", ContentType: TypeWACZ, Body: b.Bytes()}, nil
}

func (k *Reader) readAnswers(ctx context.Context, key string) ([]byte, error) {
	file, err := k.Blobs.Open(ctx, key)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, apierror.Wrap(err, apierror.CodeStorageUnavailable)
	}
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, maxAnswers))
}
