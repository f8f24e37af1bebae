package blobs

import (
	"context"
	"io"
	"iter"
	"strings"
)

// exportsPrefix begins the keys of scheduled exports. They belong to the operator: nothing that deletes media sees them, and
// only the closing of their workspace deletes them.
const exportsPrefix = "exports/"

// ExportsOf returns the prefix of the keys of a workspace's exports.
func ExportsOf(workspaceID string) string { return exportsPrefix + workspaceID + "/" }

// Within returns the part of the store whose keys begin with a prefix: what is put there has keys without it.
func (s *Store) Within(prefix string) *Store { return &Store{bucket: within{s.bucket, prefix}} }

// within is the part of a bucket under a prefix.
type within struct {
	bucket
	prefix string
}

func (w within) place(key string) (name, whole string) { return w.bucket.place(w.prefix + key) }

func (w within) put(ctx context.Context, key string, content io.ReadSeeker, size int64) error {
	return w.bucket.put(ctx, w.prefix+key, content, size)
}

func (w within) open(ctx context.Context, key string) (Reader, error) {
	return w.bucket.open(ctx, w.prefix+key)
}

func (w within) delete(ctx context.Context, key string) error {
	return w.bucket.delete(ctx, w.prefix+key)
}

func (w within) list(ctx context.Context, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		for o, err := range w.bucket.list(ctx, w.prefix+prefix) {
			o.Key = strings.TrimPrefix(o.Key, w.prefix)
			if !yield(o, err) {
				return
			}
		}
	}
}
