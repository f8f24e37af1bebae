package exports

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"gorm.io/gorm"

	"socialdata/internal/table"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/history"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/requests"
)

// Kind is what an export writes.
type Kind string

// The kinds. Of what may change, every run writes all rows; of a log, which only grows, those that the run before does not have.
const (
	References   Kind = "references"
	Imports      Kind = "imports"
	Observations Kind = "observations"
	Ledger       Kind = "ledger"
	Events       Kind = "events"
	Requests     Kind = "requests"
)

// Kinds lists every Kind once.
func Kinds() []Kind {
	return []Kind{References, Imports, Observations, Ledger, Events, Requests}
}

// IsLog reports whether each run writes only what is new.
func (k Kind) IsLog() bool { return k.source().log }

// Columns returns the columns of the kind's files.
func (k Kind) Columns() []table.Column { return k.source().columns }

// source describes how the rows of a kind are read.
type source struct {
	columns []table.Column
	log     bool
	model   any
	bound   string   // the column that says when a row was made, or its number
	by      []string // columns of an index that begins with the workspace
	only    string   // the condition of that index; "" for none
	find    func(q *gorm.DB) ([]read, error)
}

// read is a row that was read, with the values of the columns that it is sorted by.
type read struct {
	row table.Row
	at  []any
}

// finder returns a function that runs a query of a model's rows.
func finder[T any](row func(T) table.Row, at func(T) []any) func(*gorm.DB) ([]read, error) {
	return func(q *gorm.DB) ([]read, error) {
		var list []T
		if err := q.Find(&list).Error; err != nil {
			return nil, err
		}
		rows := make([]read, len(list))
		for n, one := range list {
			rows[n] = read{row(one), at(one)}
		}
		return rows, nil
	}
}

// source is the only table of kinds.
func (k Kind) source() source {
	made := []string{"created_at", "id"}
	switch k {
	case Imports:
		return source{columns: imports.TableColumns(), model: &imports.Import{}, bound: "created_at", by: made,
			find: finder(imports.TableRow, func(i imports.Import) []any { return []any{i.CreatedAt, i.ID} })}
	case Observations:
		return source{columns: history.TableColumns(), model: &history.Record{}, bound: "observed_at", by: []string{"subject", "observed_at", "id"},
			find: finder(history.TableRow, func(r history.Record) []any { return []any{r.Subject, r.ObservedAt, r.ID} })}
	case Ledger:
		return source{columns: billing.TableColumns(), log: true, model: &billing.Entry{}, bound: "created_at", by: made,
			find: finder(billing.TableRow, func(e billing.Entry) []any { return []any{e.CreatedAt, e.ID} })}
	case Events:
		return source{columns: events.TableColumns(), log: true, model: &events.Event{}, bound: "position", by: []string{"position", "id"}, only: "position IS NOT NULL",
			find: finder(events.TableRow, func(e events.Event) []any { return []any{*e.Position, e.ID} })}
	case Requests:
		return source{columns: requests.TableColumns(), log: true, model: &requests.Request{}, bound: "at", by: []string{"at", "id"},
			find: finder(requests.TableRow, func(r requests.Request) []any { return []any{r.At, r.ID} })}
	case References:
	}
	return source{columns: references.TableColumns(), model: &references.Reference{}, bound: "created_at", by: made,
		find: finder(references.TableRow, func(r references.Reference) []any { return []any{r.CreatedAt, r.ID} })}
}

// pageRows is how many rows one statement reads.
const pageRows = 500

// Page reads the rows of a run after a position, which is "" at the beginning, in the order of their keys. Each row is as it is
// when it is read: nothing is locked, and no snapshot stays open. next is "" if there are no more rows.
func (s *Store) Page(ctx context.Context, c *Claimed, after string) (rows []table.Row, next string, err error) {
	of := c.Kind.source()
	q := s.Read(ctx).Model(of.model).Where("workspace_id = ? AND "+of.bound+" < ?", c.WorkspaceID, c.Run.UntilAt)
	if of.only != "" {
		q = q.Where(of.only)
	}
	if c.Run.FromAt > 0 {
		q = q.Where(of.bound+" >= ?", c.Run.FromAt)
	}
	if after != "" {
		at, err := position(after)
		if err != nil {
			return nil, "", err
		}
		q = q.Where("("+strings.Join(of.by, ", ")+") > ?", at)
	}
	found, err := of.find(q.Order(strings.Join(of.by, ", ")).Limit(pageRows))
	if err != nil || len(found) == 0 {
		return nil, "", db.Error(err)
	}
	for _, one := range found {
		rows = append(rows, one.row)
	}
	if len(found) < pageRows {
		return rows, "", nil
	}
	return rows, db.JSON(found[len(found)-1].at), nil
}

// position reads the values of a row's sort columns.
func position(text string) ([]any, error) {
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.UseNumber()
	var at []any
	if err := d.Decode(&at); err != nil {
		return nil, err
	}
	for n, v := range at {
		if number, ok := v.(json.Number); ok {
			whole, err := number.Int64()
			if err != nil {
				return nil, err
			}
			at[n] = whole
		}
	}
	return at, nil
}
