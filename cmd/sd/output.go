package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"socialdata/cmd/sd/client"
	"socialdata/internal/export"
)

// answered is a response of the generated client.
type answered interface {
	StatusCode() int
	GetBody() []byte
}

// refused returns the error of a call, or nil if it succeeded.
func refused(r answered, err error) error {
	if err != nil {
		return err
	}
	return client.ErrorOf(r.StatusCode(), r.GetBody())
}

// column is one column of a table of rows.
type column[T any] struct {
	name string
	of   func(T) string
}

// printRaw prints a list: as a table, as JSON with each row as received on its own line, or as CSV. first is false
// for further pages, which have no header.
func printRaw[T any](a *app, raw []json.RawMessage, rows []T, columns []column[T], first bool) error {
	switch {
	case a.json:
		for _, row := range raw {
			if _, err := fmt.Fprintf(a.out, "%s\n", bytes.TrimSpace(row)); err != nil {
				return err
			}
		}
		return nil
	case a.csv:
		return printCSV(a.out, rows, columns, first)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	if first {
		fmt.Fprintln(w, strings.Join(names(columns), "\t"))
	}
	for _, row := range rows {
		cells := cellsOf(row, columns)
		for n := range cells {
			cells[n] = short(cells[n])
		}
		fmt.Fprintln(w, strings.Join(cells, "\t"))
	}
	return w.Flush()
}

func printCSV[T any](out io.Writer, rows []T, columns []column[T], first bool) error {
	w := csv.NewWriter(out)
	if first {
		_ = w.Write(names(columns)) // Error returns the error
	}
	for _, row := range rows {
		cells := cellsOf(row, columns)
		for n := range cells {
			cells[n] = export.Harmless(cells[n])
		}
		_ = w.Write(cells)
	}
	w.Flush()
	return w.Error()
}

// printOne prints a single result: as received, or as names and whole values.
func printOne[T any](a *app, raw []byte, one T, columns []column[T]) error {
	switch {
	case a.json:
		_, err := fmt.Fprintln(a.out, strings.TrimSpace(string(raw)))
		return err
	case a.csv:
		return printCSV(a.out, []T{one}, columns, true)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	for n, cell := range cellsOf(one, columns) {
		if cell != "" {
			fmt.Fprintf(w, "%s\t%s\n", columns[n].name, oneLine(cell))
		}
	}
	return w.Flush()
}

// parsed returns the body of a response, or the error of its call. Something else than the service, such as a proxy, may
// have answered.
func parsed[T any](r answered, err error) (v T, _ error) {
	if err := refused(r, err); err != nil {
		return v, err
	}
	if err := json.Unmarshal(r.GetBody(), &v); err != nil {
		return v, fmt.Errorf("the answer is not one of the service: %w", err)
	}
	return v, nil
}

// printResult prints the single result of a call, or returns the call's error.
func printResult[T any](a *app, r answered, err error, columns []column[T]) error {
	one, err := parsed[T](r, err)
	if err != nil {
		return err
	}
	return printOne(a, r.GetBody(), one, columns)
}

// sayDone prints what a call without a result did, or returns the call's error.
func (a *app) sayDone(r answered, err error, words string) error {
	if err := refused(r, err); err != nil {
		return err
	}
	fmt.Fprintln(a.err, words)
	return nil
}

func names[T any](columns []column[T]) (list []string) {
	for _, c := range columns {
		list = append(list, c.name)
	}
	return list
}

func cellsOf[T any](row T, columns []column[T]) (cells []string) {
	for _, c := range columns {
		cells = append(cells, c.of(row))
	}
	return cells
}

// cellRunes is the maximum length of a table cell, in characters.
const cellRunes = 60

// short puts a text on one line of limited length, without terminal control characters.
func short(text string) string {
	runes := []rune(oneLine(text))
	if len(runes) > cellRunes {
		return string(runes[:cellRunes-1]) + "…"
	}
	return string(runes)
}

// oneLine puts a text on one line, without terminal control characters.
func oneLine(text string) string {
	return strings.Join(strings.Fields(strings.Map(harmlessRune, text)), " ")
}

// harmlessRune replaces characters that could control the terminal or change the direction or visibility of text.
func harmlessRune(r rune) rune {
	if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
		return ' '
	}
	return r
}

// text formats a value that may be null; null becomes "".
func text(v any) string {
	value := reflect.ValueOf(v)
	if !value.IsValid() || value.Kind() == reflect.Pointer && value.IsNil() {
		return ""
	}
	if value.Kind() == reflect.Pointer {
		value = value.Elem()
	}
	if at, ok := value.Interface().(time.Time); ok {
		return at.UTC().Format(time.RFC3339)
	}
	return fmt.Sprint(value.Interface())
}
