package kept

import (
	"context"
	"errors"
	"io"
	"path"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/media/blobs"
)

// ExportFile is a file of a run of a scheduled export.
type ExportFile struct {
	Name, ContentType string // Name is what it is called once it is downloaded
	Size              int64
	Body              io.ReadCloser
}

// exportTypes has the content types of the files of exports.
var exportTypes = map[string]string{".csv": "text/csv; charset=utf-8", ".ndjson": "application/x-ndjson", ".parquet": "application/vnd.apache.parquet", ".json": "application/json"}

// ExportBucket returns the name of the operator's bucket that a file of an export lies in, and its key there; "" if the program keeps
// it in a folder.
func (k *Reader) ExportBucket(key string) (name, whole string) { return k.Blobs.Bucket(key) }

// ExportsIn returns the name of the operator's bucket that takes a workspace's exports, and where in it; "" if the program keeps
// them in a folder.
func (k *Reader) ExportsIn(workspaceID string) (bucket, below string) {
	return k.Blobs.Bucket(blobs.ExportsOf(workspaceID))
}

// ExportFile opens the file of a whole run of a workspace's export with a name in its folder. It returns not_found for a file that
// was deleted meanwhile, and for all of a bucket: they are the operator's to give.
func (k *Reader) ExportFile(ctx context.Context, workspaceID, exportID, runID, name string) (*ExportFile, error) {
	r, err := k.Store.Exports.FindRun(ctx, workspaceID, exportID, runID)
	if err != nil {
		return nil, err
	}
	key := r.KeyOf(name)
	if bucket, _ := k.Blobs.Bucket(key); bucket != "" || !strings.HasPrefix(key, blobs.ExportsOf(workspaceID)) {
		return nil, apierror.New(apierror.CodeNotFound, "resource", "export_file")
	}
	file, err := k.Blobs.Open(ctx, key)
	if errors.Is(err, blobs.ErrNotFound) {
		return nil, apierror.Wrap(err, apierror.CodeNotFound, "resource", "export_file", "reason", "deleted")
	}
	if err != nil {
		return nil, err
	}
	folder := strings.TrimSuffix(path.Base(path.Dir(key)), "-"+r.ID) // the kind and the time, as in the names of exported lists
	return &ExportFile{Name: folder + "-" + name, ContentType: exportTypes[path.Ext(name)], Size: file.Size(), Body: file}, nil
}
