package alerts_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/alerts"
	"socialdata/models/events"
	"socialdata/models/modelstest"
)

// lowAt sets the balance at which a workspace is told.
func lowAt(t *testing.T, s *models.Store, workspace string, mark *int64) {
	t.Helper()
	w, err := s.Accounts.Workspace(t.Context(), workspace)
	testkit.Must(t, err)
	testkit.Must(t, s.Accounts.ChangeWorkspace(t.Context(), workspace, accounts.WorkspaceChange{Revision: w.Revision, LowBalance: &accounts.Mark{To: mark}}))
}

// TestAlertsStandUntilTheirCauseIsGone reads the alerts of a workspace while its balance and its endpoints change; those of
// another workspace are never among them.
func TestAlertsStandUntilTheirCauseIsGone(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 100)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 0)
		testkit.Must(t, err)
		lowAt(t, s, other.ID, new(int64(5)))
		stands := func(what string, want ...alerts.Alert) {
			t.Helper()
			got, err := s.Alerts.List(t.Context(), in.Workspace)
			if diff := cmp.Diff(want, got); err != nil || diff != "" {
				t.Errorf("%s: %v\n%s", what, err, diff)
			}
		}
		stands("without a mark")
		lowAt(t, s, in.Workspace, new(int64(99)))
		stands("above the mark")
		lowAt(t, s, in.Workspace, new(int64(100)))
		low := alerts.Alert{Kind: alerts.CreditsLow, Balance: 100, LowBalance: 100}
		stands("at the mark", low)
		hook, _, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: "https://a.example/", Types: []events.Type{events.CreditsLow}})
		testkit.Must(t, err)
		_, err = s.Events.ChangeWebhook(t.Context(), in.Workspace, hook.ID, events.WebhookChange{Revision: 1, Enabled: new(false)})
		testkit.Must(t, err)
		stands("an owner disabled an endpoint", low)
		modelstest.Run(t, s, "UPDATE webhooks SET disabled_reason = 'failing' WHERE id = ?", hook.ID)
		stands("an endpoint failed", low, alerts.Alert{Kind: alerts.WebhookDisabled, Subject: hook.ID, Name: hook.URL})
		_, err = s.Events.ChangeWebhook(t.Context(), in.Workspace, hook.ID, events.WebhookChange{Revision: 2, Enabled: new(true)})
		testkit.Must(t, err)
		lowAt(t, s, in.Workspace, nil)
		stands("all is well")
	})
}
