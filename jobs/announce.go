package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/messages"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/imports"
	"socialdata/models/references"
	"socialdata/models/support"
	"socialdata/models/watches"
)

// itemsAnnounced is how many new items one message lists.
const itemsAnnounced = 10

// announce describes an event in words, for people who read a channel.
func (d *Deliveries) announce(ctx context.Context, e *events.Event) (m messages.Message, err error) {
	workspace := d.Origin + "/w/" + e.WorkspaceID
	m = messages.Message{Link: workspace, At: db.FromMicros(e.CreatedAt)}
	switch e.Type {
	case events.ImportSucceeded, events.ImportFailed, events.ImportCancelled:
		err = d.announceImport(ctx, e, &m)
	case events.ReferenceUpdated, events.ReferenceDeleted, events.ReferenceMediaExpired:
		err = d.announceReference(ctx, e, &m)
	case events.WatchFound, events.WatchChanged, events.WatchEnded, events.WatchReturned, events.WatchThreshold, events.WatchGone, events.WatchFailing:
		err = announceWatch(e, &m)
	case events.ImportsRetried:
		var mended support.ImportsRetried
		err = json.Unmarshal([]byte(e.Data), &mended)
		m.Title, m.Text, m.Link = "The cause of failed imports was mended", fmt.Sprintf("%s\nImports of yours that it hit: %d.", mended.Text, mended.Imports), workspace+"/imports"
	case events.ExportSucceeded, events.ExportFailed:
		err = announceExport(e, &m)
	case events.CreditsLow:
		var now billing.BalanceNow
		err = json.Unmarshal([]byte(e.Data), &now)
		m.Title, m.Text, m.Link = "The balance is low", fmt.Sprintf("%d credits are left.", now.Balance), workspace+"/credits"
	case events.KeyBudget:
		var now billing.BudgetNow
		err = json.Unmarshal([]byte(e.Data), &now)
		m.Title, m.Text, m.Link = "A key has spent 80 % of its budget", fmt.Sprintf("%s: %d of %d credits of this %s.", now.Name, now.Spent, now.Limit, now.Period), workspace+"/keys"
	case events.WebhookTest:
		m.Title, m.Text, m.Link = "A test from Social Data", "Messages arrive here.", workspace+"/webhooks"
	}
	return m, err
}

func (d *Deliveries) announceImport(ctx context.Context, e *events.Event, m *messages.Message) error {
	var i imports.Ingestion
	if err := json.Unmarshal([]byte(e.Data), &i); err != nil {
		return err
	}
	m.Title = map[events.Type]string{events.ImportSucceeded: "Imported", events.ImportFailed: "An import failed", events.ImportCancelled: "An import was cancelled"}[e.Type]
	m.Link, m.Text = d.Origin+"/w/"+e.WorkspaceID+"/imports/"+i.ID, i.SourceURL
	if i.OutcomeMessage != nil && e.Type == events.ImportFailed {
		m.Text += "\n" + *i.OutcomeMessage
	}
	if i.ReferenceID == nil || e.Type != events.ImportSucceeded {
		return nil
	}
	r, err := d.find(ctx, e.WorkspaceID, *i.ReferenceID, m)
	if r != nil {
		m.Title += ": " + r.Title()
	}
	return err
}

func (d *Deliveries) announceReference(ctx context.Context, e *events.Event, m *messages.Message) error {
	var now references.ReferenceNow
	if err := json.Unmarshal([]byte(e.Data), &now); err != nil {
		return err
	}
	m.Link = d.Origin + "/w/" + e.WorkspaceID + "/references"
	m.Title = map[events.Type]string{events.ReferenceUpdated: "A reference has changed", events.ReferenceDeleted: "A reference was deleted", events.ReferenceMediaExpired: "The media of a reference is no longer kept"}[e.Type]
	r, err := d.find(ctx, e.WorkspaceID, now.ID, m)
	if r != nil {
		m.Text = r.Title() + "\n" + r.CanonicalURL
	}
	return err
}

func announceExport(e *events.Event, m *messages.Message) error {
	var ended exports.Ended
	if err := json.Unmarshal([]byte(e.Data), &ended); err != nil {
		return err
	}
	m.Link += "/exports/" + ended.ExportID
	if ended.ManifestKey == nil {
		m.Title = "A scheduled export failed"
		m.Text = fmt.Sprintf("%s (%s)\nThe next run has what it lacks.", *ended.Message, ended.Kind)
		return nil
	}
	m.Title, m.Text = "A scheduled export is stored", fmt.Sprintf("%s: %d rows, %s", ended.Kind, ended.Rows, *ended.ManifestKey)
	return nil
}

// find returns the reference that a message is about, or nil if it was deleted. It adds its address and picture to the message.
func (d *Deliveries) find(ctx context.Context, workspaceID, id string, m *messages.Message) (*references.Reference, error) {
	r, err := d.Store.References.Find(ctx, workspaceID, id)
	if apierror.Is(err, apierror.CodeNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m.Link = d.Origin + "/w/" + workspaceID + "/references/" + id
	if r.PosterMediaID != nil && d.Link != nil {
		m.Picture = d.Origin + d.Link(*r.PosterMediaID)
	}
	return r, nil
}

// watched holds the data of the events of watches, as far as messages use it.
type watched struct {
	watches.Named
	Items     []watchedItem
	Title     *string
	URL       string
	Message   string
	Changed   []watches.Part
	Text      *watches.TextChange
	Link      *watches.TextChange
	Threshold watches.Threshold
	Number    int64
	From      *int64
}

// watchedItem is an item in the data of an event.
type watchedItem struct {
	URL         string
	Title       *string
	DaysRunning *int64
}

// line describes the item in one line.
func (i watchedItem) line() string {
	line := "• "
	if i.Title != nil && *i.Title != "" {
		line += *i.Title + " "
	}
	line += i.URL
	if i.DaysRunning != nil {
		line += fmt.Sprintf(" (%d days)", *i.DaysRunning)
	}
	return line
}

// AnnounceWatch describes an event of a watch in words, for programs that read feeds. origin is the base of its link.
func AnnounceWatch(origin string, e *events.Event) (m messages.Message, err error) {
	m = messages.Message{Link: origin + "/w/" + e.WorkspaceID, At: db.FromMicros(e.CreatedAt)}
	return m, announceWatch(e, &m)
}

func announceWatch(e *events.Event, m *messages.Message) error {
	var w watched
	if err := json.Unmarshal([]byte(e.Data), &w); err != nil {
		return err
	}
	m.Link += "/watches/" + w.WatchID
	switch e.Type {
	case events.WatchChanged:
		m.Title, m.Text = w.Name+": "+changedWords(w.Changed), w.changes()
	case events.WatchEnded:
		m.Title, m.Text = fmt.Sprintf("%s: %d ended", w.Name, len(w.Items)), itemLines(w.Items)
	case events.WatchReturned:
		m.Title, m.Text = fmt.Sprintf("%s: %d back again", w.Name, len(w.Items)), itemLines(w.Items)
	case events.WatchThreshold:
		m.Title, m.Text = w.Name+": "+w.crossed(), watchedItem{URL: w.URL, Title: w.Title}.line()
	case events.WatchGone:
		m.Title, m.Text = w.Name+": the item is gone", w.URL
	case events.WatchFailing:
		m.Title, m.Text = w.Name+": the watch fails again and again", w.Message
	default:
		m.Title, m.Text = fmt.Sprintf("%s: %d new", w.Name, len(w.Items)), itemLines(w.Items)
	}
	return nil
}

// changedWords says which parts of an item have changed.
func changedWords(parts []watches.Part) string {
	words := make([]string, len(parts))
	for n, part := range parts {
		words[n] = string(part)
	}
	if len(words) == 1 && words[0] != string(watches.CountsPart) {
		return "the " + words[0] + " of an item has changed"
	}
	if len(words) == 1 {
		return "the counts have changed"
	}
	return "the " + strings.Join(words, " and ") + " of an item have changed"
}

// changes shows what an item said before and says now.
func (w *watched) changes() string {
	lines := []string{w.URL}
	for _, c := range []*watches.TextChange{w.Text, w.Link} {
		if c != nil {
			lines = append(lines, "before: "+c.Before, "now: "+c.Now)
		}
	}
	return strings.Join(lines, "\n")
}

// fieldWords names the numbers of thresholds.
var fieldWords = map[watches.Field]string{"views": "views", "likes": "likes", "comments": "comments", "shares": "shares", "saves": "saves", "euReach": "reach in the EU"}

// crossed says which threshold an item went beyond.
func (w *watched) crossed() string {
	t := w.Threshold
	if t.Op == watches.Grows && w.From != nil {
		return fmt.Sprintf("%s grew by %d within %s, to %d", fieldWords[t.Field], w.Number-*w.From, t.Within, w.Number)
	}
	return fmt.Sprintf("%s %s %d, now %d", fieldWords[t.Field], t.Op, t.Value, w.Number)
}

// itemLines lists items, one per line.
func itemLines(items []watchedItem) string {
	var lines []string
	for _, i := range items[:min(len(items), itemsAnnounced)] {
		lines = append(lines, i.line())
	}
	if left := len(items) - itemsAnnounced; left > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", left))
	}
	return strings.Join(lines, "\n")
}
