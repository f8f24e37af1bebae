package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

// reportRow is an item of a report with the list that it is in.
type reportRow struct {
	list string
	client.WatchItem
}

func reportRowFacts() []column[reportRow] {
	return []column[reportRow]{
		{"LIST", func(r reportRow) string { return r.list }},
		{"ID", func(r reportRow) string { return r.ID }},
		{"TITLE", func(r reportRow) string { return text(r.Title) }},
		{"FIRST SEEN", func(r reportRow) string { return r.FirstSeenAt.Format(time.RFC3339) }},
		{"ENDED", func(r reportRow) string { return text(r.EndedAt) }},
		{"DAYS", func(r reportRow) string { return text(r.DaysRunning) }},
		{"VIEWS", func(r reportRow) string {
			if r.Stats == nil {
				return ""
			}
			return text(r.Stats.Views)
		}},
		{"EU REACH", func(r reportRow) string { return text(r.EuReach) }},
		{"URL", func(r reportRow) string { return r.URL }},
	}
}

// reportSums returns the numbers of a report.
func reportSums() []column[client.WatchReport] {
	return []column[client.WatchReport]{
		{"WATCH", func(r client.WatchReport) string { return r.Name }},
		{"FROM", func(r client.WatchReport) string { return r.From.Format(time.RFC3339) }},
		{"TO", func(r client.WatchReport) string { return r.To.Format(time.RFC3339) }},
		{"RUNNING NOW", func(r client.WatchReport) string { return text(r.Running.Count) }},
		{"NEW", func(r client.WatchReport) string { return text(r.New.Count) }},
		{"ENDED", func(r client.WatchReport) string { return text(r.Ended.Count) }},
		{"CREATIVES", func(r client.WatchReport) string { return text(r.Creatives.Count) }},
		{"DAYS WITHOUT A LOOK THAT SUCCEEDED", func(r client.WatchReport) string {
			failed := 0
			for _, d := range r.Looks.Days {
				if d.State == "failed" {
					failed++
				}
			}
			return fmt.Sprint(failed)
		}},
	}
}

func (a *app) watchReportCommand() *cobra.Command {
	var from, to string
	c := &cobra.Command{Use: "report ID", Short: "Report what a watch knows: what runs, what ended, what is new", Args: args(cobra.ExactArgs(1)),
		Example: "  sd watch report $WATCH\n  sd watch report $WATCH --from 2026-01-01T00:00:00Z --csv",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.GetWatchReportWithResponse(ctx, given[0], &client.GetWatchReportParams{From: orNil[string](from), To: orNil[string](to)})
			report, err := parsed[client.WatchReport](r, err)
			if err != nil {
				return err
			}
			if !a.csv {
				if err := printOne(a, r.Body, report, reportSums()); err != nil || a.json {
					return err
				}
				fmt.Fprintln(a.out)
			}
			var rows []reportRow
			for _, list := range []struct {
				name string
				of   []client.WatchItem
			}{{"running", report.Running.Items}, {"new", report.New.Items}, {"ended", report.Ended.Items}, {"most viewed", report.MostViewed.Items}} {
				for _, item := range list.of {
					rows = append(rows, reportRow{list.name, item})
				}
			}
			return printRaw(a, nil, rows, reportRowFacts(), true)
		})}
	c.Flags().StringVar(&from, "from", "", "time of RFC 3339; 30 days before --to unless given")
	c.Flags().StringVar(&to, "to", "", "time of RFC 3339; now unless given")
	return c
}
