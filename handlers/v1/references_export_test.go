package v1

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"testing"
	"time"

	"socialdata/handlers/operations"
	"socialdata/internal/export"
	"socialdata/models"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

func TestMain(m *testing.M) { modelstest.Main(m) }

// manyReferences fills a workspace with references that have notes.
func manyReferences(t *testing.T, s *models.Store, many, noteBytes int) string {
	t.Helper()
	w := modelstest.Install(t, s, 10)
	numbers, note := fmt.Sprintf("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)", many), fmt.Sprintf("hex(zeroblob(%d))", noteBytes/2)
	if s.Postgres {
		numbers, note = fmt.Sprintf("WITH n (i) AS (SELECT generate_series(1, %d))", many), fmt.Sprintf("repeat('0', %d)", noteBytes)
	}
	modelstest.Run(t, s, numbers+fmt.Sprintf(`
		INSERT INTO saved_references (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, notes, tags, hold_reason, hold_revision, revision, created_at, updated_at)
		SELECT 'r' || i, '%s', 'c' || i, 'video_site', 'u', 'ready', 'unavailable', '', FALSE, %s, '[]', '', 0, 1, i, i FROM n`, w.Workspace, note))
	return w.Workspace
}

// exportOf begins an export of a workspace.
func exportOf(t *testing.T, s *models.Store, workspace string, write func(io.Writer, eachReference) error) io.ReadCloser {
	t.Helper()
	body, err := export.Stream(t.Context(), func(ctx context.Context, to io.Writer) error {
		return write(to, func(use func(references.Reference) error) error {
			return s.References.Each(ctx, workspace, references.Listing{}, use)
		})
	})
	modelstest.Must(t, err)
	return body
}

// TestExportHoldsFewRowsInMemory exports far more than it may have in memory at a time.
func TestExportHoldsFewRowsInMemory(t *testing.T) {
	const many, noteBytes, room = 20_000, 1000, 16 << 20 // what the other store's export holds meanwhile counts, too
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		workspace := manyReferences(t, s, many, noteBytes)
		for format, write := range map[string]func(io.Writer, eachReference) error{operations.FormatCSV: writeCSV, operations.FormatLines: writeLines} {
			before, begun := heap(), time.Now()
			body := exportOf(t, s, workspace, write)
			t.Cleanup(func() { _ = body.Close() }) // a test that ends here would else wait for its transaction for ever
			t.Logf("%s: the first bytes came after %s", format, time.Since(begun))
			rows, size, piece := 0, 0, make([]byte, 1<<20)
			for n, err := 0, error(nil); err == nil; size += n {
				if n, err = io.ReadFull(body, piece); n > 0 && size%(4<<20) < len(piece) {
					if grown := heap() - before; grown > room {
						t.Fatalf("%s: after %d bytes the heap has grown by %d", format, size, grown)
					}
				}
				rows += bytes.Count(piece[:n], []byte("\n"))
			}
			modelstest.Must(t, body.Close())
			t.Logf("%s: %d bytes in %s", format, size, time.Since(begun))
			if rows < many || rows > many+1 || size < many*noteBytes {
				t.Errorf("%s: %d rows in %d bytes", format, rows, size)
			}
		}
	})
}

// TestAReaderWhoLeavesEndsItsExport leaves more exports in their middle than may be read at once: each gives back its
// transaction and its place, so that the next one is sent whole.
func TestAReaderWhoLeavesEndsItsExport(t *testing.T) {
	const many = 5000
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		workspace := manyReferences(t, s, many, 400)
		for range 8 {
			body := exportOf(t, s, workspace, writeCSV)
			_, err := io.CopyN(io.Discard, body, 100<<10)
			modelstest.Must(t, err)
			modelstest.Must(t, body.Close())
		}
		whole := make(chan int, 1)
		go func() {
			body := exportOf(t, s, workspace, writeCSV)
			b, err := io.ReadAll(body)
			if err != nil {
				t.Error(err)
			}
			whole <- bytes.Count(b, []byte("\n"))
		}()
		select {
		case rows := <-whole:
			if rows != many+1 {
				t.Errorf("%d rows, want %d", rows, many+1)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("the exports that were left hold their places")
		}
		modelstest.Run(t, s, "DELETE FROM saved_references WHERE workspace_id = ?", workspace) // SQLite's writer, too, is free
	})
}

// heap is what is alive, in bytes.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
