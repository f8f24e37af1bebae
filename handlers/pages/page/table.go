package page

import (
	"context"
	"io"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/export"
)

// SendTable answers a table of any length as a file.
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

// CellTime writes a time of the database; nil and 0 are none.
func CellTime(us *int64) string {
	if us == nil || *us == 0 {
		return ""
	}
	return time.UnixMicro(*us).UTC().Format("2006-01-02T15:04:05.000Z")
}
