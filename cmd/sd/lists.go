package main

import (
	"context"
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
	c.Flags().IntVar(&f.limit, "limit", 0, "rows at most; further pages are asked for as long as they are needed, and each may cost credits")
	c.Flags().BoolVar(&f.all, "all", false, "every row")
	c.MarkFlagsMutuallyExclusive("limit", "all")
}

// page is a page of a list.
type page[T any] struct {
	rows []T
	next *string
	body []byte // as it was received
}

// printList prints a list page by page: only the first page, or as many rows as the flags request.
func printList[T any](ctx context.Context, a *app, f listFlags, columns []column[T], ask func(ctx context.Context, cursor *string) (page[T], error)) error {
	if f.limit < 0 {
		return usage{errors.New("--limit is a number of rows")}
	}
	bar := a.counter("rows", f.limit)
	defer bar.done()
	var cursor *string
	for printed := 0; ; {
		p, err := ask(ctx, cursor)
		if err != nil {
			return err
		}
		raw := rawRows(p.body)
		if len(raw) != len(p.rows) {
			return errors.New("the answer cannot be read")
		}
		if f.limit > 0 && printed+len(p.rows) > f.limit {
			p.rows, raw = p.rows[:f.limit-printed], raw[:f.limit-printed]
		}
		bar.clear()
		if err := printRaw(a, raw, p.rows, columns, cursor == nil); err != nil {
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
			return printList(ctx, a, f, itemColumns(), func(ctx context.Context, cursor *string) (p page[client.ItemSummary], err error) {
				r, err := api.ListItemsWithResponse(ctx, &client.ListItemsParams{Account: account, URL: url, Cursor: cursor,
					Collection: orNil[client.ListItemsParamsCollection](collection), Sort: orNil[client.ListItemsParamsSort](sort)})
				if err := refused(r, err); err != nil {
					return p, err
				}
				found, err := r.JSON200.AsItemPage()
				return page[client.ItemSummary]{found.Data, found.Page.NextCursor, r.Body}, err
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
	if err := refused(r, err); err != nil {
		return false, err
	}
	return r.JSON200.List != nil, nil
}

func (a *app) searchCommand() *cobra.Command {
	var f listFlags
	c := &cobra.Command{Use: "search PLATFORM WORDS...", Short: "Search items of a platform by their words", Args: args(cobra.MinimumNArgs(2)),
		Example: "  sd search video_site ramen noodle soup --limit 20", ValidArgsFunction: completeFirst(searchable()...),
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			return printList(ctx, a, f, itemColumns(), func(ctx context.Context, cursor *string) (p page[client.ItemSummary], err error) {
				r, err := api.SearchWithResponse(ctx, &client.SearchParams{Platform: client.SearchParamsPlatform(given[0]), Q: strings.Join(given[1:], " "), Cursor: cursor})
				if err := refused(r, err); err != nil {
					return p, err
				}
				found, err := r.JSON200.AsSearchPage()
				if err != nil {
					return p, err
				}
				for _, row := range found.Data {
					item, err := row.AsItemSummary()
					if err != nil {
						return p, err
					}
					p.rows = append(p.rows, item)
				}
				p.next, p.body = found.Page.NextCursor, r.Body
				return p, nil
			})
		})}
	f.add(c)
	return c
}

func (a *app) commentsCommand() *cobra.Command {
	var f listFlags
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
	c := &cobra.Command{Use: "comments LINK", Short: "List an item's comments", Args: args(cobra.ExactArgs(1)), Example: "  sd comments https://www.youtube.com/watch?v=g6QYSy6P-nW --limit 100",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			link := itemLink(given[0])
			return printList(ctx, a, f, columns, func(ctx context.Context, cursor *string) (p page[client.Comment], err error) {
				r, err := api.ListCommentsWithResponse(ctx, &client.ListCommentsParams{URL: &link, Cursor: cursor})
				if err := refused(r, err); err != nil {
					return p, err
				}
				found, err := r.JSON200.AsCommentPage()
				return page[client.Comment]{found.Data, found.Page.NextCursor, r.Body}, err
			})
		})}
	f.add(c)
	return c
}

// orNil returns nil for "".
func orNil[T ~string](value string) *T {
	if value == "" {
		return nil
	}
	v := T(value)
	return &v
}
