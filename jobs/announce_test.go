package jobs_test

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/internal/webhooks"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models/billing"
	"socialdata/models/events"
	"socialdata/models/exports"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/support"
	"socialdata/models/watches"
)

// letterbox keeps what endpoints are sent, by their address.
type letterbox struct {
	mu   sync.Mutex
	sent map[string][]webhooks.Message
}

func (l *letterbox) Send(_ context.Context, m webhooks.Message) webhooks.Outcome {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.sent[m.URL] = append(l.sent[m.URL], m)
	return webhooks.Outcome{Status: 200}
}

// text joins what an endpoint was sent, and says how many messages that is.
func (l *letterbox) text(url string) (all string, messages int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, m := range l.sent[url] {
		all += m.Header["Title"] + " " + string(m.Body) + " " + m.Header["Click"] + "\n"
	}
	return all, len(l.sent[url])
}

// TestChannelsAreToldInWords sends every type of event to a channel of each service, and to a program: the message names what it is about and
// leads there.
func TestChannelsAreToldInWords(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, client *redis.Client) {
		s := modelstest.SQLite(t, &modelstest.Clock{})
		in := modelstest.Install(t, s, 100)
		poster := references.Media{Role: references.PosterMedia, ContentType: "image/jpeg", Bytes: 3, SHA256: strings.Repeat("a", 64), Filename: "p.jpg", BlobKey: "k"}
		id := modelstest.Save(t, s, in.Workspace, modelstest.Saved{CustomTitle: new("Ramen"), Media: []references.Media{poster}})
		box := &letterbox{sent: map[string][]webhooks.Message{}}
		for _, f := range events.Formats() {
			w, _, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: "https://" + string(f) + ".example/", Types: events.Types(), Format: f})
			testkit.Must(t, err)
			_, err = s.Events.TestWebhook(t.Context(), in.Workspace, w.ID)
			testkit.Must(t, err)
		}
		found := watches.ItemsFound{Named: watches.Named{WatchID: "w1", Name: "Lanterns"}}
		for range 12 {
			found.Items = append(found.Items, watches.FoundItem{URL: "https://x.example/1", Title: new("New lamp")})
		}
		told := []struct {
			is    events.Type
			data  any
			words []string
		}{
			{events.ImportSucceeded, imports.Ingestion{ID: "i1", SourceURL: "https://x.example/1", ReferenceID: &id}, []string{"Imported: Ramen", "/references/" + id}},
			{events.ImportFailed, imports.Ingestion{ID: "i2", OutcomeMessage: new("It is private.")}, []string{"An import failed", "It is private.", "/imports/i2"}},
			{events.ImportCancelled, imports.Ingestion{ID: "i3"}, []string{"An import was cancelled", "/imports/i3"}},
			{events.ImportsRetried, support.ImportsRetried{Text: "Reels are read again.", Imports: 3}, []string{"The cause of failed imports was mended", "Reels are read again.", "it hit: 3", "/imports"}},
			{events.ReferenceUpdated, references.ReferenceNow{ID: id}, []string{"A reference has changed", "Ramen", "/references/" + id}},
			{events.ReferenceDeleted, references.ReferenceNow{ID: "gone"}, []string{"A reference was deleted"}},
			{events.ReferenceMediaExpired, references.ReferenceNow{ID: id}, []string{"The media of a reference is no longer kept"}},
			{events.WatchFound, found, []string{"Lanterns: 12 new", "New lamp https://x.example/1", "and 2 more", "/watches/w1"}},
			{events.WatchChanged, watches.ItemChanged{Named: found.Named, Changed: []watches.Part{watches.CountsPart}, URL: "https://x.example/2"}, []string{"Lanterns: the counts have changed", "https://x.example/2"}},
			{events.WatchChanged, watches.ItemChanged{Named: found.Named, Changed: []watches.Part{watches.TextPart, watches.LinkPart}, Text: &watches.TextChange{Before: "old words", Now: "new words"}},
				[]string{"Lanterns: the text and link of an item have changed", "before: old words", "now: new words"}},
			{events.WatchEnded, watches.ItemsState{Named: found.Named, Items: []watches.StateItem{{URL: "https://x.example/4", Title: new("Old lamp"), DaysRunning: new(int64(31))}}},
				[]string{"Lanterns: 1 ended", "Old lamp https://x.example/4 (31 days)"}},
			{events.WatchReturned, watches.ItemsState{Named: found.Named, Items: []watches.StateItem{{URL: "https://x.example/5"}}}, []string{"Lanterns: 1 back again", "https://x.example/5"}},
			{events.WatchThreshold, watches.ThresholdCrossed{Named: found.Named, Threshold: watches.Threshold{Field: "views", Op: watches.Above, Value: 1000}, Number: 1200}, []string{"Lanterns: views above 1000, now 1200"}},
			{events.WatchThreshold, watches.ThresholdCrossed{Named: found.Named, Threshold: watches.Threshold{Field: "euReach", Op: watches.Grows, Value: 10, Within: "7d"}, Number: 50, From: new(int64(20))},
				[]string{"Lanterns: reach in the EU grew by 30 within 7d, to 50"}},
			{events.WatchGone, watches.ItemGone{Named: found.Named, URL: "https://x.example/3"}, []string{"Lanterns: the item is gone", "https://x.example/3"}},
			{events.WatchFailing, watches.WatchFails{Named: found.Named, Message: "It is walled."}, []string{"Lanterns: the watch fails again and again", "It is walled."}},
			{events.ExportSucceeded, exports.Ended{ExportID: "x1", Kind: exports.Ledger, Rows: 7, ManifestKey: new("exports/w/manifest.json")}, []string{"A scheduled export is stored", "ledger: 7 rows, exports/w/manifest.json", "/exports/x1"}},
			{events.ExportFailed, exports.Ended{ExportID: "x1", Kind: exports.Ledger, Message: new("The store did not answer.")}, []string{"A scheduled export failed", "The store did not answer. (ledger)", "/exports/x1"}},
			{events.CreditsLow, billing.BalanceNow{Balance: 7}, []string{"The balance is low", "7 credits", "/credits"}},
			{events.KeyBudget, billing.BudgetNow{Name: "ci", Limit: 10, Spent: 8, Period: billing.Day}, []string{"ci: 8 of 10 credits of this day.", "/keys"}},
			{events.WebhookTest, events.Tested{}, []string{"A test from Social Data"}},
		}
		types := map[events.Type]bool{}
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
			for _, one := range told {
				types[one.is] = true
				if one.is == events.WebhookTest {
					continue // each endpoint has its own
				}
				e, err := events.New(in.Workspace, one.is, one.data)
				if err != nil {
					return err
				}
				if err := events.Add(tx, e); err != nil {
					return err
				}
			}
			return nil
		}))
		for _, is := range events.Types() {
			if !types[is] {
				t.Errorf("nothing is said of %s", is)
			}
		}
		log := slog.New(slog.DiscardHandler)
		w, err := jobs.NewWorker(jobs.Options{LookEvery: 100 * time.Millisecond, Redis: client.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s}, Repair: &jobs.Repair{Store: s},
			Deliveries: &jobs.Deliveries{Store: s, Sender: box, Log: log, Origin: "https://social.example", Link: func(id string) string { return "/media/" + id }}})
		testkit.Must(t, err)
		testkit.Must(t, w.Start())
		defer w.Shutdown()
		for _, f := range events.Formats() {
			url := "https://" + string(f) + ".example/"
			testkit.Eventually(t, "every event is at "+url, func() bool { _, n := box.text(url); return n == len(told) })
			all, _ := box.text(url)
			if f == events.Standard {
				if strings.Count(all, `"object":"event"`) != len(told) {
					t.Errorf("a program is sent %s", all)
				}
				continue
			}
			for _, one := range told {
				for _, word := range one.words {
					if !strings.Contains(all, word) {
						t.Errorf("%s of %s: no %q in\n%s", f, one.is, word, all)
					}
				}
			}
			if !strings.Contains(all, "https://social.example/w/"+in.Workspace) || strings.Contains(all, `"object"`) {
				t.Errorf("%s is sent %s", f, all)
			}
		}
	})
}
