package events_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/alerts"
	"socialdata/models/db"
	"socialdata/models/events"
	"socialdata/models/modelstest"
	"socialdata/models/work"
)

func hook(t *testing.T, s *models.Store, workspace string) *events.Webhook {
	t.Helper()
	w, secret, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: workspace, URL: "https://example.com/", Types: []events.Type{events.ReferenceUpdated}})
	testkit.Must(t, err)
	if strings.Contains(w.Secret, strings.TrimPrefix(secret, "whsec_")) {
		t.Error("the secret is kept as it is")
	}
	return w
}

// turn claims the work of an endpoint; nil if it is not due.
func turn(t *testing.T, s *models.Store, kind work.Kind, w *events.Webhook) *work.Job {
	t.Helper()
	j, err := s.Work.Take(t.Context(), kind, w.ID)
	testkit.Must(t, err)
	return j
}

// claims orders what was written and takes what is due for an endpoint.
func claims(t *testing.T, s *models.Store, w *events.Webhook, limit int) []events.Claimed {
	t.Helper()
	testkit.Must(t, s.Events.Order(t.Context(), w.WorkspaceID))
	for _, kind := range []work.Kind{work.Deliveries, work.FailingDeliveries} {
		if j := turn(t, s, kind, w); j != nil {
			list, err := s.Events.Claim(t.Context(), j, limit)
			testkit.Must(t, err)
			if len(list) > 0 {
				return list
			}
			testkit.Must(t, s.Events.EndTurn(t.Context(), j))
		}
	}
	return nil
}

// claim takes one due delivery; nil if there is none.
func claim(t *testing.T, s *models.Store, w *events.Webhook) *events.Claimed {
	t.Helper()
	if list := claims(t, s, w, 10); len(list) > 0 {
		return &list[0]
	}
	return nil
}

// record keeps an attempt, and ends the turn as a worker does.
func record(t *testing.T, s *models.Store, c *events.Claimed, a events.Attempt) {
	t.Helper()
	testkit.Must(t, s.Events.Record(t.Context(), c, a))
	testkit.Must(t, s.Events.EndTurn(t.Context(), c.Job))
}

// TestDeliveriesAreTriedAgain walks through every wait of a delivery, until it is given up and sent once more.
func TestLastDeliveryOfEachEndpointThatWasTried(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		last := func(workspace string) map[string]events.Delivery {
			tried, err := s.Events.LastTried(t.Context(), workspace)
			testkit.Must(t, err)
			return tried
		}
		testkit.Must(t, write(t.Context(), s, in.Workspace, "news", nil))
		if tried := last(in.Workspace); len(tried) != 0 {
			t.Errorf("before any attempt: %+v", tried)
		}
		record(t, s, claim(t, s, w), events.Attempt{Status: 500, Failure: "status"})
		clock.Add(time.Second)
		testkit.Must(t, write(t.Context(), s, in.Workspace, "more", nil))
		if tried := last(in.Workspace); len(tried) != 1 || tried[w.ID].LastStatus != 500 || tried[w.ID].LastAt == nil {
			t.Errorf("after one of two was tried: %+v", tried)
		}
		if tried := last("another"); len(tried) != 0 {
			t.Errorf("another workspace sees %+v", tried)
		}
	})
}

func TestDeliveriesAreTriedAgain(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		testkit.Must(t, write(t.Context(), s, in.Workspace, "news", nil))
		for n, wait := range []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 24 * time.Hour, 0} {
			c := claim(t, s, w)
			if c == nil {
				t.Fatalf("attempt %d is not due", n+1)
			}
			if again := claim(t, s, w); again != nil {
				t.Fatal("two workers have one delivery")
			}
			record(t, s, c, events.Attempt{Status: 500, Failure: "status", Took: time.Second})
			if n := modelstest.CountRows(t, s, "jobs WHERE kind = 'alert_mails'"); n != 0 {
				t.Fatalf("after %d failures %d e-mails are due", n+1, n)
			}
			clock.Add(wait * 79 / 100)
			if wait > 0 && claim(t, s, w) != nil {
				t.Fatalf("attempt %d came before its time", n+2)
			}
			clock.Add(wait*42/100 + time.Second)
		}
		if claim(t, s, w) != nil {
			t.Fatal("a delivery that was given up is tried again")
		}
		p, err := s.Events.Deliveries(t.Context(), in.Workspace, w.ID, events.DeliveryFailed, db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if len(p.Items) != 1 || p.Items[0].Attempts != 8 || p.Items[0].LastStatus != 500 {
			t.Fatalf("the log says %+v", p.Items)
		}
		if tries := p.Items[0].Tries(); len(tries) != 8 || tries[0].Status != 500 || tries[0].TookMs != 1000 || tries[0].At >= tries[7].At {
			t.Errorf("the attempts: %+v", tries)
		}
		_, err = s.Events.Resend(t.Context(), in.Workspace, w.ID, p.Items[0].ID)
		testkit.Must(t, err)
		c := claim(t, s, w)
		if c == nil {
			t.Fatal("what is to be sent again is not due")
		}
		record(t, s, c, events.Attempt{Status: 204})
		for range 8 {
			_, err = s.Events.Resend(t.Context(), in.Workspace, w.ID, p.Items[0].ID)
			testkit.Must(t, err)
			clock.Add(time.Second)
			record(t, s, claim(t, s, w), events.Attempt{Status: 204})
		}
		p, err = s.Events.Deliveries(t.Context(), in.Workspace, w.ID, "", db.PageRequest{Limit: 10})
		testkit.Must(t, err)
		if tries := p.Items[0].Tries(); len(tries) != 16 || tries[0].Status != 500 || tries[15].Status != 204 {
			t.Errorf("the attempts that are kept: %+v", tries)
		}
		found, err := s.Events.FindWebhook(t.Context(), in.Workspace, w.ID)
		testkit.Must(t, err)
		if found.FailingSince != nil || claim(t, s, w) != nil {
			t.Errorf("after a success: %+v", found)
		}
	})
}

// TestAnEndpointThatFailsForDaysIsDisabled, keeps what waits, and gets it when it is enabled again.
func TestAnEndpointThatFailsForDaysIsDisabled(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		for _, name := range []string{"one", "two"} {
			testkit.Must(t, write(t.Context(), s, in.Workspace, name, nil))
			c := claim(t, s, w)
			record(t, s, c, events.Attempt{Failure: "timeout"})
			clock.Add(events.FailingTime + time.Hour)
		}
		found, err := s.Events.FindWebhook(t.Context(), in.Workspace, w.ID)
		testkit.Must(t, err)
		if found.DisabledReason != events.DisabledByFailing || claim(t, s, w) != nil {
			t.Fatalf("after five days: %+v", found)
		}
		mails, err := s.Work.Claim(t.Context(), work.AlertMails, 2)
		testkit.Must(t, err)
		if m, _, err := s.Alerts.DueMail(t.Context(), &mails[0]); err != nil || len(mails) != 1 || m.Kind != alerts.WebhookDisabled || m.Alerts[0].Subject != w.ID {
			t.Errorf("the e-mail to the owner: %+v, %v", m, err)
		}
		testkit.Must(t, write(t.Context(), s, in.Workspace, "meanwhile", nil))
		_, err = s.Events.TestWebhook(t.Context(), in.Workspace, w.ID)
		modelstest.WantCode(t, err, "revision_conflict")
		on := true
		_, err = s.Events.ChangeWebhook(t.Context(), in.Workspace, w.ID, events.WebhookChange{Revision: found.Revision, Enabled: &on})
		testkit.Must(t, err)
		if claim(t, s, w) == nil {
			t.Error("what waited for the endpoint is gone")
		}
	})
}

// TestAnEndpointIsToldOfWhatComesAfter it was added, changed or enabled, whenever events get their positions.
func TestAnEndpointIsToldOfWhatComesAfter(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		happens := func(name string) { testkit.Must(t, write(t.Context(), s, in.Workspace, name, nil)) }
		happens("before it was added")
		w := hook(t, s, in.Workspace)
		change := func(c events.WebhookChange) {
			c.Revision = w.Revision
			var err error
			w, err = s.Events.ChangeWebhook(t.Context(), in.Workspace, w.ID, c)
			testkit.Must(t, err)
		}
		off, on := false, true
		happens("wanted")
		change(events.WebhookChange{Types: []events.Type{events.WatchFound}})
		happens("of a type that it does not want")
		change(events.WebhookChange{Types: []events.Type{events.ReferenceUpdated}})
		happens("before it was disabled")
		change(events.WebhookChange{Enabled: &off})
		happens("while it was disabled")
		change(events.WebhookChange{Enabled: &on})
		happens("after it was enabled")
		var told []string
		for _, c := range claims(t, s, w, 10) {
			told = append(told, c.Event.Data)
		}
		slices.Sort(told)
		if got := strings.Join(told, " "); got != `{"name":"after it was enabled"} {"name":"before it was disabled"} {"name":"wanted"}` {
			t.Errorf("the endpoint was told of %s", got)
		}
	})
}

// TestSecretsAreRotated: both sign for a day, then the new one alone.
func TestSecretsAreRotated(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		w := hook(t, s, in.Workspace)
		before, err := s.Events.SigningSecrets(w)
		testkit.Must(t, err)
		w, secret, err := s.Events.RotateSecret(t.Context(), in.Workspace, w.ID)
		testkit.Must(t, err)
		both, err := s.Events.SigningSecrets(w)
		testkit.Must(t, err)
		if len(both) != 2 || both[0] != secret || both[1] != before[0] {
			t.Errorf("after a rotation %d secrets sign", len(both))
		}
		clock.Add(24*time.Hour + time.Second)
		if one, err := s.Events.SigningSecrets(w); err != nil || len(one) != 1 || one[0] != secret {
			t.Errorf("after a day %d secrets sign, %v", len(one), err)
		}
	})
}

// TestEndpointsAreBounded refuses an eleventh, and another workspace's.
func TestEndpointsAreBounded(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		other, err := s.Accounts.CreateWorkspace(t.Context(), "Other", in.Owner, 0)
		testkit.Must(t, err)
		errs := modelstest.AtOnce(events.MostWebhooks+3, func(int) error {
			_, _, err := s.Events.CreateWebhook(t.Context(), events.NewWebhook{WorkspaceID: in.Workspace, URL: "https://example.com/"})
			return err
		})
		if got := modelstest.Outcomes(errs)["limit_exceeded"]; got != 3 {
			t.Errorf("%d were refused, want 3", got)
		}
		p, err := s.Events.Webhooks(t.Context(), in.Workspace, db.PageRequest{Limit: 100})
		testkit.Must(t, err)
		w := p.Items[0]
		for name, err := range map[string]error{
			"find":   last(s.Events.FindWebhook(t.Context(), other.ID, w.ID)),
			"change": last(s.Events.ChangeWebhook(t.Context(), other.ID, w.ID, events.WebhookChange{Revision: 1})),
			"delete": s.Events.DeleteWebhook(t.Context(), other.ID, w.ID),
			"test":   last(s.Events.TestWebhook(t.Context(), other.ID, w.ID)),
			"list":   last(s.Events.Deliveries(t.Context(), other.ID, w.ID, "", db.PageRequest{Limit: 1})),
		} {
			t.Run(name, func(t *testing.T) { modelstest.WantCode(t, err, "not_found") })
		}
		changed, err := s.Events.ChangeWebhook(t.Context(), in.Workspace, w.ID, events.WebhookChange{Revision: 1})
		if testkit.Must(t, err); changed.Revision != 2 {
			t.Errorf("after a change the revision is %d", changed.Revision)
		}
		testkit.Must(t, s.Events.DeleteWebhook(t.Context(), in.Workspace, w.ID))
		modelstest.WantCode(t, s.Events.DeleteWebhook(t.Context(), in.Workspace, w.ID), "not_found")
	})
}

func last[T any](_ T, err error) error { return err }

// TestOnlyWhoWantsAnEventHasWork: neither an endpoint that does not want it, nor one that was disabled when its turn began, nor one
// for which nothing waits. A test goes to the endpoint that is tested.
func TestOnlyWhoWantsAnEventHasWork(t *testing.T) {
	t.Parallel()
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		in := modelstest.Install(t, s, 0)
		wants, other := hook(t, s, in.Workspace), hook(t, s, in.Workspace)
		modelstest.Run(t, s, "UPDATE webhooks SET types = '[]' WHERE id = ?", other.ID)
		testkit.Must(t, write(t.Context(), s, in.Workspace, "news", nil))
		testkit.Must(t, s.Events.Order(t.Context(), in.Workspace))
		if modelstest.FindWork(t, s, work.Deliveries, wants.ID) == nil || modelstest.FindWork(t, s, work.Deliveries, other.ID) != nil {
			t.Error("the wrong endpoint has work")
		}
		lost := &work.Job{Kind: work.Deliveries, Key: other.ID, LeaseHolder: "nobody"}
		if list, err := s.Events.Claim(t.Context(), lost, 10); err != nil || len(list) != 0 {
			t.Errorf("of nothing %v is claimed, %v", list, err)
		}
		d, err := s.Events.TestWebhook(t.Context(), in.Workspace, other.ID)
		testkit.Must(t, err)
		if c := claim(t, s, other); c == nil || c.Delivery.ID != d.ID || c.Event.Type != events.WebhookTest {
			t.Errorf("the test is %+v", c)
		}
		j := turn(t, s, work.Deliveries, wants)
		_, err = s.Events.ChangeWebhook(t.Context(), in.Workspace, wants.ID, events.WebhookChange{Revision: 1, Enabled: new(false)})
		testkit.Must(t, err)
		if list, err := s.Events.Claim(t.Context(), j, 10); err != nil || len(list) != 0 {
			t.Errorf("of a disabled endpoint %v is claimed, %v", list, err)
		}
	})
}

// TestFormatsOfAddresses: what Slack, Discord and ntfy.sh serve is sent as they read it.
func TestFormatsOfAddresses(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]events.Format{
		"https://HOOKS.slack.com/services/T/B": events.Slack, "https://slack.com/services": events.Standard,
		"https://discord.com/api/webhooks/1/a": events.Discord, "https://discordapp.com/api/webhooks/1/a": events.Discord,
		"https://discord.com/other": events.Standard, "https://discordapp.com/other": events.Standard, "https://example.com/api/webhooks/1/a": events.Standard,
		"https://ntfy.sh/topic": events.Ntfy, "https://example.com/": events.Standard, "https://[broken": events.Standard,
	} {
		if got := events.FormatOf(address); got != want {
			t.Errorf("%s is sent as %q, want %q", address, got, want)
		}
	}
}
