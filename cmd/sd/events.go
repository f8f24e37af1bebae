package main

import (
	"context"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

// followEvery is how often `sd events --follow` polls.
const followEvery = 2 * time.Second

func (a *app) eventsCommand() *cobra.Command {
	var follow bool
	var after string
	var types []string
	columns := []column[client.Event]{
		{"ID", func(e client.Event) string { return e.ID }},
		{"AT", func(e client.Event) string { return text(e.CreatedAt) }},
		{"TYPE", func(e client.Event) string { return string(e.Type) }},
		{"DATA", func(e client.Event) string {
			raw, err := e.Data.MarshalJSON()
			if err != nil {
				return ""
			}
			return string(raw)
		}},
	}
	c := &cobra.Command{Use: "events", Short: "Print what happened: the last page, or what follows an event", Args: args(cobra.NoArgs), Example: "  sd events --type import.succeeded --json\n  sd events --follow --type watch.found",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			ask := client.ListEventsParams{After: orNil[string](after), Type: listOrNil[client.ListEventsParamsType](types)}
			return printEvents(ctx, a, api, ask, follow, columns)
		})}
	c.Flags().BoolVar(&follow, "follow", false, "go on with what happens, until it is stopped")
	c.Flags().StringVar(&after, "after", "", "id of an event: those that follow it")
	c.Flags().StringSliceVar(&types, "type", nil, "such as import.succeeded; several times for several")
	complete(c, "type", eventTypes()...)
	return c
}

// printEvents prints events, oldest first. When following, it continues after the last event, so that none is missed
// or printed twice.
func printEvents(ctx context.Context, a *app, api *client.ClientWithResponses, ask client.ListEventsParams, follow bool, columns []column[client.Event]) error {
	for first := true; ; first = false {
		p, err := pageOf[client.Event](api.ListEventsWithResponse(ctx, &ask))
		if err != nil {
			return err
		}
		more := ask.After != nil && p.next != nil
		if ask.After == nil {
			slices.Reverse(p.rows)
			slices.Reverse(p.raw)
		}
		if err := printRaw(a, p.raw, p.rows, columns, first); err != nil {
			return err
		}
		if n := len(p.rows); n > 0 {
			ask.After = &p.rows[n-1].ID
		}
		switch {
		case more:
			continue
		case !follow:
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}
