package tablefiles_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"socialdata/internal/table"
	"socialdata/internal/tablefiles"
	"socialdata/internal/testkit"
)

var columns = []table.Column{{Name: "zeta", Type: table.String}, {Name: "n", Type: table.Integer}, {Name: "ok", Type: table.Boolean}, {Name: "at", Type: table.Timestamp}}

var at = time.Date(2026, 3, 1, 12, 30, 15, 123456000, time.UTC)

// rows are more than a row group has, and every value that may be.
func rows() []table.Row {
	list := []table.Row{{"a, \"b\"\nc <é>", int64(1 << 53), true, at}, {nil, nil, nil, nil}, {"", int64(-1), false, time.UnixMicro(0).UTC()}, {"=1+1", int64(0), nil, at}}
	for n := range 60_000 {
		list = append(list, table.Row{fmt.Sprint("row ", n), int64(n), n%2 == 0, at.Add(time.Duration(n) * time.Microsecond)})
	}
	return list
}

func write(t *testing.T, f table.Format, list []table.Row) []byte {
	t.Helper()
	var b bytes.Buffer
	w, err := tablefiles.New(f, &b, columns)
	testkit.Must(t, err)
	for _, row := range list {
		testkit.Must(t, w.Row(row))
	}
	testkit.Must(t, w.Close())
	return b.Bytes()
}

func TestTextsOfRows(t *testing.T) {
	t.Parallel()
	list := rows()[:4]
	wantCSV := "zeta,n,ok,at\r\n\"a, \"\"b\"\"\r\nc <é>\",9007199254740992,true,2026-03-01T12:30:15.123Z\r\n,,,\r\n,-1,false,1970-01-01T00:00:00.000Z\r\n'=1+1,0,,2026-03-01T12:30:15.123Z\r\n"
	if got := string(write(t, table.CSV, list)); got != wantCSV {
		t.Errorf("CSV: %q, want %q", got, wantCSV)
	}
	lines := strings.Split(strings.TrimSpace(string(write(t, table.Lines, list))), "\n")
	if len(lines) != 4 || lines[1] != `{"zeta":null,"n":null,"ok":null,"at":null}` || lines[2] != `{"zeta":"","n":-1,"ok":false,"at":"1970-01-01T00:00:00.000Z"}` {
		t.Errorf("lines: %q", lines)
	}
	var first struct{ Zeta string }
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || first.Zeta != list[0][0] {
		t.Errorf("%q, %v", first.Zeta, err)
	}
}

// readParquet prints the columns and rows of a file as hyparquet reads them.
const readParquet = `
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, parquetSchema } from 'hyparquet'
const file = await asyncBufferFromFile(process.argv[2])
const metadata = await parquetMetadataAsync(file)
const types = parquetSchema(metadata).children.map(c => [c.element.name, c.element.type, c.element.repetition_type, c.element.logical_type ?? null])
const rows = (await parquetReadObjects({ file })).map(r => Object.fromEntries(Object.entries(r).map(([k, v]) =>
  [k, typeof v === 'bigint' ? v.toString() : v instanceof Date ? v.toISOString() : v])))
process.stdout.write(JSON.stringify({ types, groups: metadata.row_groups.length, rows }))
`

// TestParquetIsReadByOthers reads a file of two row groups by hyparquet.
func TestParquetIsReadByOthers(t *testing.T) {
	t.Parallel()
	top, err := filepath.Abs("../..")
	testkit.Must(t, err)
	if _, err := os.Stat(filepath.Join(top, "node_modules/hyparquet")); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("hyparquet is not in node_modules: see .ci/run")
		}
		t.Skip("hyparquet is not in node_modules: npm installs it as .ci/run does")
	}
	folder := t.TempDir()
	testkit.Must(t, os.Symlink(filepath.Join(top, "node_modules"), filepath.Join(folder, "node_modules")))
	list := rows()
	testkit.Must(t, os.WriteFile(filepath.Join(folder, "rows.parquet"), write(t, table.Parquet, list), 0o600))
	testkit.Must(t, os.WriteFile(filepath.Join(folder, "read.mjs"), []byte(readParquet), 0o600))
	node := exec.CommandContext(t.Context(), "node", "read.mjs", "rows.parquet")
	node.Dir, node.Stderr = folder, os.Stderr
	said, err := node.Output()
	testkit.Must(t, err)
	var got struct {
		Types  []any
		Groups int
		Rows   []map[string]any
	}
	testkit.Must(t, json.Unmarshal(said, &got))
	moment := map[string]any{"type": "TIMESTAMP", "isAdjustedToUTC": true, "unit": "MICROS"}
	want := []any{[]any{"zeta", "BYTE_ARRAY", "OPTIONAL", map[string]any{"type": "STRING"}}, []any{"n", "INT64", "OPTIONAL", map[string]any{"type": "INTEGER", "bitWidth": 64.0, "isSigned": true}},
		[]any{"ok", "BOOLEAN", "OPTIONAL", nil}, []any{"at", "INT64", "OPTIONAL", moment}}
	if !reflect.DeepEqual(got.Types, want) {
		t.Errorf("%v, want %v", got.Types, want)
	}
	if got.Groups != 2 || len(got.Rows) != len(list) {
		t.Fatalf("%d groups, %d rows of %d", got.Groups, len(got.Rows), len(list))
	}
	for n, row := range list {
		want := map[string]any{"zeta": row[0], "n": row[1], "ok": row[2], "at": row[3]}
		if v, ok := row[1].(int64); ok {
			want["n"] = fmt.Sprint(v)
		}
		if v, ok := row[3].(time.Time); ok {
			want["at"] = v.Format(table.TimeFormat)
		}
		if !reflect.DeepEqual(got.Rows[n], want) {
			t.Fatalf("row %d: %v, want %v", n, got.Rows[n], want)
		}
	}
}
