package page

import (
	"context"
	"io"
	"net/url"
	"slices"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/export"
	"socialdata/models/db"
	"socialdata/views"
)

// Map returns what f returns for each entry of a list.
func Map[T, V any](list []T, f func(T) V) (values []V) {
	for _, entry := range list {
		values = append(values, f(entry))
	}
	return values
}

// PageLinks returns the addresses of the next older rows of a list and of its beginning, or "" if there is none.
func PageLinks(c *fiber.Ctx, next string) (older, newest string) {
	q := ReadQuery(c).Values
	if q.Get("cursor") != "" {
		q.Del("cursor")
		newest = c.Path() + "?" + q.Encode()
	}
	if next != "" {
		q.Set("cursor", next)
		older = c.Path() + "?" + q.Encode()
	}
	return older, newest
}

// DayOrTime parses a day (2026-11-21, UTC) or a time (RFC 3339). It returns nil for anything else.
func DayOrTime(text string) *time.Time {
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.Parse(layout, text); err == nil {
			return &t
		}
	}
	return nil
}

// pageRows is the number of rows on one page of a list.
const pageRows = 30

// PageRequest returns which page of a list is requested.
func (f *Form) PageRequest() db.PageRequest {
	return db.PageRequest{Cursor: f.Text("cursor"), Limit: pageRows}
}

// DateRange parses the first and the last day of a list, in UTC. The last day is included.
func (f *Form) DateRange() (from, before *time.Time, first, last views.Field) {
	day := func(name, label string) (*time.Time, views.Field) {
		field := views.Field{Name: name, Label: label, Type: "date", Value: f.Word(name)}
		at, err := time.Parse(time.DateOnly, field.Value)
		if err != nil || at.Year() < 2000 || at.Year() > 9000 {
			if field.Value != "" {
				field.Value, field.Problem = "", "“"+field.Value+"” is not a day."
			}
			return nil, field
		}
		return &at, field
	}
	from, first = day("from", "From day (UTC)")
	if before, last = day("to", "To day (UTC)"); before != nil {
		before = new(before.AddDate(0, 0, 1))
	}
	return from, before, first, last
}

// AtMost formats a count that stops at a maximum.
func AtMost(n, most int64, one string) string {
	if n > most {
		return "More than " + views.Count(most, one)
	}
	return views.Count(n, one)
}

// ExportHref returns the address for downloading the list of a page: all its pages, with the same filters.
func ExportHref(c *fiber.Ctx, list string) string {
	q := ReadQuery(c).Values
	for _, name := range []string{"cursor", "view", "sort"} {
		q.Del(name)
	}
	return WithQuery(WorkspacePath(c, list+"/export.csv"), q)
}

// IDs returns the selected rows, each once.
func (f *Form) IDs() []string {
	list := []string{}
	for _, id := range f.Texts("id") {
		if !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

// ListAgain redirects to the list that a form was submitted from, and shows a sentence there.
func (b *Base) ListAgain(c *fiber.Ctx, f *Form, list, sentence string) error {
	return b.Redirect(c, ListPath(c, f, list), sentence)
}

// ListUnchanged is ListAgain for an act that was not done; the sentence says why.
func (b *Base) ListUnchanged(c *fiber.Ctx, f *Form, list, sentence string) error {
	return b.RedirectNot(c, ListPath(c, f, list), sentence)
}

// ListPath returns the path of the list that a form was submitted from, with its query.
func ListPath(c *fiber.Ctx, f *Form, list string) string {
	path := WorkspacePath(c, list)
	if q, err := url.ParseQuery(f.Text("query")); err == nil {
		return WithQuery(path, q)
	}
	return path
}

// QueryOf returns the query of the list that a form was submitted from, or invalid_input if it cannot be read: a list
// without a filter is another one.
func QueryOf(f *Form) (*Form, error) {
	q, err := url.ParseQuery(f.Text("query"))
	if err != nil {
		return nil, apierror.InvalidInput(apierror.Field{Name: "query", In: "body", Reason: "format", Expected: "the query of a list"})
	}
	return NewForm(q), nil
}

// NothingSelected is shown if no row was selected.
const NothingSelected = "Nothing was selected."

// BulkBounds returns the bounds of a bulk action on the selected rows.
func BulkBounds(f *Form, more ...Bound) []Bound {
	return append(more, Bound{Property: "ids", Field: "id", Label: "The selection", Given: f.IDs()})
}

// SendTable streams a table as a CSV file.
func (b *Base) SendTable(c *fiber.Ctx, name string, columns []string, each func(ctx context.Context, row func(...string) error) error) error {
	body, err := b.Tables.Send(c.UserContext(), Caller(c).WorkspaceID, func(ctx context.Context, to io.Writer) error {
		table, err := export.NewCSV(to, columns...)
		if err != nil {
			return err
		}
		if err := each(ctx, table.Row); err != nil {
			return err
		}
		return table.Flush()
	})
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	c.Context().Response.SetBodyStream(export.Paced(body, c.Context().Conn()), -1)
	return nil
}

// CellTime formats a time in microseconds for a table. It returns "" for nil and 0.
func CellTime(us *int64) string {
	if us == nil || *us == 0 {
		return ""
	}
	return time.UnixMicro(*us).UTC().Format("2006-01-02T15:04:05.000Z")
}
