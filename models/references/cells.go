package references

import (
	"strconv"
	"strings"
	"time"

	"socialdata/internal/content"
)

// Columns returns the columns of an exported table of references.
func Columns() []string {
	return []string{"id", "title", "platform", "kind", "url", "state", "media", "channel", "channel_handle", "published_at", "duration_ms",
		"views", "likes", "comments", "shares", "saves", "description", "custom_title", "notes", "tags", "saved_at", "observed_at", "parts", "parts_kept",
		"source_tags", "sound_title", "sound_author", "mentions", "language", "category", "origin"}
}

// Cells returns a reference as a row under Columns. Tags are separated by commas.
func Cells(r Reference) []string {
	o, kind, seen := r.Observed(), "", ""
	if o.Kind != nil {
		kind = string(*o.Kind)
	}
	if o.ObservationID != "" {
		seen = timeCell(&o.ObservedAt)
	}
	parts, sound := r.PartList(), content.Sound{}
	if o.Sound != nil {
		sound = *o.Sound
	}
	saved := content.At(time.UnixMicro(r.CreatedAt))
	return []string{r.ID, r.Title(), string(r.Platform), kind, r.CanonicalURL, string(r.State), string(r.MediaAvailability), textCell(o.ChannelName),
		textCell(o.ChannelHandle), timeCell(o.PublishedAt), numberCell(o.DurationMs), numberCell(o.ViewCount), numberCell(o.LikeCount),
		numberCell(o.CommentCount), numberCell(o.ShareCount), numberCell(o.SaveCount), textCell(o.SourceDescription), textCell(r.CustomTitle),
		textCell(r.Notes), strings.Join(r.TagList(), ", "), timeCell(&saved), seen,
		numberCell(parts.Total), strconv.FormatInt(parts.Kept(), 10),
		strings.Join(o.Tags, ", "), textCell(sound.Title), textCell(sound.Author), strings.Join(o.Mentions, ", "), textCell(o.Language), textCell(o.Category), textCell(r.Origin())}
}

func textCell(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func numberCell(n *int64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatInt(*n, 10)
}

func timeCell(t *content.Time) string {
	if t == nil {
		return ""
	}
	return t.UTC().Format("2006-01-02T15:04:05.000Z")
}
