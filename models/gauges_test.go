package models_test

import (
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// TestGaugesTellWhatIsOverdue lets a delivery and a watch wait: their ages are told, but not of an endpoint that is disabled.
func TestGaugesTellWhatIsOverdue(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		hook, _, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: "https://a.example/", Types: []events.Type{events.ReferenceUpdated}})
		testkit.Must(t, err)
		testkit.Must(t, s.Tx(t.Context(), func(tx *gorm.DB) error {
			e, err := events.New(in.Workspace, events.ReferenceUpdated, map[string]int{})
			if err != nil {
				return err
			}
			return events.Add(tx, e)
		}))
		testkit.Must(t, s.Events.Order(t.Context(), in.Workspace))
		modelstest.Run(t, s, `INSERT INTO watches (id, workspace_id, name, source, every, import, daily_credits, state, paused_reason, failures, spent, spent_on, whole, items, counts, gone_code, next_run_at,
			last_run_id, revision, created_at) VALUES ('w', ?, 'W', '{}', '1h', '', 1, 'active', '', 0, 0, '', TRUE, 0, '', '', ?, '', 1, 1)`, in.Workspace, s.NowMicros()+time.Minute.Microseconds())
		ages := func(delivery, watch time.Duration) {
			t.Helper()
			g, err := s.Gauges(t.Context())
			testkit.Must(t, err)
			if d, w := g.DeliveryDue-delivery, g.WatchDue-watch; d < 0 || w < 0 || d > 20*time.Second || w > 20*time.Second {
				t.Errorf("overdue for %v and %v, want %v and %v", g.DeliveryDue, g.WatchDue, delivery, watch)
			}
		}
		ages(0, 0)
		clock.Add(time.Hour)
		ages(time.Hour, 59*time.Minute)
		_, err = s.Events.ChangeWebhook(t.Context(), in.Workspace, hook.ID, events.WebhookChange{Revision: 1, Enabled: new(false)})
		testkit.Must(t, err)
		ages(0, 59*time.Minute)
	})
}
