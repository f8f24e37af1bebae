package imports

import (
	"time"

	"socialdata/internal/table"
)

// TableColumns returns the columns of an exported table of imports.
func TableColumns() []table.Column {
	return []table.Column{{Name: "id", Type: table.String}, {Name: "state", Type: table.String}, {Name: "platform", Type: table.String}, {Name: "link", Type: table.String},
		{Name: "canonical_url", Type: table.String}, {Name: "failure_code", Type: table.String}, {Name: "media_profile", Type: table.String},
		{Name: "transcript", Type: table.Boolean}, {Name: "attempts", Type: table.Integer}, {Name: "reference_id", Type: table.String},
		{Name: "made_at", Type: table.Timestamp}, {Name: "ended_at", Type: table.Timestamp}}
}

// TableRow returns an import as a row under TableColumns.
func TableRow(i Import) table.Row {
	return table.Row{i.ID, string(i.State), string(i.Platform), i.SourceURL, table.OptionalText(i.CanonicalURL), table.OptionalText(i.OutcomeCode), string(i.MediaProfile),
		i.Transcript, i.Attempt, table.Optional(i.ReferenceID), time.UnixMicro(i.CreatedAt).UTC(), table.Micros(i.FinishedAt)}
}
