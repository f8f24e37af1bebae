// Command sd is the client of Social Data on the command line. It may import internal/bundle only: it knows the service by
// what it answers.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	if err := root().Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// root is the command with all its verbs.
func root() *cobra.Command {
	c := &cobra.Command{Use: "sd", Short: "A client of Social Data", SilenceUsage: true, SilenceErrors: true}
	c.AddCommand(verifyCommand())
	return c
}
