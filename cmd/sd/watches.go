package main

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) watchCommand() *cobra.Command {
	c := &cobra.Command{Use: "watch", Short: "Look at accounts, lists, searches and items again and again"}
	c.AddCommand(a.watchListCommand(), a.watchAddCommand(), a.watchRunCommand(), a.watchRemoveCommand(), a.watchShowCommand(), a.watchReportCommand(), a.watchFeedCommand(), a.watchRunsCommand(),
		a.watchPauseCommand("pause", "Pause a watch", true), a.watchPauseCommand("resume", "Resume a watch: it runs at once", false))
	group(c)
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
	c := &cobra.Command{Use: "list", Short: "List watches", Args: args(cobra.NoArgs), Example: "  sd watch list --all"}
	return listing(a, c, watchFacts(), func(ctx context.Context, api *client.ClientWithResponses, _ []string, cursor *string) (answered, error) {
		return api.ListWatchesWithResponse(ctx, &client.ListWatchesParams{Cursor: cursor})
	})
}

func (a *app) watchAddCommand() *cobra.Command {
	var name, every, search, profile string
	var item bool
	var credits, backfill int64
	c := &cobra.Command{Use: "add WHAT...", Short: "Watch an account or the link of a playlist or hashtag, with --item a link to an item, with --search PLATFORM words", Args: args(cobra.MinimumNArgs(1)),
		Example: "  sd watch add video_site:@lanternkitchen --every 6h --import full --backfill 200 --daily-credits 50\n  sd watch add --search ad_library coffee maker\n  sd watch add --item video_site:g6QYSy6P-nW --every 1h",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			if search == "" && len(given) > 1 {
				return usage{errors.New("one account or one link; several words are for --search")}
			}
			what := orNil[string](strings.Join(given, " "))
			source := client.WatchSource{Kind: "account", Account: what}
			switch {
			case item:
				source = client.WatchSource{Kind: "item", URL: orNil[string](itemLink(*what))}
			case search != "":
				source = client.WatchSource{Kind: "search", Platform: &search, Q: what}
			default:
				isList, err := namesList(ctx, api, *what)
				if err != nil {
					return err
				}
				if isList {
					source = client.WatchSource{Kind: "list", URL: what}
				}
			}
			if name == "" {
				name = short(*what)
			}
			ask := client.CreateWatchRequest{Name: name, Every: client.CreateWatchRequestEvery(every), Source: source}
			if profile != "" {
				ask.Import = &client.WatchImportRequest{MediaProfile: orNil[client.CreateWatchRequestImportMediaProfile](profile)}
			}
			if credits > 0 {
				ask.DailyCredits = &credits
			}
			if backfill > 0 {
				ask.Backfill = &backfill
			}
			r, err := api.CreateWatchWithResponse(ctx, nil, ask)
			return printResult(a, r, err, watchFacts())
		})}
	c.Flags().StringVar(&name, "name", "", "of the watch; what it watches unless said otherwise")
	c.Flags().StringVar(&every, "every", "1d", "1h, 6h, 12h, 1d or 7d")
	c.Flags().BoolVar(&item, "item", false, "WHAT is a link to a single item")
	c.Flags().StringVar(&search, "search", "", "WHAT are words to search this platform for")
	c.Flags().StringVar(&profile, "import", "", "import what is new with this profile: none, analysis or full")
	c.Flags().Int64Var(&credits, "daily-credits", 0, "what it may spend a day, on lookups and imports; 100 unless said otherwise")
	c.Flags().Int64Var(&backfill, "backfill", 0, "with --import, how many of what is there to import as well, at most 500")
	c.MarkFlagsMutuallyExclusive("item", "search")
	complete(c, "import", profiles()...)
	complete(c, "every", intervals()...)
	complete(c, "search", searchable()...)
	return c
}

func (a *app) watchRunCommand() *cobra.Command {
	return &cobra.Command{Use: "run ID", Short: "Run a watch now", Args: args(cobra.ExactArgs(1)), Example: "  sd watch run $WATCH",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.RunWatchWithResponse(ctx, given[0], nil)
			return printResult(a, r, err, watchFacts())
		})}
}

func (a *app) watchRemoveCommand() *cobra.Command {
	return &cobra.Command{Use: "remove ID", Short: "Delete a watch with what it has seen", Args: args(cobra.ExactArgs(1)), Example: "  sd watch remove $WATCH",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.DeleteWatchWithResponse(ctx, given[0], nil)
			return refused(r, err)
		})}
}
