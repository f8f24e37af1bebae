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
			return printList(a, listFlags{}, columns, func(*string) (answered, error) { return api.FindSimilarWithResponse(ctx, given[0], nil) })
		})}
}
