package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) similarCommand() *cobra.Command {
	columns := []column[client.Similar]{
		{"ID", func(r client.Similar) string { return r.ReferenceID }},
		{"KIND", func(r client.Similar) string { return string(r.Kind) }},
		{"SCORE", func(r client.Similar) string { return fmt.Sprintf("%.2f", r.Score) }},
		{"AT", func(r client.Similar) string {
			if r.At.StartMs == nil {
				return ""
			}
			return clock(*r.At.StartMs)
		}},
	}
	return &cobra.Command{Use: "similar REFERENCE", Short: "List references that keep the same file or look alike", Args: args(cobra.ExactArgs(1)),
		Example: "  sd similar $REFERENCE",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			return printList(ctx, a, listFlags{}, columns, func(ctx context.Context, _ *string) (p page[client.Similar], err error) {
				r, err := api.FindSimilarWithResponse(ctx, given[0], nil)
				if err := refused(r, err); err != nil {
					return p, err
				}
				return page[client.Similar]{rows: r.JSON200.Items, body: r.Body}, nil
			})
		})}
}
