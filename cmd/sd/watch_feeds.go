package main

import (
	"context"
	"fmt"
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
			if err := refused(r, err); err != nil {
				return err
			}
			return printOne(a, r.Body, *r.JSON201, []column[client.NewWatchFeed]{
				{"ID", func(f client.NewWatchFeed) string { return f.ID }},
				{"URL", func(f client.NewWatchFeed) string { return f.URL }},
			})
		})}
}

func (a *app) watchFeedListCommand() *cobra.Command {
	var f listFlags
	columns := []column[client.WatchFeed]{
		{"ID", func(f client.WatchFeed) string { return f.ID }},
		{"MADE", func(f client.WatchFeed) string { return f.CreatedAt.Format(time.RFC3339) }},
	}
	c := &cobra.Command{Use: "list WATCH", Short: "List the feeds of a watch, newest first", Args: args(cobra.ExactArgs(1)), Example: "  sd watch feed list $WATCH",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			return printList(ctx, a, f, columns, func(ctx context.Context, cursor *string) (p page[client.WatchFeed], err error) {
				r, err := api.ListWatchFeedsWithResponse(ctx, given[0], &client.ListWatchFeedsParams{Cursor: cursor})
				if err := refused(r, err); err != nil {
					return p, err
				}
				return page[client.WatchFeed]{r.JSON200.Items, r.JSON200.NextCursor, r.Body}, nil
			})
		})}
	f.add(c)
	return c
}

func (a *app) watchFeedRevokeCommand() *cobra.Command {
	return &cobra.Command{Use: "revoke WATCH FEED", Short: "End a feed at once", Args: args(cobra.ExactArgs(2)), Example: "  sd watch feed revoke $WATCH $FEED",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.RevokeWatchFeedWithResponse(ctx, given[0], given[1], nil)
			if err := refused(r, err); err != nil {
				return err
			}
			fmt.Fprintln(a.err, "Revoked. Its address works no more.")
			return nil
		})}
}
