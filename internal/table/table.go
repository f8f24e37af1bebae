// Package table describes tables that are exported: columns with types, and rows of values. It may import nothing of ours.
package table

import (
	"strconv"
	"time"
)

// Type is the type of a column. Any value may be missing.
type Type string

// The types, by their names in manifests.
const (
	String    Type = "string"
	Integer   Type = "int64"
	Boolean   Type = "boolean"
	Timestamp Type = "timestamp" // in UTC, of microseconds
)

// Column is a column of a table.
type Column struct {
	Name string `json:"name"`
	Type Type   `json:"type"`
}

// Row has a value for each column: a string, an int64, a bool, a time.Time, or nil where it is missing.
type Row []any

// Format is how a table is written as a file.
type Format string

// The formats.
const (
	CSV     Format = "csv"
	Lines   Format = "ndjson"
	Parquet Format = "parquet"
)

// Formats lists every Format once.
func Formats() []Format { return []Format{CSV, Lines, Parquet} }

// Names returns the names of columns.
func Names(columns []Column) []string {
	names := make([]string, len(columns))
	for n, c := range columns {
		names[n] = c.Name
	}
	return names
}

// Optional returns the value of a pointer; nil where it is nil.
func Optional[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

// OptionalText returns a text of any type; nil where it is "".
func OptionalText[T ~string](v T) any {
	if v == "" {
		return nil
	}
	return string(v)
}

// Micros returns the time of microseconds since 1970; nil where there is none.
func Micros(us *int64) any {
	if us == nil || *us == 0 {
		return nil
	}
	return time.UnixMicro(*us).UTC()
}

// Texts returns a row as texts, "" where a value is missing.
func (r Row) Texts() []string {
	cells := make([]string, len(r))
	for n, v := range r {
		cells[n] = text(v)
	}
	return cells
}

// TimeFormat is how times are written as text: RFC 3339 in UTC, of milliseconds, as in the API.
const TimeFormat = "2006-01-02T15:04:05.000Z"

func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case bool:
		return strconv.FormatBool(v)
	case time.Time:
		return v.UTC().Format(TimeFormat)
	}
	return ""
}
