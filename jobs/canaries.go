package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/mail"
	"socialdata/models"
	"socialdata/models/routehealth"
	"socialdata/models/work"
)

// Canaries checks all routes by their known objects, about four times a day at no fixed minute, so that a change of a platform is
// known before a customer meets it. The operator is told of incidents by e-mail, once when one begins and once when it ends.
type Canaries struct {
	Store    *models.Store
	Lookup   *lookup.Service
	Mailer   Mailer // nil: nobody is told
	Operator string // who is told
	Origin   string // base of the links
}

// When a check follows: the first after a start, after a failure that may be chance, and usually.
const (
	canaryFirst = 10 * time.Minute
	canaryAgain = 10 * time.Minute
	canaryLeast = 4 * time.Hour
	canaryMost  = 8 * time.Hour
)

// canaryWithin is the time limit of one check of all routes.
const canaryWithin = 10 * time.Minute

// Check checks all routes and returns when the next check is due.
func (c *Canaries) Check(ctx context.Context) (next time.Time, err error) {
	_, doubtful, err := c.Lookup.Canaries(ctx)
	if doubtful {
		return c.Store.Now().Add(canaryAgain), err
	}
	return c.Store.Now().Add(canaryLeast + rand.N(canaryMost-canaryLeast)), err
}

// checkRoute checks the one route that support asked for. What failed is in the results of the check.
func (w *Worker) checkRoute(ctx context.Context, j *work.Job) work.Outcome {
	ctx, cancel := context.WithTimeout(ctx, canaryWithin)
	defer cancel()
	switch err := w.importer.Lookup.CheckRoute(ctx, strings.TrimPrefix(j.Key, routehealth.CheckPrefix)); {
	case apierror.Is(err, apierror.CodeNotFound), apierror.Is(err, apierror.CodeRevisionConflict): // of another version, or other settings
		return work.Cancel(nil)
	case err != nil:
		return work.Failed(err)
	}
	return work.Done()
}

// Tell sends the operator one message about all incidents that began or ended. If the process dies before it is recorded, the message is
// sent again under the same id.
func (c *Canaries) Tell(ctx context.Context) error {
	if c.Mailer == nil || c.Operator == "" {
		return nil
	}
	list, err := c.Store.RouteHealth.UntoldIncidents(ctx)
	if err != nil || len(list) == 0 {
		return err
	}
	if err := c.Mailer.Send(ctx, c.message(list)); err != nil {
		return err
	}
	return c.Store.RouteHealth.IncidentsTold(context.WithoutCancel(ctx), list)
}

func (c *Canaries) message(list []routehealth.Incident) mail.Message {
	var began, ended []string
	for _, i := range list {
		line := fmt.Sprintf("- %s, %s: since %s, %s", i.RouteID, i.Operation, timeText(i.BeganAt), i.Code)
		if i.Field != "" {
			line = fmt.Sprintf("- %s, %s %s: since %s, %s is in %d of 1,000 answers, before in %d", i.RouteID, i.FieldOperation(), i.Kind, timeText(i.BeganAt), i.Field, i.Share, i.Settled)
		}
		if i.Detail != "" {
			line += " (" + strings.Join(strings.Fields(i.Detail), " ") + ")"
		}
		if i.EndedAt == nil {
			began = append(began, line)
		} else {
			ended = append(ended, line+", until "+timeText(*i.EndedAt))
		}
	}
	var text strings.Builder
	for _, part := range []struct {
		says  string
		lines []string
	}{{"These operations do not return their known objects, twice in a row, or their answers often lack a field:", began}, {"These are as before again:", ended}} {
		if len(part.lines) > 0 {
			fmt.Fprintf(&text, "%s\n%s\n\n", part.says, strings.Join(part.lines, "\n"))
		}
	}
	fmt.Fprintf(&text, "What was read, and what to do: %s/support/routes\n", c.Origin)
	subject := "A source does not answer"
	if len(began) == 0 {
		subject = "A source answers again"
	}
	last := list[len(list)-1]
	return mail.Message{To: c.Operator, Subject: subject, Text: text.String(), ID: fmt.Sprintf("incident.%s.%t", last.ID, last.EndedAt != nil)}
}

func timeText(micros int64) string { return content.AtMicros(micros).String() }
