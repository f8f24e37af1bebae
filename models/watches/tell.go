package watches

import (
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
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

// CountsChanged is the data of the event watch.changed: the counts of an item before and now.
type CountsChanged struct {
	Named
	ID     string        `json:"id" doc:"Natural id of the item"`
	URL    string        `json:"url"`
	Before content.Stats `json:"before"`
	Stats  content.Stats `json:"stats"`
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
	return events.Add(tx, e)
}

// tellFound writes the events of new rows.
func tellFound(tx *gorm.DB, c *Claimed, fresh []Row, imported map[string]string) error {
	for len(fresh) > 0 {
		some := fresh[:min(foundAtOnce, len(fresh))]
		fresh = fresh[len(some):]
		told := ItemsFound{Named: c.named(), Items: make([]FoundItem, len(some))}
		for n, r := range some {
			told.Items[n] = FoundItem{ID: r.ID, URL: r.URL, Title: r.Title}
			if r.PublishedAt != nil {
				at := content.At(*r.PublishedAt)
				told.Items[n].PublishedAt = &at
			}
			if id := imported[r.ID]; id != "" {
				told.Items[n].ImportID = &id
			}
		}
		if err := tell(tx, &c.Watch, events.WatchFound, told); err != nil {
			return err
		}
	}
	return nil
}
