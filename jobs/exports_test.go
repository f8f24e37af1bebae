package jobs_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"socialdata/internal/apierror"
	"socialdata/internal/media/blobs"
	"socialdata/internal/table"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/alerts"
	"socialdata/models/db"
	"socialdata/models/erasures"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/modelstest"
	"socialdata/models/requests"
	"socialdata/models/work"
)

// bucket is a store of files in which a test can fail or interrupt any call.
type bucket struct {
	*blobs.Store
	before func(call string) error // nil: nothing
}

func (b *bucket) call(name string) error {
	if b.before == nil {
		return nil
	}
	return b.before(name)
}

func (b *bucket) Put(ctx context.Context, key, path, sum string) error {
	return errors.Join(b.call("put"), b.Store.Put(ctx, key, path, sum), b.call("was put"))
}

func (b *bucket) PutOnce(ctx context.Context, key string, content []byte) error {
	if err := b.call("manifest"); err != nil {
		return err
	}
	return errors.Join(b.Store.PutOnce(ctx, key, content), b.call("has manifest"))
}

func (b *bucket) List(ctx context.Context, prefix string, before time.Time) iter.Seq2[blobs.Object, error] {
	if err := b.call("list"); err != nil {
		return func(yield func(blobs.Object, error) bool) { yield(blobs.Object{}, err) }
	}
	return b.Store.List(ctx, prefix, before)
}

// exporting is a workspace with exports, and the store that they are written to.
type exporting struct {
	*models.Store
	t         *testing.T
	clock     *modelstest.Clock
	workspace string
	folder    string
	bucket    *bucket
	writer    *jobs.Exports
}

// eachExporting runs a test at noon of a Monday.
func eachExporting(t *testing.T, f func(x *exporting)) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		clock.Add(time.Until(time.Date(2030, 1, 7, 12, 0, 0, 0, time.UTC)))
		folder := t.TempDir()
		store, err := blobs.Open(folder)
		testkit.Must(t, err)
		b := &bucket{Store: store}
		f(&exporting{Store: s, t: t, clock: clock, workspace: modelstest.Install(t, s, 100).Workspace, folder: folder, bucket: b,
			writer: &jobs.Exports{Store: s, Files: b, Folder: t.TempDir(), FileRows: 600}})
	})
}

func (x *exporting) create(kind exports.Kind, format table.Format, every exports.Schedule) *exports.Export {
	x.t.Helper()
	e, err := x.Exports.Create(x.t.Context(), exports.Export{WorkspaceID: x.workspace, Kind: kind, Format: format, Schedule: every, Prefix: "lake/raw"})
	testkit.Must(x.t, err)
	return e
}

// log adds n lines to the request log of a workspace, which are named.
func (x *exporting) log(workspace, name string, n int) {
	x.t.Helper()
	rows := make([]requests.Request, n)
	for i := range rows {
		rows[i] = requests.Request{ID: db.NewID(), WorkspaceID: workspace, At: x.NowMicros() + int64(i/3), RequestID: fmt.Sprint(name, i), Method: "GET", Operation: "=lookup, \"item\"", Status: 200, DurationMs: int64(i)}
	}
	testkit.Must(x.t, x.Requests.Append(x.t.Context(), rows))
}

// work runs what is due until nothing is.
func (x *exporting) work() {
	x.t.Helper()
	for range 100 {
		if modelstest.RunDue(x.t, x.Store, work.Exports, x.writer.Run) == 0 {
			return
		}
	}
	x.t.Fatal("it never ends")
}

func (x *exporting) find(e *exports.Export) *exports.Seen {
	x.t.Helper()
	seen, err := x.Exports.Find(x.t.Context(), e.WorkspaceID, e.ID)
	testkit.Must(x.t, err)
	return seen
}

// keys returns what is stored.
func (x *exporting) keys() (keys []string) {
	x.t.Helper()
	for o, err := range x.bucket.Store.List(x.t.Context(), "exports/", time.Now().Add(time.Hour)) {
		testkit.Must(x.t, err)
		keys = append(keys, o.Key)
	}
	return keys
}

func (x *exporting) read(key string) []byte {
	x.t.Helper()
	r, err := x.bucket.Open(x.t.Context(), key)
	testkit.Must(x.t, err)
	defer r.Close()
	b, err := io.ReadAll(r)
	testkit.Must(x.t, err)
	return b
}

// manifest reads a manifest and all rows of its files, which must be as it says.
func (x *exporting) manifest(key string) (m exports.Manifest, rows []map[string]any) {
	x.t.Helper()
	testkit.Must(x.t, json.Unmarshal(x.read(key), &m))
	var bytes, count int64
	for _, f := range m.Files {
		b := x.read(f.Key)
		if sum := sha256.Sum256(b); hex.EncodeToString(sum[:]) != f.SHA256 || int64(len(b)) != f.Bytes || filepath.Dir(f.Key) != filepath.Dir(key) {
			x.t.Fatalf("%s is not as its manifest says: %+v", f.Key, f)
		}
		got := readRows(x.t, m.Format, b)
		if int64(len(got)) != f.Rows {
			x.t.Fatalf("%s has %d rows, not %d", f.Key, len(got), f.Rows)
		}
		bytes, count, rows = bytes+f.Bytes, count+f.Rows, append(rows, got...)
	}
	if bytes != m.Bytes || count != m.Rows {
		x.t.Errorf("%d rows of %d bytes, %+v", count, bytes, m)
	}
	return m, rows
}

// readRows reads a file of any format: CSV has texts alone.
func readRows(t *testing.T, format table.Format, b []byte) (rows []map[string]any) {
	t.Helper()
	switch format {
	case table.CSV:
		lines, err := csv.NewReader(bytes.NewReader(b)).ReadAll()
		testkit.Must(t, err)
		for _, line := range lines[1:] {
			row := map[string]any{}
			for n, name := range lines[0] {
				row[name] = line[n]
			}
			rows = append(rows, row)
		}
	case table.Lines:
		for s := bufio.NewScanner(bytes.NewReader(b)); s.Scan(); {
			var row map[string]any
			testkit.Must(t, json.Unmarshal(s.Bytes(), &row))
			rows = append(rows, row)
		}
	case table.Parquet:
		f, err := parquet.OpenFile(bytes.NewReader(b), int64(len(b)))
		testkit.Must(t, err)
		r := parquet.NewReader(f)
		for {
			row := map[string]any{}
			if err := r.Read(&row); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// named returns how often each line of the log is in rows.
func named(rows []map[string]any) map[string]int {
	times := map[string]int{}
	for _, row := range rows {
		times[fmt.Sprint(row["requestId"])]++
	}
	return times
}

// wantNamed wants n lines of a name, each once, and nothing else.
func wantNamed(t *testing.T, rows []map[string]any, name string, n int) {
	t.Helper()
	times := named(rows)
	for i := range n {
		if times[fmt.Sprint(name, i)] != 1 {
			t.Fatalf("%s%d is there %d times", name, i, times[fmt.Sprint(name, i)])
		}
	}
	if len(times) != n {
		t.Fatalf("%d lines, want %d", len(times), n)
	}
}

// TestExportsInEveryFormat writes a log in several files, and reads it back. Another workspace's rows are not in it.
func TestExportsInEveryFormat(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 2300)
		x.log(db.NewID(), "theirs", 10)
		for _, format := range table.Formats() {
			e := x.create(exports.Requests, format, exports.Daily)
			x.work()
			if seen := x.find(e); len(seen.Runs) != 0 {
				t.Fatalf("it began before everything is settled: %+v", seen)
			}
			x.clock.Add(3 * time.Minute)
			x.work()
			seen := x.find(e)
			if len(seen.Runs) != 1 || seen.Runs[0].State != exports.Succeeded || seen.Runs[0].RowCount != 2300 || len(seen.Runs[0].Files()) != 3 {
				t.Fatalf("%+v", seen.Runs)
			}
			if key := seen.Runs[0].Manifest; !strings.HasPrefix(key, "exports/"+x.workspace+"/lake/raw/requests-2030010") || !strings.HasSuffix(key, "/manifest.json") {
				t.Errorf("the manifest is at %s", key)
			}
			m, rows := x.manifest(seen.Runs[0].Manifest)
			wantNamed(t, rows, "ours", 2300)
			if m.Object != "exportManifest" || m.Version != 1 || m.RunID != seen.Runs[0].ID || m.Incremental || m.PreviousManifest != nil || len(m.Columns) != 13 || m.Columns[7] != (table.Column{Name: "durationMs", Type: table.Integer}) {
				t.Errorf("%+v", m)
			}
			row := rows[1000] // of the second file
			if took := fmt.Sprint(row["durationMs"]); took != "1000" {
				t.Errorf("it took %s: %v", took, row)
			}
			if op := row["operation"]; op != "=lookup, \"item\"" && op != "'=lookup, \"item\"" {
				t.Errorf("%v", op)
			}
			if code, empty := row["code"], format == table.CSV; empty && code != "" || !empty && code != nil {
				t.Errorf("no code is %v", code)
			}
		}
		if left, err := os.ReadDir(x.writer.Folder); err != nil || len(left) > 0 {
			t.Errorf("%d files are left, %v", len(left), err)
		}
	})
}

// TestExportsOfEveryKind writes each kind, and what has no rows.
func TestExportsOfEveryKind(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		id := modelstest.Save(t, x.Store, x.workspace, modelstest.Saved{SourceTitle: "Title", Tags: []string{"a", "b"}})
		rows := map[exports.Kind]int64{exports.References: 1, exports.Imports: 1, exports.Requests: 0}
		for _, kind := range exports.Kinds() {
			e := x.create(kind, table.Lines, exports.Hourly)
			x.clock.Add(3 * time.Minute)
			x.work()
			_, err := x.Exports.RunNow(t.Context(), x.workspace, e.ID)
			testkit.Must(t, err)
			x.work()
			seen := x.find(e)
			if len(seen.Runs) != 2 || seen.Runs[0].State != exports.Succeeded {
				t.Fatalf("%s: %+v", kind, seen.Runs)
			}
			m, got := x.manifest(seen.Runs[len(seen.Runs)-1].Manifest)
			if want, known := rows[kind]; known && m.Rows != want || !known && kind != exports.Observations && m.Rows == 0 {
				t.Errorf("%s: %d rows", kind, m.Rows)
			}
			for _, row := range got {
				if len(row) != len(kind.Columns()) {
					t.Errorf("%s: %v", kind, row)
				}
			}
			if kind == exports.References && (got[0]["id"] != id || got[0]["title"] != "Title" || got[0]["tags"] != "a, b" || got[0]["views"] != nil) {
				t.Errorf("%v", got[0])
			}
		}
	})
}

// TestExportsBesideWriters changes the log between the files of a run: what was there all along is in it once, what comes later is
// in the next run, once.
func TestExportsBesideWriters(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "old", 2300)
		e := x.create(exports.Requests, table.Parquet, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		files := 0
		x.bucket.before = func(call string) error {
			if call == "put" {
				files++
				x.log(x.workspace, fmt.Sprintf("new%d-", files), 50)
				modelstest.Run(t, x.Store, "DELETE FROM requests WHERE request_id IN (?, ?)", fmt.Sprint("old", files), fmt.Sprint("old", 2300-files))
			}
			return nil
		}
		x.work()
		x.bucket.before = nil
		first := x.find(e).Runs[0]
		_, rows := x.manifest(first.Manifest)
		times := named(rows)
		for i := range 2300 {
			gone := i >= 1 && i <= 3 || i >= 2297
			if n := times[fmt.Sprint("old", i)]; n > 1 || n == 0 && !gone {
				t.Fatalf("old%d is there %d times", i, n)
			}
		}
		if times["new1-0"] > 0 {
			t.Error("what came later is in it")
		}
		x.clock.Add(time.Hour + 5*time.Minute)
		x.work()
		second := x.find(e).Runs[0]
		m, rows := x.manifest(second.Manifest)
		if times := named(rows); len(times) != 50*files || times["new1-0"] != 1 || !m.Incremental || m.PreviousManifest == nil || *m.PreviousManifest != first.Manifest {
			t.Errorf("%d lines of %d files, %+v", len(times), files, m)
		}
	})
}

// TestExportsSurviveEveryKill kills a run before each of its statements and around each call of the store, until one ends. There is
// never a manifest before its run is whole, and nothing that it does not name is left.
func TestExportsSurviveEveryKill(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1300)
		e := x.create(exports.Requests, table.CSV, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		whole := func() bool {
			for _, key := range x.keys() {
				if strings.HasSuffix(key, exports.ManifestName) {
					m, rows := x.manifest(key)
					wantNamed(t, rows, "ours", 1300)
					for _, other := range x.keys() {
						if other != key && !strings.Contains(fmt.Sprint(m.Files), other) {
							t.Fatalf("%s is left", other)
						}
					}
					return true
				}
			}
			return false
		}
		try := func(ctx context.Context) {
			list, err := x.Work.Claim(t.Context(), work.Exports, 1)
			testkit.Must(t, err)
			for n := range list {
				_ = x.writer.Run(ctx, &list[n]) // nothing writes its outcome
			}
			x.clock.Add(work.Lease + time.Second)
		}
		for _, call := range []string{"put", "was put", "put", "was put", "list", "manifest"} {
			ctx, kill := context.WithCancel(t.Context())
			x.bucket.before = func(now string) error {
				if now != call {
					return nil
				}
				kill()
				return ctx.Err()
			}
			try(ctx)
			kill()
			if whole() && call != "manifest" {
				t.Fatalf("a manifest after a kill at %s", call)
			}
		}
		x.bucket.before = nil
		for n := 0; len(x.find(e).Runs) == 0 || x.find(e).Runs[0].State != exports.Succeeded; n++ {
			if n > 80 {
				t.Fatal("it never ends")
			}
			try(modelstest.KilledAfter(t, x.Store, n%40))
			whole()
		}
		if runs := x.find(e).Runs; len(runs) != 1 || !whole() {
			t.Errorf("%d runs", len(runs))
		}
		if j := modelstest.FindWork(t, x.Store, work.Exports, e.ID); j == nil || j.LeaseHolder != "" || j.RunAt != x.find(e).NextRunAt {
			t.Errorf("the next run: %+v", j)
		}
	})
}

// TestEachFileIsKilledOnce kills before every statement of whole runs, each of another export: all of them end.
func TestEachFileIsKilledOnce(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1300)
		killed := 0
		for n := range 60 {
			e := x.create(exports.Requests, table.Lines, exports.Weekly)
			x.clock.Add(3 * time.Minute)
			list, err := x.Work.Claim(t.Context(), work.Exports, 1)
			testkit.Must(t, err)
			if o := x.writer.Run(modelstest.KilledAfter(t, x.Store, n), &list[0]); o.Err() != nil {
				killed++
			}
			x.clock.Add(work.Lease + time.Second)
			x.work()
			runs := x.find(e).Runs
			if len(runs) != 1 || runs[0].State != exports.Succeeded {
				t.Fatalf("killed before statement %d: %+v", n, runs)
			}
			_, rows := x.manifest(runs[0].Manifest)
			wantNamed(t, rows, "ours", 1300)
			testkit.Must(t, x.Exports.Delete(t.Context(), x.workspace, e.ID))
			if killed <= n {
				break
			}
		}
		if killed < 15 || killed == 60 {
			t.Errorf("killed %d times", killed)
		}
	})
}

// TestAnExportThatWasTakenOver lets a worker sleep through its lease before it stores a file: another one writes the whole run, and
// what the first does afterwards changes nothing.
func TestAnExportThatWasTakenOver(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1300)
		e := x.create(exports.Requests, table.Lines, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		list, err := x.Work.Claim(t.Context(), work.Exports, 1)
		testkit.Must(t, err)
		x.bucket.before = func(string) error {
			x.bucket.before = nil
			x.clock.Add(work.Lease + time.Second)
			x.work()
			return nil
		}
		if err := x.Work.Settle(t.Context(), &list[0], x.writer.Run(t.Context(), &list[0])); !errors.Is(err, work.ErrLeaseLost) {
			t.Errorf("the first worker: %v", err)
		}
		runs := x.find(e).Runs
		if len(runs) != 1 || runs[0].State != exports.Succeeded || runs[0].RowCount != 1300 {
			t.Fatalf("%+v", runs)
		}
		_, rows := x.manifest(runs[0].Manifest)
		wantNamed(t, rows, "ours", 1300)
	})
}

// TestMissedExportsRunOnce lets days pass without a worker: one run tells of the last midnight, the next of the next one.
func TestMissedExportsRunOnce(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		e := x.create(exports.References, table.CSV, exports.Daily)
		x.clock.Add(3 * time.Minute)
		x.work()
		x.clock.Add(5 * 24 * time.Hour)
		x.work()
		x.clock.Add(time.Minute)
		x.work()
		runs := x.find(e).Runs
		if len(runs) != 2 || db.FromMicros(runs[0].AsOf) != time.Date(2030, 1, 12, 0, 0, 0, 0, time.UTC) {
			t.Fatalf("%+v", runs)
		}
		x.clock.Add(12*time.Hour + 5*time.Minute)
		x.work()
		if runs := x.find(e).Runs; len(runs) != 3 || db.FromMicros(runs[0].AsOf) != time.Date(2030, 1, 13, 0, 0, 0, 0, time.UTC) {
			t.Errorf("%+v", runs)
		}
	})
}

// TestAnExportRunsOutOfTurn asks for a run between two of the schedule: it begins at once, the next one comes at its time and has what had
// not settled, and asking while one is due or goes on changes nothing.
func TestAnExportRunsOutOfTurn(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "first", 10)
		x.clock.Add(time.Second)
		e := x.create(exports.Requests, table.CSV, exports.Weekly)
		x.clock.Add(3 * time.Minute)
		x.work()
		x.log(x.workspace, "second", 20)
		x.clock.Add(time.Hour)
		ask := func() *exports.Seen {
			seen, err := x.Exports.RunNow(t.Context(), x.workspace, e.ID)
			testkit.Must(t, err)
			return seen
		}
		x.log(x.workspace, "third", 5)
		x.clock.Add(time.Minute)
		due := ask().NextRunAt
		x.clock.Add(time.Second)
		if again := ask().NextRunAt; again != due {
			t.Errorf("asked again, it runs at %v instead of %v", db.FromMicros(again), db.FromMicros(due))
		}
		x.work()
		seen := x.find(e)
		if len(seen.Runs) != 2 || seen.Runs[0].State != exports.Succeeded {
			t.Fatalf("%+v", seen.Runs)
		}
		_, rows := x.manifest(seen.Runs[0].Manifest)
		wantNamed(t, rows, "second", 20)
		if next := time.Date(2030, 1, 14, 0, 0, 0, 0, time.UTC); db.FromMicros(seen.NextAsOf) != next {
			t.Errorf("the next run tells of %v", db.FromMicros(seen.NextAsOf))
		}
		x.clock.Add(db.FromMicros(seen.NextRunAt).Sub(x.Now()))
		x.work()
		_, rows = x.manifest(x.find(e).Runs[0].Manifest)
		wantNamed(t, rows, "third", 5)
		if _, err := x.Exports.RunNow(t.Context(), db.NewID(), e.ID); !apierror.Is(err, apierror.CodeNotFound) {
			t.Errorf("another workspace is told %v", err)
		}
	})
}

// TestAScheduleIsChanged moves the next run to the first time of the new schedule; another workspace finds no export.
func TestAScheduleIsChanged(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		e := x.create(exports.References, table.CSV, exports.Weekly)
		change := func(to exports.Schedule) exports.Schedule {
			t.Helper()
			before, now, err := x.Exports.Change(t.Context(), x.workspace, e.ID, to)
			testkit.Must(t, err)
			if now.Schedule != to {
				t.Errorf("it runs %s, not %s", now.Schedule, to)
			}
			return before
		}
		due := x.find(e).NextRunAt
		if change(exports.Daily) != exports.Weekly || x.find(e).NextRunAt != due {
			t.Error("the first run, which was due, was moved")
		}
		x.clock.Add(3 * time.Minute)
		x.work()
		for _, tt := range []struct {
			to   exports.Schedule
			next time.Time
		}{{exports.Weekly, time.Date(2030, 1, 14, 0, 0, 0, 0, time.UTC)}, {exports.Daily, time.Date(2030, 1, 8, 0, 0, 0, 0, time.UTC)}, {exports.Hourly, time.Date(2030, 1, 7, 13, 0, 0, 0, time.UTC)}} {
			change(tt.to)
			seen := x.find(e)
			if wait := db.FromMicros(seen.NextRunAt).Sub(tt.next); db.FromMicros(seen.NextAsOf) != tt.next || wait < 2*time.Minute || wait > 5*time.Minute {
				t.Errorf("%s: the next run tells of %v and begins at %v", tt.to, db.FromMicros(seen.NextAsOf), db.FromMicros(seen.NextRunAt))
			}
		}
		x.clock.Add(time.Hour + 3*time.Minute)
		x.work()
		if n := len(x.find(e).Runs); n != 2 {
			t.Errorf("%d runs, an hour after it began to run hourly", n)
		}
		if _, _, err := x.Exports.Change(t.Context(), db.NewID(), e.ID, exports.Weekly); !apierror.Is(err, apierror.CodeNotFound) || x.find(e).Schedule != exports.Hourly {
			t.Errorf("another workspace is told %v, and it runs %s", err, x.find(e).Schedule)
		}
	})
}

// TestAScheduleIsChangedWhileItRuns: the run that goes on ends as it would have, once, and the next one follows the new schedule.
func TestAScheduleIsChangedWhileItRuns(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1300)
		e := x.create(exports.Requests, table.Lines, exports.Weekly)
		x.clock.Add(3 * time.Minute)
		x.bucket.before = func(call string) error {
			if call != "has manifest" { // the last moment of the run
				return nil
			}
			x.bucket.before = nil
			_, _, err := x.Exports.Change(t.Context(), x.workspace, e.ID, exports.Hourly)
			return err
		}
		x.work()
		seen := x.find(e)
		if len(seen.Runs) != 1 || seen.Runs[0].State != exports.Succeeded || seen.Runs[0].RowCount != 1300 {
			t.Fatalf("%+v", seen.Runs)
		}
		if next := time.Date(2030, 1, 7, 13, 0, 0, 0, time.UTC); seen.Schedule != exports.Hourly || db.FromMicros(seen.NextAsOf) != next {
			t.Errorf("%s, the next run tells of %v", seen.Schedule, db.FromMicros(seen.NextAsOf))
		}
	})
}

// alerts lists what the owners are told on their pages.
func (x *exporting) alerts() []alerts.Alert {
	x.t.Helper()
	list, err := x.Store.Alerts.List(x.t.Context(), x.workspace)
	testkit.Must(x.t, err)
	return slices.DeleteFunc(list, func(a alerts.Alert) bool { return a.Kind == alerts.CreditsLow })
}

// told compares the events of the workspace's exports, the oldest first.
func (x *exporting) told(want ...exports.RunState) {
	x.t.Helper()
	var rows []events.Event
	testkit.Must(x.t, x.Store.Read(x.t.Context()).Where("workspace_id = ? AND type LIKE 'export.%'", x.workspace).Order("id").Find(&rows).Error)
	var got []exports.RunState
	for _, e := range rows {
		var data exports.Ended
		testkit.Must(x.t, json.Unmarshal([]byte(e.Data), &data))
		got = append(got, exports.RunState(strings.TrimPrefix(string(e.Type), "export.")))
		if failed := got[len(got)-1] == exports.Failed; failed == (data.Code == nil) || failed == (data.ManifestKey != nil) || data.RunID == "" {
			x.t.Errorf("%s tells %s", e.Type, e.Data)
		}
	}
	if !slices.Equal(got, want) {
		x.t.Errorf("told: %v, want %v", got, want)
	}
}

// TestExportsWhoseStoreFails tries a run some times, then gives it up, of which owners and endpoints are told; the next one has what it lacks.
func TestExportsWhoseStoreFails(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 700)
		e := x.create(exports.Requests, table.Lines, exports.Hourly)
		broken := apierror.New(apierror.CodeStorageUnavailable)
		x.bucket.before = func(call string) error {
			if call == "put" {
				return broken
			}
			return nil
		}
		x.clock.Add(3 * time.Minute)
		x.work()
		if r := x.find(e).Runs[0]; r.State != exports.Running || r.Code != apierror.CodeStorageUnavailable || r.EndedAt != nil {
			t.Fatalf("after one failure: %+v", r)
		}
		for range 4 {
			x.clock.Add(3 * time.Hour)
			modelstest.RunDue(t, x.Store, work.Exports, x.writer.Run)
		}
		if r := x.find(e).Runs[0]; r.State != exports.Failed || r.Code != apierror.CodeStorageUnavailable || r.EndedAt == nil || r.Manifest != "" {
			t.Fatalf("after the last: %+v", r)
		}
		if alert := x.alerts(); len(alert) != 1 || alert[0].Kind != alerts.ExportFailing || alert[0].Subject != e.ID || alert[0].Name != "requests" {
			t.Errorf("the owners see %+v", alert)
		}
		x.bucket.before = nil
		x.clock.Add(time.Hour + 5*time.Minute)
		x.work()
		if alert := x.alerts(); len(alert) > 0 {
			t.Errorf("after a run that succeeded they see %+v", alert)
		}
		x.told(exports.Failed, exports.Succeeded)
		runs := x.find(e).Runs
		if len(runs) != 2 || runs[0].State != exports.Succeeded || runs[0].Code != "" {
			t.Fatalf("%+v", runs)
		}
		_, rows := x.manifest(runs[0].Manifest)
		wantNamed(t, rows, "ours", 700)
	})
}

// TestExportsThatEnd deletes an export while it runs, closes its workspace, and allows no more: none of these writes a manifest.
func TestExportsThatEnd(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1300)
		none := func(what string) {
			t.Helper()
			x.work()
			for _, key := range x.keys() {
				if strings.HasSuffix(key, exports.ManifestName) {
					t.Errorf("%s: %s", what, key)
				}
			}
		}
		e := x.create(exports.Requests, table.Lines, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		x.bucket.before = func(call string) error {
			if call != "put" {
				return nil
			}
			return x.Exports.Delete(t.Context(), x.workspace, e.ID)
		}
		none("deleted")
		x.bucket.before = nil
		if j := modelstest.FindWork(t, x.Store, work.Exports, e.ID); j != nil {
			t.Errorf("its work is left: %+v", j)
		}
		modelstest.WantCode(t, x.Exports.Delete(t.Context(), x.workspace, e.ID), apierror.CodeNotFound)
		x.create(exports.Requests, table.Lines, exports.Hourly)
		modelstest.Run(t, x.Store, "UPDATE workspaces SET closed_at = 1 WHERE id = ?", x.workspace)
		x.clock.Add(3 * time.Minute)
		none("closed")
	})
}

// TestAManifestStands runs a run again that had ended, as after the restore of an older database: what it wrote then is left whole.
func TestAManifestStands(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 700)
		e := x.create(exports.Requests, table.Lines, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		x.work()
		first := x.find(e).Runs[0]
		modelstest.Run(t, x.Store, "UPDATE export_runs SET state = 'running', row_count = 0, bytes = 0, files = '[]', after = '', complete = FALSE, manifest = '', ended_at = NULL")
		modelstest.Run(t, x.Store, "DELETE FROM requests WHERE request_id = 'ours0'")
		modelstest.PutNow(t, x.Store, work.Exports, e.ID)
		x.work()
		again := x.find(e).Runs[0]
		if again.ID != first.ID || again.State != exports.Succeeded || again.Manifest != first.Manifest {
			t.Fatalf("%+v", again)
		}
		_, rows := x.manifest(first.Manifest)
		wantNamed(t, rows, "ours", 700)
	})
}

// TestExportsThatAreNotAllowed: an operator who allows none refuses new ones, and those that there are rest.
func TestExportsThatAreNotAllowed(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		e := x.create(exports.References, table.CSV, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		x.Exports = exports.New(x.DB, x.Events, 0)
		_, err := x.Exports.Create(t.Context(), *e)
		modelstest.WantCode(t, err, apierror.CodePolicyBlocked)
		_, _, err = x.Exports.Change(t.Context(), x.workspace, e.ID, exports.Daily)
		modelstest.WantCode(t, err, apierror.CodePolicyBlocked)
		x.work()
		if runs := x.find(e).Runs; len(runs) > 0 {
			t.Errorf("it ran: %+v", runs)
		}
		x.Exports = exports.New(x.DB, x.Events, 1)
		x.clock.Add(time.Hour)
		x.work()
		if runs := x.find(e).Runs; len(runs) != 1 || runs[0].State != exports.Succeeded {
			t.Errorf("allowed again: %+v", runs)
		}
	})
}

// TestSweepsLeaveExports ages all files: the sweep of media deletes what no row names and what a killed process had not stored whole, but
// no export.
func TestSweepsLeaveExports(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1)
		x.create(exports.Requests, table.Lines, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		x.work()
		testkit.Must(t, x.bucket.PutBytes(t.Context(), x.workspace+"/ab/orphan", []byte("x")))
		testkit.Must(t, os.WriteFile(filepath.Join(x.folder, x.workspace, "ab", "unfinished-12"), []byte("x"), 0o600))
		old := time.Now().AddDate(0, 0, -2)
		testkit.Must(t, filepath.Walk(x.folder, func(path string, _ os.FileInfo, err error) error {
			return errors.Join(err, os.Chtimes(path, old, old))
		}))
		before := x.keys()
		repair := &jobs.Repair{Store: x.Store, Blobs: x.bucket, Media: &jobs.MediaPipeline{Blobs: x.bucket.Store}, Folder: t.TempDir()}
		if n, err := repair.SweepOrphans(t.Context()); err != nil || n != 2 {
			t.Errorf("%d deleted, %v", n, err)
		}
		if after := x.keys(); len(before) != 2 || fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%v, were %v", after, before)
		}
	})
}

// TestAClosedWorkspaceLeavesNoExports closes a workspace: its files go with its rows, those of another one stay.
func TestAClosedWorkspaceLeavesNoExports(t *testing.T) {
	eachExporting(t, func(x *exporting) {
		x.log(x.workspace, "ours", 1)
		x.create(exports.Requests, table.Lines, exports.Hourly)
		x.clock.Add(3 * time.Minute)
		x.work()
		other := blobs.ExportsOf("other") + "manifest.json"
		testkit.Must(t, x.bucket.PutBytes(t.Context(), other, []byte("{}")))
		if len(x.keys()) != 3 {
			t.Fatalf("before: %v", x.keys())
		}
		w, err := x.Accounts.Workspace(t.Context(), x.workspace)
		testkit.Must(t, err)
		e, err := x.Erasures.Close(t.Context(), x.workspace, w.Name, erasures.Asker{})
		testkit.Must(t, err)
		repair := &jobs.Repair{Store: x.Store, Blobs: x.bucket, Media: &jobs.MediaPipeline{Blobs: x.bucket.Store}, Folder: t.TempDir()}
		for again, err := repair.Erase(t.Context(), e.ID); ; again, err = repair.Erase(t.Context(), e.ID) {
			testkit.Must(t, err)
			if again == nil {
				break
			}
			x.clock.Add(again.Sub(x.Now()))
		}
		if keys := x.keys(); len(keys) != 1 || keys[0] != other {
			t.Errorf("after: %v", keys)
		}
	})
}
