package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) watchFeedCommand() *cobra.Command {
	c := &cobra.Command{Use: "feed", Short: "Make Atom feeds of watches, for programs that read feeds"}
	c.AddCommand(a.watchFeedMakeCommand(), a.watchFeedListCommand(), a.watchFeedRevokeCommand())
	group(c)
	return c
}

func (a *app) watchFeedMakeCommand() *cobra.Command {
	return &cobra.Command{Use: "make WATCH", Short: "Make a feed of a watch, and print its address, which is not shown again", Args: args(cobra.ExactArgs(1)), Example: "  sd watch feed make $WATCH",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.CreateWatchFeedWithResponse(ctx, given[0], nil)
			return printResult(a, r, err, []column[client.NewWatchFeed]{
				{"ID", func(f client.NewWatchFeed) string { return f.ID }},
				{"URL", func(f client.NewWatchFeed) string { return f.URL }},
			})
		})}
}

func (a *app) watchFeedListCommand() *cobra.Command {
	columns := []column[client.WatchFeed]{
		{"ID", func(f client.WatchFeed) string { return f.ID }},
		{"MADE", func(f client.WatchFeed) string { return f.CreatedAt.Format(time.RFC3339) }},
	}
	c := &cobra.Command{Use: "list WATCH", Short: "List the feeds of a watch, newest first", Args: args(cobra.ExactArgs(1)), Example: "  sd watch feed list $WATCH"}
	return listing(a, c, columns, func(ctx context.Context, api *client.ClientWithResponses, given []string, cursor *string) (answered, error) {
		return api.ListWatchFeedsWithResponse(ctx, given[0], &client.ListWatchFeedsParams{Cursor: cursor})
	})
}

func (a *app) watchFeedRevokeCommand() *cobra.Command {
	return &cobra.Command{Use: "revoke WATCH FEED", Short: "End a feed at once", Args: args(cobra.ExactArgs(2)), Example: "  sd watch feed revoke $WATCH $FEED",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.RevokeWatchFeedWithResponse(ctx, given[0], given[1], nil)
			return a.sayDone(r, err, "Revoked. Its address works no more.")
		})}
}
