// Command sd is the command-line client of Social Data. It may only import cmd/sd/client, internal/bundle,
// internal/httpsig, internal/export and internal/webhooks (to sign the events that it forwards): it knows the service only through its
// API. Results are printed to standard output, everything else to standard error.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// version and commit are those of the client. Releases set them with -ldflags "-X main.version=… -X main.commit=…".
var (
	version = "0.1.0"
	commit  = ""
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	a := &app{in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv}
	if err := a.root().ExecuteContext(ctx); err != nil {
		var said reported
		if !errors.As(err, &said) {
			a.report("", err)
		}
		stop()
		os.Exit(exitCode(err)) //nolint:gocritic // stop has run
	}
}

// app holds what the commands share: input, output and options.
type app struct {
	in       io.Reader
	out, err io.Writer
	env      func(string) string
	address  string // of the service, from the flag
	json     bool
	csv      bool
	wait     time.Duration // maximum total time to wait for rate limits
	patience *patient      // shares what is left of wait among all requests
}

// root returns the command with all subcommands.
func (a *app) root() *cobra.Command {
	c := &cobra.Command{Use: "sd", Short: "A client of Social Data", Version: strings.TrimSpace(version + " " + commit), SilenceUsage: true, SilenceErrors: true,
		Long: "A client of Social Data.\n\nThe service and the key are those of `sd login`, or SD_ADDRESS and SD_KEY.\n\n" + exitWords}
	c.SetIn(a.in)
	c.SetOut(a.out)
	c.SetErr(a.err)
	flags := c.PersistentFlags()
	flags.StringVar(&a.address, "address", "", "the service, such as http://localhost:8080")
	flags.BoolVar(&a.json, "json", false, "print JSON as it was answered; of a list each row on a line of its own")
	flags.BoolVar(&a.csv, "csv", false, "print CSV with a header")
	flags.DurationVar(&a.wait, "max-wait", defaultWait, "how long to wait for limits altogether; 0 does not wait")
	c.MarkFlagsMutuallyExclusive("json", "csv")
	c.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
		a.patience = &patient{next: http.DefaultTransport, left: a.wait, say: a.err}
		if err := c.ValidateFlagGroups(); err != nil {
			return usage{err}
		}
		return nil
	}
	group(c)
	c.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return usage{err} })
	c.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp) // arguments are links and ids, not files
	c.AddCommand(a.loginCommand(), a.resolveCommand(), a.itemCommand(), a.accountCommand(), a.itemsCommand(), a.commentsCommand(), a.searchCommand(),
		a.importCommand(), a.importsCommand(), a.referencesCommand(), a.similarCommand(), a.exportCommand(), a.exportsCommand(), a.bundleCommand(), a.boardCommand(), a.shareCommand(), a.watchCommand(), a.eventsCommand(), a.verifyCommand(), a.meCommand(), a.usageCommand(), a.logoutCommand(), a.cancelCommand(), a.mediaCommand(),
		a.transcriptCommand(), a.listenCommand())
	return c
}

// group makes a command that only has subcommands reject unknown ones, with the exit code for wrong use.
func group(c *cobra.Command) {
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, given []string) error {
		if len(given) == 0 {
			return c.Help()
		}
		c.SuggestionsMinimumDistance = 2
		hint := "; see " + c.CommandPath() + " --help"
		if near := c.SuggestionsFor(given[0]); len(near) > 0 {
			hint = "; did you mean " + strings.Join(near, " or ") + "?"
		}
		return usage{fmt.Errorf("unknown command %q for %q%s", given[0], c.CommandPath(), hint)}
	}
}

// args returns one of cobra's checks of arguments, with the exit code for wrong use and an error that shows the right
// use.
func args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(c *cobra.Command, given []string) error {
		if check(c, given) == nil {
			return nil
		}
		needed := neededArgs(c)
		wrong := "needs " + strings.Join(needed, " and ")
		switch {
		case len(needed) == 0:
			wrong = "takes no arguments"
		case len(given) > len(needed):
			wrong = "takes " + strings.Join(needed, " and ") + " only"
		}
		example, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n")
		return usage{fmt.Errorf("%s %s; usage: %s, e.g. %s", c.CommandPath(), wrong, c.UseLine(), example)}
	}
}

// neededArgs returns the names of the arguments that a command cannot do without, from its line of use.
func neededArgs(c *cobra.Command) (names []string) {
	for _, word := range strings.Fields(c.Use)[1:] {
		if !strings.HasPrefix(word, "[") {
			names = append(names, strings.TrimSuffix(word, "..."))
		}
	}
	return names
}
