package jobs_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/mail"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/jobs"
	"socialdata/models"
	"socialdata/models/modelstest"
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
