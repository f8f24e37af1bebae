package main

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) shareCommand() *cobra.Command {
	c := &cobra.Command{Use: "share", Short: "Make links by which people without an account see a board or a reference"}
	c.AddCommand(a.shareListCommand(), a.shareCreateCommand("board"), a.shareCreateCommand("reference"), a.shareRevokeCommand())
	group(c)
	return c
}

func shareFacts() []column[client.Share] {
	return []column[client.Share]{
		{"ID", func(s client.Share) string { return s.ID }},
		{"BOARD", func(s client.Share) string { return text(s.Board) }},
		{"REFERENCE", func(s client.Share) string { return text(s.Reference) }},
		{"STATE", func(s client.Share) string { return string(s.State) }},
		{"EXPIRES", func(s client.Share) string { return s.ExpiresAt.Format(time.RFC3339) }},
		{"VIEWS", func(s client.Share) string { return text(s.Views) }},
	}
}

func (a *app) shareListCommand() *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List share links, newest first; their addresses are shown when they are made alone", Args: args(cobra.NoArgs), Example: "  sd share list --all"}
	return listing(a, c, shareFacts(), func(ctx context.Context, api *client.ClientWithResponses, _ []string, cursor *string) (answered, error) {
		return api.ListSharesWithResponse(ctx, &client.ListSharesParams{Cursor: cursor})
	})
}

// shareCreateCommand returns the command that creates a link to a board or a reference.
func (a *app) shareCreateCommand(of string) *cobra.Command {
	var notes, transcript, media, openGraph, password bool
	var days int
	c := &cobra.Command{Use: of + " ID", Short: "Make a link to a " + of + ", and print its address, which is not shown again", Args: args(cobra.ExactArgs(1)),
		Example: "  sd share " + of + " $ID --media --transcript --days 7",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			ask := client.CreateShareRequest{Include: &client.ShareInclude{Notes: &notes, Transcript: &transcript, Media: &media}, OpenGraph: &openGraph}
			if of == "board" {
				ask.Board = &given[0]
			} else {
				ask.Reference = &given[0]
			}
			if days > 0 {
				ask.ExpiresAt = new(time.Now().AddDate(0, 0, days).UTC().Format(time.RFC3339))
			}
			if password {
				secret, err := a.readSecret("password")
				if err != nil {
					return err
				}
				ask.Password = &secret
			}
			r, err := api.CreateShareWithResponse(ctx, nil, ask)
			return printResult(a, r, err, []column[client.NewShare]{
				{"ID", func(s client.NewShare) string { return s.ID }},
				{"EXPIRES", func(s client.NewShare) string { return s.ExpiresAt.Format(time.RFC3339) }},
				{"URL", func(s client.NewShare) string { return s.URL }},
			})
		})}
	c.Flags().BoolVar(&media, "media", false, "with kept pictures and videos")
	c.Flags().BoolVar(&transcript, "transcript", false, "with the transcript")
	c.Flags().BoolVar(&notes, "notes", false, "with your team's notes")
	c.Flags().BoolVar(&openGraph, "preview", false, "messengers may show title and picture where the link is pasted")
	c.Flags().IntVar(&days, "days", 0, "until it ends, at most 365; 30 unless said otherwise")
	c.Flags().BoolVar(&password, "password", false, "ask for a password, which is read from standard input")
	return c
}

func (a *app) shareRevokeCommand() *cobra.Command {
	return &cobra.Command{Use: "revoke SHARE", Short: "End a share link at once", Args: args(cobra.ExactArgs(1)), Example: "  sd share revoke $SHARE",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.RevokeShareWithResponse(ctx, given[0], nil)
			return a.sayDone(r, err, "Revoked. Its page and its files are gone.")
		})}
}
