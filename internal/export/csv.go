package export

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// buffered is the size of the output buffer.
const buffered = 32 << 10

// CSV writes a table in the format of RFC 4180, with a header. Cells that a spreadsheet would read as a formula get an
// apostrophe in front.
type CSV struct {
	w   *csv.Writer
	row []string
}

// NewCSV begins a table; call Flush at its end.
func NewCSV(to io.Writer, columns ...string) (*CSV, error) {
	c := &CSV{w: csv.NewWriter(bufio.NewWriterSize(to, buffered))}
	c.w.UseCRLF = true
	return c, c.w.Write(columns)
}

// Row writes one row.
func (c *CSV) Row(cells ...string) error {
	c.row = c.row[:0]
	for _, cell := range cells {
		c.row = append(c.row, Harmless(cell))
	}
	return c.w.Write(c.row)
}

// Flush writes the buffered rows.
func (c *CSV) Flush() error {
	c.w.Flush()
	return c.w.Error()
}

// Harmless returns a text that spreadsheets do not read as a formula.
func Harmless(cell string) string {
	first, _ := utf8.DecodeRuneInString(cell)
	if cell == "" || !strings.ContainsRune("=+-@\t\r\n＝＋－＠", first) {
		return cell
	}
	if _, err := strconv.ParseInt(cell, 10, 64); err == nil && cell[0] == '-' {
		return cell // a negative number
	}
	return "'" + cell
}

// Lines writes values as JSON, one per line.
type Lines struct {
	w *bufio.Writer
	e *json.Encoder
}

// NewLines returns Lines; call Flush at the end.
func NewLines(to io.Writer) *Lines {
	w := bufio.NewWriterSize(to, buffered)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return &Lines{w, e}
}

// Value writes one line.
func (l *Lines) Value(v any) error { return l.e.Encode(v) }

// Flush writes the buffered lines.
func (l *Lines) Flush() error { return l.w.Flush() }
