package events

import (
	"time"

	"socialdata/internal/table"
)

// TableColumns returns the columns of an exported table of events.
func TableColumns() []table.Column {
	return []table.Column{{Name: "id", Type: table.String}, {Name: "type", Type: table.String}, {Name: "created_at", Type: table.Timestamp}, {Name: "data", Type: table.String}}
}

// TableRow returns an event as a row under TableColumns. Its data are JSON, as in the API.
func TableRow(e Event) table.Row {
	return table.Row{e.ID, string(e.Type), time.UnixMicro(e.CreatedAt).UTC(), e.Data}
}
