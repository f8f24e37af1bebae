package pages

import (
	"context"
	"io"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/export"
	"socialdata/models/billing"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/views"
)

// exportReferences sends the list of the page as a table.
func (h *Handlers) exportReferences(c *fiber.Ctx) error {
	f := readQuery(c)
	list, _ := h.referenceListing(c, f, &views.References{})
	if !f.ok() { // a table of everything is not what was asked for
		return apierror.InvalidInput(apierror.Field{Name: "q", In: "query", Reason: "range", Expected: "a search that the list takes"})
	}
	workspace := caller(c).WorkspaceID
	return h.sendTable(c, "references", references.Columns(), func(ctx context.Context, row func(...string) error) error {
		return h.Store.References.Each(ctx, workspace, list, func(r references.Reference) error { return row(references.Cells(r)...) })
	})
}

// exportImports sends the list of imports as a table.
func (h *Handlers) exportImports(c *fiber.Ctx) error {
	filter, workspace := h.importFilter(readQuery(c), &views.Imports{}), caller(c).WorkspaceID
	columns := []string{"id", "state", "platform", "link", "canonical_url", "failure_code", "media_profile", "transcript", "attempts", "reference_id", "made_at", "ended_at"}
	return h.sendTable(c, "imports", columns, func(ctx context.Context, row func(...string) error) error {
		return h.Store.Imports.Each(ctx, workspace, filter, func(i imports.Import) error {
			return row(i.ID, string(i.State), string(i.Platform), i.SourceURL, i.CanonicalURL, string(i.OutcomeCode), string(i.MediaProfile),
				strconv.FormatBool(i.Transcript), strconv.FormatInt(i.Attempt, 10), orEmpty(i.ReferenceID), cellTime(&i.CreatedAt), cellTime(i.FinishedAt))
		})
	})
}

// exportCredits sends the ledger as a table.
func (h *Handlers) exportCredits(c *fiber.Ctx) error {
	workspace := caller(c).WorkspaceID
	columns := []string{"id", "at", "amount", "balance_after", "part", "subject", "import_id", "note"}
	return h.sendTable(c, "credits", columns, func(ctx context.Context, row func(...string) error) error {
		return h.Store.Billing.EachEntry(ctx, workspace, func(e billing.Entry) error {
			return row(e.ID, cellTime(&e.CreatedAt), strconv.FormatInt(e.Amount, 10), strconv.FormatInt(e.BalanceAfter, 10), string(e.Part), e.Subject, e.ImportID(), e.Note)
		})
	})
}

// sendTable answers a table of any length as a file.
func (h *Handlers) sendTable(c *fiber.Ctx, name string, columns []string, each func(ctx context.Context, row func(...string) error) error) error {
	body, err := h.Tables.Send(c.UserContext(), caller(c).WorkspaceID, func(ctx context.Context, to io.Writer) error {
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

// cellTime writes a time of the database; nil and 0 are none.
func cellTime(us *int64) string {
	if us == nil || *us == 0 {
		return ""
	}
	return time.UnixMicro(*us).UTC().Format("2006-01-02T15:04:05.000Z")
}
