package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) meCommand() *cobra.Command {
	columns := []column[client.Me]{
		{"WORKSPACE", func(m client.Me) string { return m.Workspace.Name }},
		{"BALANCE", func(m client.Me) string { return text(m.Balance) }},
		{"KEY", func(m client.Me) string {
			if m.Key == nil {
				return ""
			}
			return m.Key.Name
		}},
		{"KEY MAY SPEND", func(m client.Me) string {
			if m.Key == nil {
				return ""
			}
			return text(m.Key.Remaining)
		}},
		{"SCOPES", func(m client.Me) string {
			return strings.Join(texts(m.Scopes), " ")
		}},
		{"LIMITS LEFT", func(m client.Me) string {
			var list []string
			for _, l := range m.Limits {
				if l.Limit != nil {
					list = append(list, fmt.Sprintf("%s %s/%d", l.Name, text(l.Remaining), *l.Limit))
				}
			}
			return strings.Join(list, ", ")
		}},
		{"SERVICE", func(m client.Me) string { return m.Version }},
	}
	return &cobra.Command{Use: "me", Short: "Say whose key it is: workspace, balance, scopes, and what is left of the limits; free", Args: args(cobra.NoArgs), Example: "  sd me\n  sd me --json | jq .balance",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			r, err := api.GetMeWithResponse(ctx, nil)
			return printResult(a, r, err, columns)
		})}
}

func (a *app) logoutCommand() *cobra.Command {
	return &cobra.Command{Use: "logout", Short: "Forget the address and the key that sd login kept", Args: args(cobra.NoArgs), Example: "  sd logout",
		Long: "Forget the address and the key that sd login kept. The key goes on working: revoke it on the keys page if somebody else may have it.",
		RunE: func(*cobra.Command, []string) error {
			file, err := a.loginFile()
			if err != nil {
				return err
			}
			if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			fmt.Fprintln(a.err, "Signed out.")
			return nil
		}}
}
