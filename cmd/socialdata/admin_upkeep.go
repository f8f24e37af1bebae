package main

import (
	"context"
	"fmt"
	"os"
	"text/tabwriter"
	"time"
)

type sweepCmd struct{ AsOf time.Time }

func (c *sweepCmd) flags(f flags) {
	f.TimeVar(&c.AsOf, "as-of", time.Time{}, []string{time.RFC3339}, "end holds as if it were this time (RFC 3339)")
}

// Run does the periodic work once. It only queues imports again if a Redis is configured, because an in-process queue
// belongs to the server.
func (c sweepCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		asOf := c.AsOf
		if asOf.IsZero() {
			asOf = time.Now()
		}
		r := p.repair()
		ended, err := r.ExpireHolds(ctx, asOf)
		if err != nil {
			return operatorError(err)
		}
		orphans, err := r.SweepOrphans(ctx)
		if err != nil {
			return operatorError(err)
		}
		fmt.Printf("holds ended: %d; orphaned files deleted: %d\n", ended, orphans)
		if p.cfg.RedisURL != "" {
			if _, err := r.SendOverdue(ctx); err != nil {
				return operatorError(err)
			}
		}
		return operatorError(p.store.Housekeep(ctx))
	})
}

type routesCmd struct{}

// Run lists the routes.
func (routesCmd) Run(ctx context.Context) error {
	return withProgram(ctx, func(p *program) error {
		states, err := p.lookup.RouteStates(ctx)
		if err != nil {
			return operatorError(err)
		}
		w := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		fmt.Fprintln(w, "ROUTE\tSTATE\tREASON\tCALLS (1 h)\tSUCCEEDED")
		for _, s := range states {
			fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\n", s.Route.ID, s.State, s.Reason, s.Stats.Total, s.Stats.Succeeded)
		}
		return w.Flush()
	})
}
