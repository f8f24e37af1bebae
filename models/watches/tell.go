package watches

import (
	"slices"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/db"
	"socialdata/models/events"
)

// Named is the watch and the run of an event.
type Named struct {
	WatchID string `json:"watchId"`
	Name    string `json:"name" doc:"Of the watch"`
	RunID   string `json:"runId"`
}

// ItemsFound is the data of the event watch.found: new rows in the platform's order. More than 50 are split into several events.
type ItemsFound struct {
	Named
	Items []FoundItem `json:"items"`
}

// FoundItem is a new row.
type FoundItem struct {
	ID          string        `json:"id" doc:"Natural id"`
	URL         string        `json:"url"`
	Title       *string       `json:"title"`
	PublishedAt *content.Time `json:"publishedAt"`
	ImportID    *string       `json:"importId" doc:"Of its import; null where it is not imported"`
}

// ItemChanged is the data of the event watch.changed: the counts of a single item, or the text, link or media of an item
// of a list.
type ItemChanged struct {
	Named
	ID      string         `json:"id" doc:"Natural id of the item"`
	URL     string         `json:"url"`
	Title   *string        `json:"title"`
	Changed []Part         `json:"changed" doc:"What is different"`
	Before  *content.Stats `json:"before,omitempty" doc:"The counts before, if they have changed"`
	Stats   *content.Stats `json:"stats,omitempty" doc:"The counts now, if they have changed"`
	Text    *TextChange    `json:"text,omitempty" doc:"The text, or else the title, if it has changed; at most 500 characters"`
	Link    *TextChange    `json:"link,omitempty" doc:"Where the ad leads, if that has changed"`
}

// TextChange is a text or an address before a change and after it.
type TextChange struct {
	Before string `json:"before"`
	Now    string `json:"now"`
}

// ItemsState is the data of the events watch.ended and watch.returned. More than 50 items are split into several events.
type ItemsState struct {
	Named
	Items []StateItem `json:"items"`
}

// StateItem is an item that has ended or returned.
type StateItem struct {
	ID          string        `json:"id" doc:"Natural id"`
	URL         string        `json:"url"`
	Title       *string       `json:"title"`
	FirstSeenAt content.Time  `json:"firstSeenAt"`
	LastSeenAt  *content.Time `json:"lastSeenAt"`
	EndedAt     content.Time  `json:"endedAt" doc:"As an ad says itself; else the first look without it"`
	Why         Why           `json:"why" doc:"inactive: the ad says so; missing: two complete looks in a row lack it"`
	DaysRunning *int64        `json:"daysRunning" doc:"From its publication, or the start of an ad, to its end; null where the list tells no time"`
}

// ThresholdCrossed is the data of the event watch.threshold.
type ThresholdCrossed struct {
	Named
	ID        string    `json:"id" doc:"Natural id of the item"`
	URL       string    `json:"url"`
	Title     *string   `json:"title"`
	Threshold Threshold `json:"threshold"`
	Number    int64     `json:"number" doc:"As it is now"`
	From      *int64    `json:"from" doc:"As it was at the beginning of the period, of one that grows; else null"`
}

// ItemGone is the data of the event watch.gone.
type ItemGone struct {
	Named
	ID   string        `json:"id" doc:"Natural id of the item"`
	URL  string        `json:"url"`
	Code apierror.Code `json:"code" doc:"unavailable_removed, unavailable_private or not_found"`
}

// WatchFails is the data of the event watch.failing: the third run in a row has failed.
type WatchFails struct {
	Named
	Code    apierror.Code `json:"code" doc:"Of the last run"`
	Message string        `json:"message"`
}

// foundAtOnce is the maximum number of rows in one event.
const foundAtOnce = 50

func (c *Claimed) named() Named { return Named{WatchID: c.ID, Name: c.Name, RunID: c.Run.ID} }

// tell writes an event of a watch.
func tell(tx *gorm.DB, w *Watch, is events.Type, data any) error {
	e, err := events.New(w.WorkspaceID, is, data)
	if err != nil {
		return err
	}
	e.Subject = w.ID
	return events.Add(tx, e)
}

// tellFound writes the events of new rows.
func tellFound(tx *gorm.DB, c *Claimed, fresh []Row, imported map[string]string) error {
	for some := range slices.Chunk(fresh, foundAtOnce) {
		told := ItemsFound{Named: c.named(), Items: make([]FoundItem, len(some))}
		for n, r := range some {
			told.Items[n] = FoundItem{ID: r.ID, URL: r.URL, Title: r.Title, ImportID: content.OrNil(imported[r.ID])}
			if r.PublishedAt != nil {
				told.Items[n].PublishedAt = new(content.At(*r.PublishedAt))
			}
		}
		if err := tell(tx, &c.Watch, events.WatchFound, told); err != nil {
			return err
		}
	}
	return nil
}

// tellStates writes the events of items that have ended or returned.
func tellStates(tx *gorm.DB, c *Claimed, is events.Type, items []Item) error {
	for some := range slices.Chunk(items, foundAtOnce) {
		told := ItemsState{Named: c.named(), Items: make([]StateItem, len(some))}
		for n, i := range some {
			told.Items[n] = StateItem{ID: i.ItemID, URL: i.URL, Title: i.Title, FirstSeenAt: content.AtMicros(i.FirstSeenAt), LastSeenAt: content.AtMicrosPtr(i.LastSeenAt),
				EndedAt: content.AtMicros(*i.EndedAt), Why: i.EndedWhy, DaysRunning: i.DaysRunning(db.FromMicros(*i.EndedAt))}
		}
		if err := tell(tx, &c.Watch, is, told); err != nil {
			return err
		}
	}
	return nil
}

// tellEdited writes the events of items of which a part changed.
func tellEdited(tx *gorm.DB, c *Claimed, edited []edit) error {
	for _, e := range edited {
		now := e.item.FactsNow()
		told := ItemChanged{Named: c.named(), ID: e.item.ItemID, URL: e.item.URL, Title: e.item.Title, Changed: e.parts}
		for _, part := range e.parts {
			switch part {
			case TextPart:
				told.Text = textChange(&e.before, &now)
			case LinkPart:
				told.Link = &TextChange{Before: *e.before.Link, Now: *now.Link}
			case CountsPart, MediaPart:
			}
		}
		if err := tell(tx, &c.Watch, events.WatchChanged, told); err != nil {
			return err
		}
	}
	return nil
}

// tellCrossed writes the events of thresholds that items went beyond.
func tellCrossed(tx *gorm.DB, c *Claimed, crossed []crossing) error {
	for _, x := range crossed {
		told := ThresholdCrossed{Named: c.named(), ID: x.item.ItemID, URL: x.item.URL, Title: x.item.Title, Threshold: x.Threshold, Number: x.now}
		if x.Op == Grows {
			told.From = &x.before
		}
		if err := tell(tx, &c.Watch, events.WatchThreshold, told); err != nil {
			return err
		}
	}
	return nil
}
