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
	case events.WatchFound, events.WatchChanged, events.WatchGone, events.WatchFailing:
		err = announceWatch(e, &m)
	case events.ImportsRetried:
		var mended support.ImportsRetried
		err = json.Unmarshal([]byte(e.Data), &mended)
		m.Title, m.Text, m.Link = "The cause of failed imports was mended", fmt.Sprintf("%s\nImports of yours that it hit: %d.", mended.Text, mended.Imports), workspace+"/imports"
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
	Items   []watches.FoundItem
	URL     string
	Message string
}

func announceWatch(e *events.Event, m *messages.Message) error {
	var w watched
	if err := json.Unmarshal([]byte(e.Data), &w); err != nil {
		return err
	}
	m.Link += "/watches/" + w.WatchID
	switch e.Type {
	case events.WatchChanged:
		m.Title, m.Text = w.Name+": the counts have changed", w.URL
	case events.WatchGone:
		m.Title, m.Text = w.Name+": the item is gone", w.URL
	case events.WatchFailing:
		m.Title, m.Text = w.Name+": the watch fails again and again", w.Message
	default:
		m.Title, m.Text = fmt.Sprintf("%s: %d new", w.Name, len(w.Items)), itemLines(w.Items)
	}
	return nil
}

// itemLines lists new items, one per line.
func itemLines(items []watches.FoundItem) string {
	var lines []string
	for _, i := range items[:min(len(items), itemsAnnounced)] {
		line := "• " + i.URL
		if i.Title != nil && *i.Title != "" {
			line = "• " + *i.Title + " " + i.URL
		}
		lines = append(lines, line)
	}
	if left := len(items) - itemsAnnounced; left > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", left))
	}
	return strings.Join(lines, "\n")
}
