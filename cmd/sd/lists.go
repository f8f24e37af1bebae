package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

// listFlags says how much of a list to print.
type listFlags struct {
	limit int
	all   bool
}

func (f *listFlags) add(c *cobra.Command) {
	c.Flags().IntVar(&f.limit, "limit", 0, "rows at most; further pages are asked for as long as they are needed, and each costs what the first did")
	c.Flags().BoolVar(&f.all, "all", false, "every row")
	c.MarkFlagsMutuallyExclusive("limit", "all")
}

// page is a page of a list.
type page[T any] struct {
	rows []T
	raw  []json.RawMessage // as they were received
	next *string
}

// pageOf parses a page of a list.
func pageOf[T any](r answered, err error) (p page[T], _ error) {
	list, err := parsed[struct {
		Items, Data []json.RawMessage
		NextCursor  *string
		Page        struct{ NextCursor *string }
	}](r, err)
	if err != nil {
		return p, err
	}
	p.raw, p.next = append(list.Items, list.Data...), cmp.Or(list.NextCursor, list.Page.NextCursor)
	p.rows = make([]T, len(p.raw))
	for n := range p.rows {
		if err := json.Unmarshal(p.raw[n], &p.rows[n]); err != nil {
			return p, err
		}
	}
	return p, nil
}

// listing makes a command print a list, with flags that say how much of it.
func listing[T any](a *app, c *cobra.Command, columns []column[T],
	ask func(ctx context.Context, api *client.ClientWithResponses, given []string, cursor *string) (answered, error)) *cobra.Command {
	var f listFlags
	f.add(c)
	c.RunE = a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
		return printList(a, f, columns, func(cursor *string) (answered, error) { return ask(ctx, api, given, cursor) })
	})
	return c
}

// printList prints a list page by page: only the first page, or as many rows as the flags request.
func printList[T any](a *app, f listFlags, columns []column[T], ask func(cursor *string) (answered, error)) error {
	if f.limit < 0 {
		return usage{errors.New("--limit is a number of rows")}
	}
	bar := a.counter("rows", f.limit)
	defer bar.done()
	var cursor *string
	for printed := 0; ; {
		p, err := pageOf[T](ask(cursor))
		if err != nil {
			return err
		}
		if f.limit > 0 && printed+len(p.rows) > f.limit {
			p.rows, p.raw = p.rows[:f.limit-printed], p.raw[:f.limit-printed]
		}
		bar.clear()
		if err := printRaw(a, p.raw, p.rows, columns, cursor == nil); err != nil {
			return err
		}
		printed += len(p.rows)
		bar.add(len(p.rows))
		cursor = p.next
		if cursor == nil || !f.all && printed >= f.limit {
			return nil
		}
	}
}

// itemColumns returns the columns of every list of items.
func itemColumns() []column[client.ItemSummary] {
	return []column[client.ItemSummary]{
		{"ID", func(i client.ItemSummary) string { return i.ID }},
		{"KIND", func(i client.ItemSummary) string { return string(i.Kind) }},
		{"PUBLISHED", func(i client.ItemSummary) string {
			if i.PublishedAt == nil {
				return text(i.PublishedText)
			}
			return text(i.PublishedAt)
		}},
		{"VIEWS", func(i client.ItemSummary) string { return text(i.Stats.Views) }},
		{"ROUNDED", func(i client.ItemSummary) string {
			if i.ViewsApproximate {
				return "views"
			}
			return ""
		}},
		{"LIKES", func(i client.ItemSummary) string { return text(i.Stats.Likes) }},
		{"TITLE", func(i client.ItemSummary) string {
			if i.Title == nil {
				return text(i.Text)
			}
			return *i.Title
		}},
		{"URL", func(i client.ItemSummary) string { return i.URL }},
	}
}

func (a *app) itemsCommand() *cobra.Command {
	var f listFlags
	var collection, sort string
	c := &cobra.Command{Use: "items WHAT", Short: "List items of an account (a link, or <platform>:@<handle>), a playlist or a hashtag (a link)", Args: args(cobra.ExactArgs(1)),
		Example: "  sd items video_site:@lanternkitchen --limit 50 --csv > items.csv\n  sd items 'https://www.youtube.com/playlist?list=PLSimulatedSuppers0001' --all",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			isList, err := namesList(ctx, api, given[0])
			if err != nil {
				return err
			}
			account, url := &given[0], (*string)(nil)
			if isList {
				account, url = url, account
			}
			return printList(a, f, itemColumns(), func(cursor *string) (answered, error) {
				return api.ListItemsWithResponse(ctx, &client.ListItemsParams{Account: account, URL: url, Cursor: cursor,
					Collection: orNil[client.ListItemsParamsCollection](collection), Sort: orNil[client.ListItemsParamsSort](sort)})
			})
		})}
	f.add(c)
	c.Flags().StringVar(&collection, "collection", "", "videos, shorts, posts and so on, where the platform has several")
	c.Flags().StringVar(&sort, "sort", "", "latest, popular and so on, where the platform reads it")
	complete(c, "collection", collections()...)
	complete(c, "sort", sorts()...)
	return c
}

// namesList reports whether a text is a link to a list that belongs to no account. It asks the service, which
// identifies links for free.
func namesList(ctx context.Context, api *client.ClientWithResponses, typed string) (bool, error) {
	if !strings.Contains(typed, "://") {
		return false, nil
	}
	r, err := api.ResolveWithResponse(ctx, &client.ResolveParams{URL: typed})
	found, err := parsed[client.Resolution](r, err)
	return found.List != nil, err
}

func (a *app) searchCommand() *cobra.Command {
	c := &cobra.Command{Use: "search PLATFORM WORDS...", Short: "Search items of a platform by their words", Args: args(cobra.MinimumNArgs(2)),
		Example: "  sd search video_site ramen noodle soup --limit 20", ValidArgsFunction: completeFirst(searchable()...)}
	return listing(a, c, itemColumns(), func(ctx context.Context, api *client.ClientWithResponses, given []string, cursor *string) (answered, error) {
		return api.SearchWithResponse(ctx, &client.SearchParams{Platform: client.SearchParamsPlatform(given[0]), Q: strings.Join(given[1:], " "), Cursor: cursor})
	})
}

func (a *app) commentsCommand() *cobra.Command {
	columns := []column[client.Comment]{
		{"ID", func(c client.Comment) string { return c.ID }},
		{"AUTHOR", func(c client.Comment) string {
			if c.Author == nil {
				return ""
			}
			return text(c.Author.Handle)
		}},
		{"LIKES", func(c client.Comment) string { return text(c.Likes) }},
		{"TEXT", func(c client.Comment) string { return text(c.Text) }},
	}
	c := &cobra.Command{Use: "comments LINK", Short: "List an item's comments", Args: args(cobra.ExactArgs(1)), Example: "  sd comments https://www.youtube.com/watch?v=g6QYSy6P-nW --limit 100"}
	return listing(a, c, columns, func(ctx context.Context, api *client.ClientWithResponses, given []string, cursor *string) (answered, error) {
		return api.ListCommentsWithResponse(ctx, &client.ListCommentsParams{URL: new(itemLink(given[0])), Cursor: cursor})
	})
}

// orNil returns nil for "".
func orNil[T ~string](value string) *T {
	if value == "" {
		return nil
	}
	return new(T(value))
}

// listOrNil returns nil for no values.
func listOrNil[T ~string](values []string) *[]T {
	if len(values) == 0 {
		return nil
	}
	list := make([]T, len(values))
	for n, v := range values {
		list[n] = T(v)
	}
	return &list
}
