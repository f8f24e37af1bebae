// Package tablefiles writes tables as files: CSV, JSON lines and Parquet. It may import internal/export and internal/table only.
package tablefiles

import (
	"bufio"
	"encoding/json"
	"io"
	"time"

	"socialdata/internal/export"
	"socialdata/internal/table"
)

// buffered is the size of the output buffer.
const buffered = 32 << 10

// New begins a file of a format.
func New(f table.Format, to io.Writer, columns []table.Column) (Rows, error) {
	switch f {
	case table.Lines:
		return newLineRows(to, columns)
	case table.Parquet:
		return newParquetRows(to, columns), nil
	case table.CSV:
	}
	return newCSVRows(to, columns)
}

// Rows writes the rows of a table to a file.
type Rows interface {
	Row(row table.Row) error
	// Close writes what is buffered, and the end of the file. It does not close what it writes to.
	Close() error
}

func newCSVRows(to io.Writer, columns []table.Column) (Rows, error) {
	c, err := export.NewCSV(to, table.Names(columns)...)
	return csvRows{c}, err
}

type csvRows struct{ *export.CSV }

func (c csvRows) Row(row table.Row) error { return c.CSV.Row(row.Texts()...) }
func (c csvRows) Close() error            { return c.Flush() }

// newLineRows returns a writer of JSON, one object per line, with a member for each column.
func newLineRows(to io.Writer, columns []table.Column) (Rows, error) {
	l := &lineRows{w: bufio.NewWriterSize(to, buffered)}
	for n, c := range columns {
		name, err := json.Marshal(c.Name)
		if err != nil {
			return nil, err
		}
		l.before = append(l.before, string(append(append([]byte{"{,"[min(n, 1)]}, name...), ':')))
	}
	return l, nil
}

type lineRows struct {
	w      *bufio.Writer
	before []string // what comes before the value of each column
}

func (l *lineRows) Row(row table.Row) error {
	for n, v := range row {
		if at, ok := v.(time.Time); ok {
			v = at.UTC().Format(table.TimeFormat)
		}
		value, err := json.Marshal(v)
		if err != nil {
			return err
		}
		_, _ = l.w.WriteString(l.before[n]) // a bufio.Writer keeps its first error
		_, _ = l.w.Write(value)
	}
	_, err := l.w.WriteString("}\n")
	return err
}

func (l *lineRows) Close() error { return l.w.Flush() }
