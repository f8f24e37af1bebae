package v1

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"testing"

	"socialdata/internal/export"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// TestExportHoldsFewRowsInMemory exports far more than it may have in memory at a time.
func TestExportHoldsFewRowsInMemory(t *testing.T) {
	const many, noteBytes = 20_000, 4000
	s := modelstest.SQLite(t, nil)
	w := modelstest.Install(t, s, 10)
	modelstest.Run(t, s, fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO refs (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, notes, tags, hold_reason, hold_revision, revision, created_at, updated_at)
		SELECT 'r' || i, '%s', 'c' || i, 'video_site', 'u', 'ready', 'unavailable', '', FALSE, hex(zeroblob(%d)), '[]', '', 0, 1, i, i FROM n`, many, w.Workspace, noteBytes/2))
	for format, write := range map[string]func(io.Writer, eachReference) error{formatCSV: writeCSV, formatLines: writeLines} {
		body, err := export.Stream(t.Context(), func(ctx context.Context, to io.Writer) error {
			return write(to, func(use func(references.Reference) error) error {
				return s.EachReference(ctx, w.Workspace, references.Listing{}, use)
			})
		})
		modelstest.Must(t, err)
		before, rows, size, piece := heap(), 0, 0, make([]byte, 1<<20)
		for n := 0; err == nil; size += n {
			if n, err = io.ReadFull(body, piece); n > 0 && size%(10<<20) < len(piece) {
				if grown := heap() - before; grown > 16<<20 {
					t.Fatalf("%s: after %d bytes the heap has grown by %d", format, size, grown)
				}
			}
			rows += bytes.Count(piece[:n], []byte("\n"))
		}
		modelstest.Must(t, body.Close())
		if rows < many || rows > many+1 || size < many*noteBytes {
			t.Errorf("%s: %d rows in %d bytes", format, rows, size)
		}
	}
}

// heap is what is alive, in bytes.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
