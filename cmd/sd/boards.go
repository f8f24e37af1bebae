package main

import (
	"context"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) boardCommand() *cobra.Command {
	c := &cobra.Command{Use: "board", Short: "Collect references on boards; sd references --board lists one"}
	c.AddCommand(a.boardListCommand(), a.boardCreateCommand(), a.boardArrangeCommand("add", "Put references on a board, in this order", false),
		a.boardArrangeCommand("take-off", "Take references off a board; they stay saved", true), a.boardDeleteCommand())
	group(c)
	return c
}

func boardFacts() []column[client.Board] {
	return []column[client.Board]{
		{"ID", func(b client.Board) string { return b.ID }},
		{"NAME", func(b client.Board) string { return b.Name }},
		{"KIND", func(b client.Board) string { return string(b.Kind) }},
		{"REFERENCES", func(b client.Board) string { return text(b.Count) }},
		{"ORDER", func(b client.Board) string { return string(b.Order) }},
	}
}

func (a *app) boardListCommand() *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List boards, newest first", Args: args(cobra.NoArgs), Example: "  sd board list --all"}
	return listing(a, c, boardFacts(), func(ctx context.Context, api *client.ClientWithResponses, _ []string, cursor *string) (answered, error) {
		return api.ListBoardsWithResponse(ctx, &client.ListBoardsParams{Cursor: cursor})
	})
}

func (a *app) boardCreateCommand() *cobra.Command {
	var q string
	c := &cobra.Command{Use: "create NAME [REFERENCE...]", Short: "Make a board; with -q a smart one, which shows what the words find", Args: args(cobra.MinimumNArgs(1)),
		Example: "  sd board create \"Kitchen hooks\" $REFERENCE\n  sd board create Ramen -q ramen",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			ask := client.CreateBoardRequest{Name: given[0]}
			if len(given) > 1 {
				ask.References = new(given[1:])
			}
			if q != "" {
				ask.Kind, ask.Filter = new(client.CreateBoardRequestKindSmart), &client.ReferenceFilter{Q: &q}
			}
			r, err := api.CreateBoardWithResponse(ctx, nil, ask)
			return printResult(a, r, err, boardFacts())
		})}
	c.Flags().StringVarP(&q, "query", "q", "", "words that a smart board searches for")
	return c
}

func (a *app) boardArrangeCommand(verb, short string, off bool) *cobra.Command {
	var before string
	c := &cobra.Command{Use: verb + " BOARD REFERENCE...", Short: short, Args: args(cobra.MinimumNArgs(2)), Example: "  sd board " + verb + " $BOARD $REFERENCE",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			refs := given[1:]
			ask := client.ArrangeBoardRequest{Before: orNil[string](before)}
			if off {
				ask.Remove = &refs
			} else {
				ask.Add = &refs
			}
			r, err := api.ArrangeBoardWithResponse(ctx, given[0], nil, ask)
			return printResult(a, r, err, boardFacts())
		})}
	if !off {
		c.Flags().StringVar(&before, "before", "", "a reference on the board before which they come; without it, the end")
	}
	return c
}

func (a *app) boardDeleteCommand() *cobra.Command {
	return &cobra.Command{Use: "delete BOARD", Short: "Delete a board; its references stay saved", Args: args(cobra.ExactArgs(1)), Example: "  sd board delete $BOARD",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.DeleteBoardWithResponse(ctx, given[0], nil)
			return refused(r, err)
		})}
}
