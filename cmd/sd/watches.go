package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"socialdata/internal/client"
)

func (a *app) watchCommand() *cobra.Command {
	c := &cobra.Command{Use: "watch", Short: "Look at accounts, searches and items again and again"}
	c.AddCommand(a.watchListCommand(), a.watchAddCommand(), a.watchRunCommand(), a.watchRemoveCommand())
	return c
}

func watchFacts() []column[client.Watch] {
	return []column[client.Watch]{
		{"ID", func(w client.Watch) string { return w.ID }},
		{"NAME", func(w client.Watch) string { return w.Name }},
		{"STATE", func(w client.Watch) string { return string(w.State) }},
		{"EVERY", func(w client.Watch) string { return string(w.Every) }},
		{"SEEN", func(w client.Watch) string { return text(w.Items) }},
		{"NEXT", func(w client.Watch) string { return text(w.NextRunAt) }},
		{"WATCHES", func(w client.Watch) string {
			return strings.TrimSpace(text(w.Source.Account) + text(w.Source.URL) + text(w.Source.Platform) + " " + text(w.Source.Q))
		}},
	}
}

func (a *app) watchListCommand() *cobra.Command {
	var f listFlags
	c := &cobra.Command{Use: "list", Short: "List watches", Args: args(cobra.NoArgs),
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			return printList(ctx, a, f, watchFacts(), func(ctx context.Context, cursor *string) (p page[client.Watch], err error) {
				r, err := api.ListWatchesWithResponse(ctx, &client.ListWatchesParams{Cursor: cursor})
				if err := refused(r, err); err != nil {
					return p, err
				}
				return page[client.Watch]{r.JSON200.Items, r.JSON200.NextCursor}, nil
			})
		})}
	f.add(c)
	return c
}

func (a *app) watchAddCommand() *cobra.Command {
	var name, every, search string
	var item bool
	c := &cobra.Command{Use: "add WHAT", Short: "Watch an account, with --item a link to an item, with --search PLATFORM words", Args: args(cobra.ExactArgs(1)),
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			what := &given[0]
			source := client.WatchSource{Kind: "account", Account: what}
			switch {
			case item:
				source = client.WatchSource{Kind: "item", URL: what}
			case search != "":
				source = client.WatchSource{Kind: "search", Platform: &search, Q: what}
			}
			if name == "" {
				name = short(*what)
			}
			r, err := api.CreateWatchWithResponse(ctx, client.CreateWatchRequest{Name: name, Every: client.CreateWatchRequestEvery(every), Source: source})
			if err := refused(r, err); err != nil {
				return err
			}
			return printOne(a, r.Body, *r.JSON201, watchFacts())
		})}
	c.Flags().StringVar(&name, "name", "", "of the watch; what it watches unless said otherwise")
	c.Flags().StringVar(&every, "every", "1d", "1h, 6h, 12h, 1d or 7d")
	c.Flags().BoolVar(&item, "item", false, "WHAT is a link to a single item")
	c.Flags().StringVar(&search, "search", "", "WHAT are words to search this platform for")
	c.MarkFlagsMutuallyExclusive("item", "search")
	complete(c, "every", intervals()...)
	complete(c, "search", searchable()...)
	return c
}

func (a *app) watchRunCommand() *cobra.Command {
	return &cobra.Command{Use: "run ID", Short: "Run a watch now", Args: args(cobra.ExactArgs(1)),
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.RunWatchWithResponse(ctx, given[0])
			if err := refused(r, err); err != nil {
				return err
			}
			return printOne(a, r.Body, *r.JSON202, watchFacts())
		})}
}

func (a *app) watchRemoveCommand() *cobra.Command {
	return &cobra.Command{Use: "remove ID", Short: "Delete a watch with what it has seen", Args: args(cobra.ExactArgs(1)),
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.DeleteWatchWithResponse(ctx, given[0])
			return refused(r, err)
		})}
}
