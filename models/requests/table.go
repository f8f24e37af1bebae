package requests

import (
	"time"

	"socialdata/internal/table"
)

// TableColumns returns the columns of an exported request log.
func TableColumns() []table.Column {
	return []table.Column{{Name: "requestId", Type: table.String}, {Name: "at", Type: table.Timestamp}, {Name: "method", Type: table.String}, {Name: "operation", Type: table.String},
		{Name: "subject", Type: table.String}, {Name: "status", Type: table.Integer}, {Name: "code", Type: table.String}, {Name: "durationMs", Type: table.Integer},
		{Name: "creditsCharged", Type: table.Integer}, {Name: "cached", Type: table.Boolean}, {Name: "routeId", Type: table.String}, {Name: "keyId", Type: table.String},
		{Name: "userId", Type: table.String}}
}

// TableRow returns a request as a row under TableColumns.
func TableRow(r Request) table.Row {
	return table.Row{r.RequestID, time.UnixMicro(r.At).UTC(), r.Method, r.Operation, table.OptionalText(r.Subject), int64(r.Status), table.OptionalText(r.Code), r.DurationMs,
		r.Credits, r.Cached, table.OptionalText(r.RouteID), table.OptionalText(r.KeyID), table.OptionalText(r.UserID)}
}
