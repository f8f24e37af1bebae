package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/mail"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/jobs/jobstest"
	"socialdata/models"
	"socialdata/models/accounts"
	"socialdata/models/modelstest"
	"socialdata/models/routehealth"
	"socialdata/models/support"
	"socialdata/models/work"
)

// TestCanariesTellTheOperator checks a route that stops answering and answers again: it is asked once more soon, and the operator gets one
// message when that fails, too, and one when it is over, although the first message was not taken at once.
func TestCanariesTellTheOperator(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		title, fails := "Soup", false
		route := sources.Route{ID: "toy_site.web", Platform: "toy_site", Known: func() sources.Known { return sources.Known{Item: &sources.Link{LocalID: "1"}} },
			Item: func(context.Context, sources.ItemRequest) (*content.Item, error) {
				if fails {
					return &content.Item{}, nil // an answer without contents is no answer
				}
				return &content.Item{Title: &title}, nil
			}}
		var sent []mail.Message
		var refusal error
		c := &jobs.Canaries{Store: s, Origin: "https://social.example", Operator: "ops@example.com",
			Lookup: lookup.New(lookup.Options{Store: s, Platforms: release(), Routes: []sources.Route{route}, Budget: time.Second, Clock: clock.Now, Log: slog.New(slog.DiscardHandler)}),
			Mailer: fallibleMailer(func(m mail.Message) error {
				if refusal == nil {
					sent = append(sent, m)
				}
				return refusal
			})}
		for n, step := range []struct {
			fails, soon bool
			refusal     error
			subject     string // of a message that is sent after the check
		}{
			{},
			{fails: true, soon: true},
			{fails: true, refusal: errors.New("busy")},
			{fails: true, subject: "A source does not answer"},
			{fails: true},
			{subject: "A source answers again"},
			{},
		} {
			clock.Add(time.Minute)
			fails, refusal = step.fails, step.refusal
			before := len(sent)
			next, err := c.Check(t.Context())
			testkit.Must(t, err)
			wait := next.Sub(s.Now())
			if soon := wait < time.Hour; soon != step.soon || !soon && (wait < 3*time.Hour || wait > 9*time.Hour) {
				t.Errorf("step %d: next check in %v", n, wait)
			}
			if err := c.Tell(t.Context()); !errors.Is(err, step.refusal) {
				t.Errorf("step %d: %v", n, err)
			}
			switch {
			case step.subject == "" && len(sent) > before:
				t.Errorf("step %d: told of %q", n, sent[before].Subject)
			case step.subject != "" && (len(sent) != before+1 || sent[before].Subject != step.subject || sent[before].To != "ops@example.com" ||
				!strings.Contains(sent[before].Text, "toy_site.web, item: since ") || !strings.Contains(sent[before].Text, string(apierror.CodeSourceChanged))):
				t.Errorf("step %d: sent %+v", n, sent[before:])
			}
		}
		c.Operator, fails = "", true
		for range 3 {
			_, err := c.Check(t.Context())
			testkit.Must(t, err)
		}
		testkit.Must(t, c.Tell(t.Context()))
		if len(sent) != 2 {
			t.Errorf("%d messages although nobody is to be told", len(sent))
		}
	})
}

// fallibleMailer sends by a function that may fail.
type fallibleMailer func(mail.Message) error

func (f fallibleMailer) Send(_ context.Context, m mail.Message) error { return f(m) }

// TestAWorkerChecksTheRouteThatSupportAskedFor holds that it is woken, checks this route alone and once, and forgets a route that it does not know.
func TestAWorkerChecksTheRouteThatSupportAskedFor(t *testing.T) {
	jobstest.Each(t, func(t *testing.T, queue *redis.Client) {
		log, clock := slog.New(slog.DiscardHandler), &modelstest.Clock{}
		s := modelstest.SQLite(t, clock)
		var calls [2]atomic.Int64
		routes := make([]sources.Route, len(calls))
		for n := range routes {
			routes[n] = sources.Route{ID: []string{"toy_site.web", "toy_site.other"}[n], Platform: "toy_site", Known: func() sources.Known { return sources.Known{Item: &sources.Link{LocalID: "1"}} },
				Item: func(context.Context, sources.ItemRequest) (*content.Item, error) {
					calls[n].Add(1)
					title := "Soup"
					return &content.Item{Title: &title}, nil
				}}
		}
		service := lookup.New(lookup.Options{Store: s, Platforms: release(), Routes: routes, Disabled: []string{"toy_site.other"}, Budget: time.Second, Clock: clock.Now, Log: log})
		w, err := jobs.NewWorker(jobs.Options{LookEvery: time.Hour, Redis: queue.Options(), Store: s, Log: log, Importer: &jobs.Importer{Store: s, Lookup: service, Log: log}, Concurrency: jobs.Concurrency{Housekeeping: 1},
			Repair: &jobs.Repair{Store: s, Client: jobs.NewClient(queue.Options(), s, log), Log: log}})
		testkit.Must(t, err)
		testkit.Must(t, w.Start())
		t.Cleanup(w.Shutdown)
		u, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "sam@example.com", Name: "Sam", Password: "a quiet test passphrase", Support: true})
		testkit.Must(t, err)
		by := support.Actor{UserID: u.ID, Reason: "A customer says it is down."}
		before, err := service.AskForCheck(t.Context(), by, "toy_site.web")
		if err != nil || before != nil {
			t.Fatalf("%+v, %v", before, err)
		}
		testkit.Eventually(t, "the route is checked", func() bool {
			pending, err := s.Support.PendingCheck(t.Context(), "toy_site.web")
			testkit.Must(t, err)
			return pending == nil
		})
		checks, err := s.RouteHealth.RouteChecks(t.Context())
		if err != nil || len(checks) != 1 || checks[0].RouteID != "toy_site.web" || checks[0].Code != "" || calls[0].Load() != 1 || calls[1].Load() != 0 {
			t.Errorf("%+v, %d and %d calls, %v", checks, calls[0].Load(), calls[1].Load(), err)
		}
		_, err = service.AskForCheck(t.Context(), by, "toy_site.other")
		modelstest.WantCode(t, err, apierror.CodeRevisionConflict)
		_, err = service.AskForCheck(t.Context(), by, "toy_site.third")
		modelstest.WantCode(t, err, apierror.CodeNotFound)
		for _, of := range []string{"toy_site.other", "toy_site.third"} { // of another version, or other settings
			modelstest.PutNow(t, s, work.Housekeeping, routehealth.CheckPrefix+of)
			testkit.Eventually(t, "what cannot be checked is forgotten", func() bool { return modelstest.FindWork(t, s, work.Housekeeping, routehealth.CheckPrefix+of) == nil })
		}
	})
}
