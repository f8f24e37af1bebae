package references

import (
	"net/url"
	"strings"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/table"
)

// TableColumns returns the columns of an exported table of references.
func TableColumns() []table.Column {
	return []table.Column{{Name: "id", Type: table.String}, {Name: "title", Type: table.String}, {Name: "platform", Type: table.String}, {Name: "kind", Type: table.String},
		{Name: "url", Type: table.String}, {Name: "state", Type: table.String}, {Name: "media", Type: table.String}, {Name: "channel", Type: table.String},
		{Name: "channel_handle", Type: table.String}, {Name: "published_at", Type: table.Timestamp}, {Name: "duration_ms", Type: table.Integer},
		{Name: "views", Type: table.Integer}, {Name: "likes", Type: table.Integer}, {Name: "comments", Type: table.Integer}, {Name: "shares", Type: table.Integer},
		{Name: "saves", Type: table.Integer}, {Name: "description", Type: table.String}, {Name: "custom_title", Type: table.String}, {Name: "notes", Type: table.String},
		{Name: "tags", Type: table.String}, {Name: "saved_at", Type: table.Timestamp}, {Name: "observed_at", Type: table.Timestamp}, {Name: "parts", Type: table.Integer},
		{Name: "parts_kept", Type: table.Integer}, {Name: "source_tags", Type: table.String}, {Name: "sound_title", Type: table.String},
		{Name: "sound_author", Type: table.String}, {Name: "mentions", Type: table.String}, {Name: "language", Type: table.String}, {Name: "category", Type: table.String},
		{Name: "origin", Type: table.String},
		{Name: "ad_advertiser", Type: table.String}, {Name: "ad_library_id", Type: table.String}, {Name: "ad_active", Type: table.Boolean},
		{Name: "ad_started_at", Type: table.Timestamp}, {Name: "ad_ended_at", Type: table.Timestamp}, {Name: "ad_days_running", Type: table.Integer},
		{Name: "ad_call_to_action", Type: table.String}, {Name: "ad_landing_link", Type: table.String}}
}

// TableRow returns a reference as a row under TableColumns. Tags are separated by commas.
func TableRow(r Reference) table.Row {
	o, kind, seen := r.Observed(), any(nil), any(nil)
	if o.Kind != nil {
		kind = string(*o.Kind)
	}
	if o.ObservationID != "" {
		seen = timeValue(&o.ObservedAt)
	}
	parts, sound := r.PartList(), content.Sound{}
	if o.Sound != nil {
		sound = *o.Sound
	}
	return append(table.Row{r.ID, r.Title(), string(r.Platform), kind, r.CanonicalURL, string(r.State), string(r.MediaAvailability), table.Optional(o.ChannelName),
		table.Optional(o.ChannelHandle), timeValue(o.PublishedAt), table.Optional(o.DurationMs), table.Optional(o.ViewCount), table.Optional(o.LikeCount),
		table.Optional(o.CommentCount), table.Optional(o.ShareCount), table.Optional(o.SaveCount), table.Optional(o.SourceDescription), table.Optional(r.CustomTitle),
		table.Optional(r.Notes), strings.Join(r.TagList(), ", "), time.UnixMicro(r.CreatedAt).UTC(), seen,
		table.Optional(parts.Total), parts.Kept(),
		strings.Join(o.Tags, ", "), table.Optional(sound.Title), table.Optional(sound.Author), strings.Join(o.Mentions, ", "), table.Optional(o.Language),
		table.Optional(o.Category), table.Optional(r.Origin())}, adCells(&r, o)...)
}

// adCells returns the values of the columns of ads; all are null where the reference is no ad. An ad's link holds its id.
func adCells(r *Reference, o SourceObserved) table.Row {
	ad := o.Ad
	if ad == nil {
		return make(table.Row, 8)
	}
	var id any
	if link, err := url.Parse(r.CanonicalURL); err == nil && link.Query().Get("id") != "" {
		id = link.Query().Get("id")
	}
	return table.Row{table.Optional(ad.PageName), id, table.Optional(ad.Active), timeValue(ad.StartedAt), timeValue(ad.EndedAt), table.Optional(ad.DaysRunning(o.ObservedAt.Time)),
		table.Optional(ad.CTAText), table.Optional(ad.LinkURL)}
}

// DaysRunning returns on how many days an ad has run, until its end or else until it was seen; nil if that is unknown.
func (ad *ObservedAd) DaysRunning(seen time.Time) *int64 {
	switch {
	case ad.EndedAt != nil:
		seen = ad.EndedAt.Time
	case ad.Active == nil || !*ad.Active:
		return nil
	}
	if ad.StartedAt == nil || ad.StartedAt.After(seen) {
		return nil
	}
	return new(int64(seen.Sub(ad.StartedAt.Time)/(24*time.Hour)) + 1)
}

func timeValue(t *content.Time) any {
	if t == nil {
		return nil
	}
	return t.UTC()
}

// Columns returns the names of TableColumns.
func Columns() []string { return table.Names(TableColumns()) }

// Cells returns TableRow as texts.
func Cells(r Reference) []string { return TableRow(r).Texts() }
