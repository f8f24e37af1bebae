package billing

import (
	"time"

	"socialdata/internal/table"
)

// TableColumns returns the columns of an exported ledger.
func TableColumns() []table.Column {
	return []table.Column{{Name: "id", Type: table.String}, {Name: "at", Type: table.Timestamp}, {Name: "amount", Type: table.Integer}, {Name: "balance_after", Type: table.Integer},
		{Name: "part", Type: table.String}, {Name: "subject", Type: table.String}, {Name: "import_id", Type: table.String}, {Name: "note", Type: table.String},
		{Name: "spent_by", Type: table.String}}
}

// TableRow returns an entry as a row under TableColumns.
func TableRow(e Entry) table.Row {
	return table.Row{e.ID, time.UnixMicro(e.CreatedAt).UTC(), e.Amount, WithoutAdvance(e.BalanceAfter), table.OptionalText(e.Part), table.OptionalText(e.Subject),
		table.OptionalText(e.ImportID()), table.OptionalText(e.Note), table.OptionalText(e.SpentBy)}
}
