package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
	"socialdata/internal/webhooks"
)

// forwardWithin is the time limit for forwarding one event.
const forwardWithin = 10 * time.Second

// listener forwards events to an address, signed as webhooks are.
type listener struct {
	app    *app
	to     string
	secret string // "" does not sign
	client http.Client
}

func (a *app) listenCommand() *cobra.Command {
	var to, secret, after string
	var types []string
	c := &cobra.Command{Use: "listen", Short: "Forward events to a local address, as a webhook would", Args: args(cobra.NoArgs),
		Long: "Forward what happens from now on to an address, such as one of a program that is being written, as a webhook would: the same body, and with a " +
			"secret the same signature. An answer other than 2xx is said and not repeated. Nothing needs to be reachable from outside.",
		Example: "  sd listen --forward-to http://localhost:3000/hooks\n  sd listen --forward-to http://localhost:3000/hooks --secret whsec_… --type import.succeeded",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			if u, err := url.Parse(to); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				return usage{errors.New("--forward-to wants an http or https address")}
			}
			if _, err := webhooks.Sign([]string{secret}, "", time.Now(), nil); secret != "" && err != nil {
				return usage{errors.New("--secret wants whsec_ and a key in base64, as an endpoint's secret is")}
			}
			l := &listener{app: a, to: to, secret: secret, client: http.Client{Timeout: forwardWithin}}
			return l.run(ctx, api, client.ListEventsParams{After: orNil[string](after), Type: listOrNil[client.ListEventsParamsType](types)})
		})}
	c.Flags().StringVar(&to, "forward-to", "", "where events are sent")
	c.Flags().StringVar(&secret, "secret", "", "whsec_… signs as a webhook with this secret; SD_WEBHOOK_SECRET unless said otherwise")
	c.Flags().StringVar(&after, "after", "", "id of an event: begin with those that follow it")
	c.Flags().StringSliceVar(&types, "type", nil, "such as import.succeeded; several times for several")
	complete(c, "type", eventTypes()...)
	c.PreRun = func(*cobra.Command, []string) {
		if secret == "" {
			secret = a.env("SD_WEBHOOK_SECRET")
		}
	}
	return c
}

// run forwards events until it is stopped. Unless ask names an event to start after, it starts with new events.
func (l *listener) run(ctx context.Context, api *client.ClientWithResponses, ask client.ListEventsParams) error {
	begun := ask.After != nil
	fmt.Fprintln(l.app.err, "Listening; stop with Ctrl C.")
	for {
		p, err := pageOf[client.Event](api.ListEventsWithResponse(ctx, &ask))
		if err != nil {
			if ctx.Err() != nil {
				return nil //nolint:nilerr // the user stopped it
			}
			return err
		}
		if begun {
			for n := range p.rows {
				l.forward(ctx, p.rows[n], p.raw[n])
			}
		}
		switch {
		case len(p.rows) > 0 && ask.After == nil:
			ask.After = &p.rows[0].ID // newest first
		case len(p.rows) > 0:
			ask.After = &p.rows[len(p.rows)-1].ID
		}
		begun = true
		if ask.After != nil && len(p.rows) > 0 && p.next != nil {
			continue
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}

// forward sends one event and prints the result.
func (l *listener) forward(ctx context.Context, e client.Event, body json.RawMessage) {
	said := "no answer"
	if status, err := l.send(ctx, e.ID, body); err == nil {
		said = strconv.Itoa(status)
	}
	fmt.Fprintf(l.app.out, "%s  %s  %s  %s\n", text(e.CreatedAt), e.ID, e.Type, said)
}

func (l *listener) send(ctx context.Context, id string, body []byte) (status int, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, l.to, bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	now := time.Now()
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", id)
	req.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	if l.secret != "" {
		signature, err := webhooks.Sign([]string{l.secret}, id, now, body)
		if err != nil {
			return 0, err
		}
		req.Header.Set("Webhook-Signature", signature)
	}
	answer, err := l.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 64<<10)
	return answer.StatusCode, nil
}
