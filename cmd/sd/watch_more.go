package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) watchShowCommand() *cobra.Command {
	return &cobra.Command{Use: "show ID", Short: "Show a watch, with its last run", Args: args(cobra.ExactArgs(1)), Example: "  sd watch show $WATCH --json",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.GetWatchWithResponse(ctx, given[0], nil)
			columns := append(watchFacts(), column[client.Watch]{"DAILY CREDITS", func(w client.Watch) string { return text(w.DailyCredits) }},
				column[client.Watch]{"SPENT TODAY", func(w client.Watch) string { return text(w.SpentToday) }},
				column[client.Watch]{"IMPORTS", func(w client.Watch) string {
					if w.Import == nil {
						return "nothing"
					}
					return string(w.Import.MediaProfile)
				}},
				column[client.Watch]{"BACKFILL", func(w client.Watch) string {
					if w.Backfill == nil {
						return ""
					}
					return fmt.Sprintf("%d of %d, %d remain", w.Backfill.Imported, w.Backfill.Wanted, w.Backfill.Remaining)
				}},
				column[client.Watch]{"LAST RUN", func(w client.Watch) string {
					if w.LastRun == nil {
						return ""
					}
					return text(w.LastRun.StartedAt) + " " + string(w.LastRun.State) + " " + text(w.LastRun.Code)
				}})
			return printResult(a, r, err, columns)
		})}
}

func (a *app) watchRunsCommand() *cobra.Command {
	columns := []column[client.WatchRun]{
		{"STARTED", func(r client.WatchRun) string { return text(r.StartedAt) }},
		{"STATE", func(r client.WatchRun) string { return string(r.State) }},
		{"FOUND", func(r client.WatchRun) string { return text(r.Found) }},
		{"IMPORTS", func(r client.WatchRun) string { return text(r.Imports) }},
		{"SKIPPED", func(r client.WatchRun) string { return text(r.ImportsSkipped) }},
		{"CREDITS", func(r client.WatchRun) string { return text(r.CreditsCharged) }},
		{"CODE", func(r client.WatchRun) string { return text(r.Code) }},
		{"MESSAGE", func(r client.WatchRun) string { return text(r.Message) }},
	}
	c := &cobra.Command{Use: "runs ID", Short: "List the runs of a watch, newest first", Args: args(cobra.ExactArgs(1)), Example: "  sd watch runs $WATCH --limit 20"}
	return listing(a, c, columns, func(ctx context.Context, api *client.ClientWithResponses, given []string, cursor *string) (answered, error) {
		return api.ListWatchRunsWithResponse(ctx, given[0], &client.ListWatchRunsParams{Cursor: cursor})
	})
}

// watchPauseCommand returns the command that pauses or resumes a watch.
func (a *app) watchPauseCommand(verb, short string, paused bool) *cobra.Command {
	return &cobra.Command{Use: verb + " ID", Short: short, Args: args(cobra.ExactArgs(1)), Example: "  sd watch " + verb + " $WATCH",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.ChangeWatchWithResponse(ctx, given[0], nil, client.ChangeWatchRequest{Paused: &paused})
			return printResult(a, r, err, watchFacts())
		})}
}
