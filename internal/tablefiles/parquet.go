package tablefiles

import (
	"fmt"
	"io"
	"reflect"
	"time"

	"github.com/parquet-go/parquet-go"

	"socialdata/internal/table"
)

// A row group is in memory until it is written, so it ends after so many rows, or bytes of text.
const (
	groupRows  = 50_000
	groupBytes = 8 << 20
)

// parquetRows writes Parquet: each column is optional, integers are INT64, times are TIMESTAMP of microseconds in UTC.
type parquetRows struct {
	w     *parquet.GenericWriter[any]
	row   parquet.Row
	rows  int
	bytes int
}

// newParquetRows returns a writer of Parquet, compressed by Snappy, which every reader knows.
func newParquetRows(to io.Writer, columns []table.Column) Rows {
	fields := make([]reflect.StructField, len(columns))
	for n, c := range columns {
		is, tag := fieldOf(c.Type)
		fields[n] = reflect.StructField{Name: fmt.Sprintf("C%d", n), Type: is, Tag: reflect.StructTag(fmt.Sprintf(`parquet:"%s,optional%s"`, c.Name, tag))}
	}
	schema := parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
	w := parquet.NewGenericWriter[any](to, schema, parquet.Compression(&parquet.Snappy), parquet.CreatedBy("SocialData", "", ""))
	return &parquetRows{w: w}
}

func fieldOf(t table.Type) (is reflect.Type, tag string) {
	switch t {
	case table.Integer:
		return reflect.TypeFor[*int64](), ""
	case table.Boolean:
		return reflect.TypeFor[*bool](), ""
	case table.Timestamp:
		return reflect.TypeFor[*int64](), ",timestamp(microsecond)"
	case table.String:
	}
	return reflect.TypeFor[*string](), ""
}

// Row implements Rows.
func (p *parquetRows) Row(row table.Row) error {
	p.row = p.row[:0]
	for n, v := range row {
		p.row = append(p.row, p.value(v).Level(0, defined(v), n))
	}
	if _, err := p.w.WriteRows([]parquet.Row{p.row}); err != nil {
		return err
	}
	if p.rows++; p.rows < groupRows && p.bytes < groupBytes {
		return nil
	}
	p.rows, p.bytes = 0, 0
	return p.w.Flush()
}

// defined is the definition level of a value: 0 where it is missing.
func defined(v any) int {
	if v == nil {
		return 0
	}
	return 1
}

func (p *parquetRows) value(v any) parquet.Value {
	switch v := v.(type) {
	case string:
		p.bytes += len(v)
		return parquet.ByteArrayValue([]byte(v))
	case int64:
		return parquet.Int64Value(v)
	case bool:
		return parquet.BooleanValue(v)
	case time.Time:
		return parquet.Int64Value(v.UnixMicro())
	}
	return parquet.NullValue()
}

// Close implements Rows.
func (p *parquetRows) Close() error { return p.w.Close() }
