package main

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) resolveCommand() *cobra.Command {
	columns := []column[client.Resolution]{
		{"ID", func(r client.Resolution) string { return text(r.ID) }},
		{"PLATFORM", func(r client.Resolution) string { return text(r.Platform) }},
		{"TARGET", func(r client.Resolution) string { return text(r.Target) }},
		{"SUPPORTED", func(r client.Resolution) string { return text(r.Supported) }},
		{"REASON", func(r client.Resolution) string { return text(r.Reason) }},
		{"CANONICAL", func(r client.Resolution) string { return r.CanonicalURL }},
	}
	return &cobra.Command{Use: "resolve URL", Short: "Recognise what a link points to, free", Args: args(cobra.ExactArgs(1)), Example: "  sd resolve https://www.youtube.com/@lanternkitchen",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.ResolveWithResponse(ctx, &client.ResolveParams{URL: given[0]})
			return printResult(a, r, err, columns)
		})}
}

// itemFlags holds the flags of sd item.
type itemFlags struct {
	linkFlags
	evidenceFlags
	transcript       bool
	language, maxAge string
}

func (a *app) itemCommand() *cobra.Command {
	var f itemFlags
	c := &cobra.Command{Use: "item LINK...", Short: "Look up posts, videos, shorts or ads, by their links or ids", Args: args(cobra.ArbitraryArgs),
		Long: "Look up posts, videos, shorts or ads, by their links or by the ids that lists print.\n\nMany links are looked up a hundred at a time. " +
			"Those that fail are named on standard error; the exit code is that of the first.",
		Example: "  sd item https://www.youtube.com/watch?v=g6QYSy6P-nW\n  sd item video_site:g6QYSy6P-nW --transcript --json\n  sd item --from links.txt --csv > items.csv\n" +
			"  sd items video_site:@lanternkitchen --json | jq -r .url | sd item - --json",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			links, err := f.read(a.in, given)
			if err != nil {
				return err
			}
			if len(links) == 1 {
				return a.lookupItem(ctx, api, links[0], f)
			}
			if f.signed != "" || f.asOf != "" {
				return usage{errors.New("--signed and --as-of take one link")}
			}
			return many(ctx, a, itemFacts(), links, func(ctx context.Context, links []string) ([]row[client.Item], time.Duration, error) {
				return lookupItems(ctx, api, links, f)
			})
		})}
	f.linkFlags.add(c)
	f.evidenceFlags.add(c)
	c.Flags().BoolVar(&f.transcript, "transcript", false, "with the transcript")
	c.Flags().StringVar(&f.language, "language", "", "of the transcript, such as de")
	c.Flags().StringVar(&f.maxAge, "max-age", "", "how old a stored answer may be, such as 10m; 0 always asks the platform")
	return c
}

// lookupItem prints one item.
func (a *app) lookupItem(ctx context.Context, api *client.ClientWithResponses, link string, f itemFlags) error {
	ask := &client.LookupItemParams{URL: link, TranscriptLanguage: orNil[string](f.language), MaxAge: orNil[string](f.maxAge), AsOf: orNil[string](f.asOf), AcceptSignature: f.accept()}
	if f.transcript || f.language != "" {
		ask.Include = orNil[client.LookupItemParamsInclude]("transcript")
	}
	r, err := api.LookupItemWithResponse(ctx, ask)
	if err == nil {
		err = f.save(r.HTTPResponse, r.Body)
	}
	return printResult(a, r, err, itemFacts())
}

// lookupItems looks up at most 100 links in one request.
func lookupItems(ctx context.Context, api *client.ClientWithResponses, links []string, f itemFlags) ([]row[client.Item], time.Duration, error) {
	ask := client.LookupsRequest{Urls: links, TranscriptLanguage: orNil[string](f.language), MaxAge: orNil[string](f.maxAge)}
	if f.transcript || f.language != "" {
		ask.Include = orNil[client.LookupsRequestInclude]("transcript")
	}
	r, err := api.LookupItemsWithResponse(ctx, ask)
	if err := refused(r, err); err != nil {
		return nil, 0, err
	}
	rows, err := rowsOf[client.Item](links, r.Body, "item")
	return rows, retryAfter(r.HTTPResponse.Header), err
}

func itemFacts() []column[client.Item] {
	return []column[client.Item]{
		{"ID", func(i client.Item) string { return i.ID }},
		{"KIND", func(i client.Item) string { return string(i.Kind) }},
		{"TITLE", func(i client.Item) string { return text(i.Title) }},
		{"AUTHOR", func(i client.Item) string {
			if i.Author == nil {
				return ""
			}
			return text(i.Author.Name)
		}},
		{"PUBLISHED", func(i client.Item) string { return text(i.PublishedAt) }},
		{"VIEWS", func(i client.Item) string { return text(i.Stats.Views) }},
		{"LIKES", func(i client.Item) string { return text(i.Stats.Likes) }},
		{"COMMENTS", func(i client.Item) string { return text(i.Stats.Comments) }},
		{"SHARES", func(i client.Item) string { return text(i.Stats.Shares) }},
		{"SAVES", func(i client.Item) string { return text(i.Stats.Saves) }},
		{"RESTRICTION", func(i client.Item) string {
			if i.Restriction == nil {
				return ""
			}
			return strings.TrimSpace(string(i.Restriction.Kind) + " " + text(i.Restriction.Message))
		}},
		{"URL", func(i client.Item) string { return i.URL }},
		{"UNAVAILABLE", func(i client.Item) string { return strings.Join(i.UnavailableFields, " ") }},
		{"CREDITS", func(i client.Item) string { return text(i.Usage.CreditsCharged) }},
	}
}

func (a *app) accountCommand() *cobra.Command {
	var f evidenceFlags
	columns := []column[client.Account]{
		{"ID", func(x client.Account) string { return x.ID }},
		{"HANDLE", func(x client.Account) string { return text(x.Handle) }},
		{"NAME", func(x client.Account) string { return text(x.Name) }},
		{"FOLLOWERS", func(x client.Account) string { return text(x.Stats.Followers) }},
		{"FOLLOWING", func(x client.Account) string { return text(x.Stats.Following) }},
		{"ITEMS", func(x client.Account) string { return text(x.Stats.Items) }},
		{"VIEWS", func(x client.Account) string { return text(x.Stats.Views) }},
		{"URL", func(x client.Account) string { return text(x.URL) }},
		{"UNAVAILABLE", func(x client.Account) string { return strings.Join(x.UnavailableFields, " ") }},
		{"CREDITS", func(x client.Account) string { return text(x.Usage.CreditsCharged) }},
	}
	c := &cobra.Command{Use: "account URL", Short: "Look up an account by its link, or by <platform>:@<handle>", Args: args(cobra.ExactArgs(1)),
		Example: "  sd account video_site:@lanternkitchen\n  sd account https://www.tiktok.com/@lanternkitchen --json",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			ask := accountAsked(given[0])
			ask.AsOf, ask.AcceptSignature = orNil[string](f.asOf), f.accept()
			r, err := api.LookupAccountWithResponse(ctx, ask)
			if err == nil {
				err = f.save(r.HTTPResponse, r.Body)
			}
			return printResult(a, r, err, columns)
		})}
	f.add(c)
	return c
}

// accountAsked parses a link, <platform>:@<handle> or <platform>:<id>.
func accountAsked(typed string) *client.LookupAccountParams {
	platform, name, named := strings.Cut(typed, ":")
	if !named || strings.HasPrefix(name, "//") {
		return &client.LookupAccountParams{URL: &typed}
	}
	ask := &client.LookupAccountParams{Platform: orNil[client.LookupAccountParamsPlatform](platform)}
	if handle, is := strings.CutPrefix(name, "@"); is {
		ask.Handle = &handle
	} else {
		ask.ID = &name
	}
	return ask
}
