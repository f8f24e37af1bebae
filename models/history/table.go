package history

import (
	"time"

	"socialdata/internal/table"
	"socialdata/models/db"
)

// TableColumns returns the columns of an exported history: a column for each count of an item or an account.
func TableColumns() []table.Column {
	return []table.Column{{Name: "subject", Type: table.String}, {Name: "observed_at", Type: table.Timestamp}, {Name: "confirmed_at", Type: table.Timestamp},
		{Name: "source", Type: table.String}, {Name: "approximate", Type: table.Boolean}, {Name: "views", Type: table.Integer}, {Name: "likes", Type: table.Integer},
		{Name: "comments", Type: table.Integer}, {Name: "shares", Type: table.Integer}, {Name: "saves", Type: table.Integer}, {Name: "followers", Type: table.Integer},
		{Name: "following", Type: table.Integer}, {Name: "items", Type: table.Integer}}
}

// TableRow returns a record as a row under TableColumns.
func TableRow(r Record) table.Row {
	c := db.FromJSON[struct{ Views, Likes, Comments, Shares, Saves, Followers, Following, Items *int64 }](r.Counts)
	return table.Row{r.Subject, time.UnixMicro(r.ObservedAt).UTC(), time.UnixMicro(r.ConfirmedAt).UTC(), string(r.Source), r.Approximate, table.Optional(c.Views),
		table.Optional(c.Likes), table.Optional(c.Comments), table.Optional(c.Shares), table.Optional(c.Saves), table.Optional(c.Followers), table.Optional(c.Following),
		table.Optional(c.Items)}
}
