package pages

import (
	"bufio"
	"context"
	"encoding/csv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
)

// downloadWithin bounds a streamed download; the server ends a connection that writes for longer.
const downloadWithin = 80 * time.Second

// sendCSV streams a table as a download. next returns the rows of one page after the other, none at the end; it runs after
// the request's own context has ended, under one of its own. A download that breaks off ends without its last line.
func sendCSV(c *fiber.Ctx, name string, header []string, next func(context.Context) ([][]string, error)) error {
	c.Set(fiber.HeaderContentType, "text/csv; charset=utf-8")
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+name+`.csv"`)
	ctx := context.WithoutCancel(c.UserContext())
	c.Context().SetBodyStreamWriter(func(w *bufio.Writer) {
		ctx, cancel := context.WithTimeout(ctx, downloadWithin)
		defer cancel()
		table := csv.NewWriter(w)
		table.UseCRLF = true // RFC 4180
		_ = table.Write(header)
		for {
			rows, err := next(ctx)
			if err != nil || len(rows) == 0 {
				break
			}
			for _, row := range rows {
				_ = table.Write(harmless(row))
			}
			if table.Flush(); table.Error() != nil || w.Flush() != nil {
				return // nobody reads on
			}
		}
		table.Flush()
	})
	return nil
}

// harmless keeps a spreadsheet from reading a cell as a formula.
func harmless(row []string) []string {
	for n, cell := range row {
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[n] = "'" + cell
		}
	}
	return row
}
