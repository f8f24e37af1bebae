package events_test

import (
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
	"socialdata/models/work"

	"gorm.io/gorm"
)

// backlog is how many deliveries wait for an endpoint that is disabled.
const backlog = 100_000

// BenchmarkDue looks for endpoints with due deliveries, as every worker does four times a second, beside the backlog of one that
// is disabled.
func BenchmarkDue(b *testing.B) {
	modelstest.EachBench(b, func(b *testing.B, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(b, s, 0)
		add := func(enabled bool, count int) string {
			w, _, err := s.Events.CreateWebhook(b.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: "https://a.example/", Types: []events.Type{events.CreditsLow}})
			testkit.Must(b, err)
			now := db.Micros(clock.Now())
			testkit.Must(b, s.Tx(b.Context(), func(tx *gorm.DB) error {
				for range (count + 999) / 1000 {
					told, rows := make([]events.Event, min(count, 1000)), make([]events.Delivery, min(count, 1000))
					for n := range told {
						told[n], err = events.New(in.Workspace, events.CreditsLow, 1)
						testkit.Must(b, err)
						told[n].Position = new(int64(n))
					}
					testkit.Must(b, events.Add(tx, told...))
					for n := range rows {
						rows[n] = events.Delivery{ID: db.NewID(), WorkspaceID: in.Workspace, WebhookID: w.ID, EventID: told[n].ID, State: events.DeliveryPending, NextAt: now, CreatedAt: now}
					}
					testkit.Must(b, tx.CreateInBatches(&rows, 500).Error)
				}
				return nil
			}))
			_, err = s.Events.ChangeWebhook(b.Context(), in.Workspace, w.ID, events.WebhookChange{Revision: 1, Enabled: &enabled})
			testkit.Must(b, err)
			return w.ID
		}
		add(false, backlog)
		want := add(true, 10)
		for b.Loop() {
			list, err := s.Work.Claim(b.Context(), work.Deliveries, 200)
			if err != nil || len(list) != 1 || list[0].Key != want {
				b.Fatal(list, err)
			}
			testkit.Must(b, s.Work.Settle(b.Context(), &list[0], work.Snooze(s.Now())))
		}
	})
}
