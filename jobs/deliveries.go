package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"socialdata/internal/crash"
	"socialdata/internal/messages"
	"socialdata/internal/webhooks"
	"socialdata/models"
	"socialdata/models/events"
	"socialdata/models/work"
)

const (
	// deliverAtOnce is how many messages are sent to one endpoint at the same time. An endpoint is served by one worker at a
	// time, so a slow one occupies no more than that.
	deliverAtOnce = 8
	// deliverTurn bounds how long an endpoint is served before others get their turn.
	deliverTurn = 10 * time.Second
)

// Sender sends one message to one endpoint.
type Sender interface {
	Send(ctx context.Context, m webhooks.Message) webhooks.Outcome
}

// Deliveries sends events to endpoints.
type Deliveries struct {
	Store  *models.Store
	Sender Sender
	Log    *slog.Logger
	Origin string                      // base of the links in messages
	Link   func(mediaID string) string // signs the address of a kept file below Origin; nil leaves pictures out
	Ended  func(outcome string)        // is called after each attempt with "ok" or why it failed; nil disables it
}

// handle serves one endpoint.
func (d *Deliveries) handle(stopping context.Context) handler {
	return func(ctx context.Context, j *work.Job) work.Outcome {
		mine, err := d.Store.Events.Turn(ctx, j)
		if err == nil && mine {
			err = d.turn(ctx, stopping, j)
		}
		if err == nil {
			err = d.Store.Events.EndTurn(context.WithoutCancel(ctx), j)
		}
		if err != nil {
			return work.Failed(err)
		}
		return work.Settled()
	}
}

// turn sends the due messages, several at once, until none is left, deliverTurn is over, or the worker stops.
func (d *Deliveries) turn(ctx, stopping context.Context, j *work.Job) error {
	for over := time.Now().Add(deliverTurn); time.Now().Before(over) && stopping.Err() == nil; {
		list, err := d.Store.Events.Claim(ctx, j, deliverAtOnce)
		if err != nil || len(list) == 0 {
			return err
		}
		var attempts sync.WaitGroup
		errs := make([]error, len(list))
		for n := range list {
			attempts.Go(func() { errs[n] = crash.Call(func() error { return d.attempt(ctx, &list[n]) }) })
		}
		attempts.Wait()
		if err := errors.Join(errs...); err != nil || len(list) < deliverAtOnce {
			return err
		}
	}
	return nil
}

// attempt sends one event and stores the outcome. An attempt that was cancelled because the worker stops does not count against
// the endpoint: it is repeated when its lease has expired.
func (d *Deliveries) attempt(ctx context.Context, c *events.Claimed) error {
	o, err := d.send(ctx, c)
	if err != nil {
		return err
	}
	if o.Failure != "" && ctx.Err() != nil {
		return ctx.Err()
	}
	if d.Ended != nil {
		d.Ended(outcomeWord(o))
	}
	return d.Store.Events.Record(context.WithoutCancel(ctx), c, events.Attempt{Status: int64(o.Status), Failure: string(o.Failure), Took: o.Took})
}

func (d *Deliveries) send(ctx context.Context, c *events.Claimed) (o webhooks.Outcome, err error) {
	secrets, err := d.Store.Events.SigningSecrets(&c.Webhook)
	if err != nil {
		d.Log.ErrorContext(ctx, "the secret of an endpoint cannot be read", "webhook", c.WebhookID, "cause", err)
		return webhooks.Outcome{Failure: webhooks.Unsignable}, nil
	}
	m, err := d.message(ctx, c)
	if err != nil {
		return o, err
	}
	m.Secrets = secrets
	return d.Sender.Send(ctx, m), nil
}

// message writes an event in the format of its endpoint.
func (d *Deliveries) message(ctx context.Context, c *events.Claimed) (m webhooks.Message, err error) {
	m = webhooks.Message{URL: c.Webhook.URL, ID: c.EventID}
	var write func(messages.Message) (messages.Request, error)
	switch c.Webhook.Format {
	case events.Slack:
		write = messages.Slack
	case events.Discord:
		write = messages.Discord
	case events.Ntfy:
		write = messages.Ntfy
	case events.Standard:
		m.Body, err = c.Event.Body()
		return m, err
	}
	said, err := d.announce(ctx, &c.Event)
	if err != nil {
		return m, err
	}
	r, err := write(said)
	m.Body, m.ContentType, m.Header = r.Body, r.ContentType, r.Header
	return m, err
}

// outcomeWord names an outcome for the metrics.
func outcomeWord(o webhooks.Outcome) string {
	if o.Failure == "" {
		return "ok"
	}
	return string(o.Failure)
}
