package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) usageCommand() *cobra.Command {
	var period, from, to string
	c := &cobra.Command{Use: "usage", Short: "Sum up what the workspace did in a period, and its credits; free", Args: args(cobra.NoArgs),
		Example: "  sd usage\n  sd usage --range 7d --json | jq .failuresByCode\n  sd usage --from 2026-10-01 --to 2026-10-31 --csv",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			asked, err := api.GetMeWithResponse(ctx, nil)
			me, err := parsed[client.Me](asked, err)
			if err != nil {
				return err
			}
			r, err := api.GetUsageWithResponse(ctx, me.Workspace.ID, &client.GetUsageParams{Range: orNil[client.GetUsageParamsRange](period), From: orNil[string](from), To: orNil[string](to)})
			return printResult(a, r, err, usageFacts())
		})}
	c.Flags().StringVar(&period, "range", "", "6h, 24h, 7d or 30d until now; 30d without days")
	c.Flags().StringVar(&from, "from", "", "first day, in UTC; with --to")
	c.Flags().StringVar(&to, "to", "", "last day, in UTC; at most 90 days in all")
	complete(c, "range", ranges()...)
	return c
}

func usageFacts() []column[client.UsageReport] {
	return []column[client.UsageReport]{
		{"FROM", func(r client.UsageReport) string { return r.Window.Start.Format(time.RFC3339) }},
		{"UNTIL", func(r client.UsageReport) string { return r.Window.End.Format(time.RFC3339) }},
		{"IMPORTS", func(r client.UsageReport) string { return text(r.Imports.Total) }},
		{"SUCCEEDED", func(r client.UsageReport) string { return text(r.Imports.Succeeded) }},
		{"FAILED", func(r client.UsageReport) string { return text(r.Imports.Failed) }},
		{"CANCELLED", func(r client.UsageReport) string { return text(r.Imports.Cancelled) }},
		{"IN FLIGHT", func(r client.UsageReport) string { return text(r.Imports.InFlight) }},
		{"FAILURES", func(r client.UsageReport) string {
			var list []string
			for _, f := range r.FailuresByCode {
				list = append(list, fmt.Sprintf("%s %d", f.Code, f.Count))
			}
			return strings.Join(list, ", ")
		}},
		{"PLATFORMS", func(r client.UsageReport) string {
			var list []string
			for _, p := range r.ByPlatform {
				list = append(list, fmt.Sprintf("%s %d", p.Platform, p.Total))
			}
			return strings.Join(list, ", ")
		}},
		{"SPENT", func(r client.UsageReport) string { return text(r.Credits.SpentInWindow) }},
		{"SPENT EVER", func(r client.UsageReport) string { return text(r.Credits.Spent) }},
		{"BALANCE", func(r client.UsageReport) string { return text(r.Credits.Balance) }},
	}
}
