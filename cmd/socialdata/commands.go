package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commands returns the program's commands.
func commands() *cobra.Command {
	c := group("socialdata", "A link to a public post, video, short or ad becomes structured data. Settings are SOCIALDATA_… variables: see docs/settings.md.",
		command("serve", "Run the web server and the workers in one process", serveCmd{}),
		command("web", "Run the web server alone", webCmd{}),
		command("work", "Run the workers alone", workCmd{}),
		command("migrate", "Bring the database to this version and end", migrateCmd{}),
		command("demo", "Run everything against simulated platforms, with a workspace that has history", &demoCmd{}),
		command("doctor", "Ask every route for one well-known object per operation, and say what works", &doctorCmd{}),
		group("shapes", "Check a signed file of shapes, or make it the one in use",
			command("verify FILE", "Check the signature, in FILE.sig, and every value of a file of shapes", &verifyShapesCmd{}),
			command("apply FILE", "Check a file of shapes and make it the one that SOCIALDATA_SHAPES names; running processes read it within seconds", &applyShapesCmd{})),
		command("health", "Ask the process that runs with these settings whether it is ready", healthCmd{}),
		adminCommands(),
		command("version", "Print the version, and of a release its commit", versionCmd{}))
	c.SilenceErrors = true // main says them
	return c
}

func adminCommands() *cobra.Command {
	return group("admin", "Work on the database without the server",
		group("credits", "Credits of workspaces",
			command("grant", "Give a workspace credits", &grantCmd{})),
		group("user", "People",
			command("create", "Make a person; the password is read from standard input", &createUserCmd{}),
			command("reset-password", "Print a link with which a person sets a new password, once, within a day", &resetPasswordCmd{}),
			command("accept-email", "Accept a person's e-mail without a link in a mail: alerts are sent to it from now on", &acceptEmailCmd{}),
			command("reset-totp", "Switch a person's second factor off, after phone and recovery codes were lost; it is written to the audit", &resetTOTPCmd{})),
		group("workspace", "Workspaces",
			command("close", "Close a workspace at once and erase all that it has; it cannot be undone", &closeCmd{}),
			command("meter", "Refuse a workspace what its credits do not cover, as usual, or with --off count its use only", &meterCmd{})),
		command("erase", "Erase all that is kept of an account of a platform, in every workspace; it cannot be undone", &eraseCmd{}),
		command("receipt RECEIPT", "Print the receipt of an erasure, by its id", &receiptCmd{}),
		command("setup-token", "Make another setup token in place of one that was lost", setupTokenCmd{}),
		command("adopt", "Accept these secret keys and this blob store as the installation's, after the ones before were lost or replaced at once", adoptCmd{}),
		command("sweep", "One pass of the periodic work", &sweepCmd{}),
		command("replay", "Read the answers on which imports failed with this version, without any network", &replayCmd{}),
		group("shapes", "Changes of the shapes in use, without a restart",
			command("apply FILE", "Have a text of shapes tried and used, as on the page of shapes: by known objects, then by one running process, then by all; values that it leaves out stay", &applyChangeCmd{}),
			command("list", "List the changes of the shapes and where they stand", listChangesCmd{}),
			command("undo CHANGE", "Undo a change of the shapes in every process, by its id in the list", &undoChangeCmd{})),
		command("routes", "List the source routes with their health", routesCmd{}))
}

// act is what a command does, with its flags and its argument in its fields.
type act interface {
	Run(ctx context.Context) error
}

// command makes an act a command: flags and take, where it has them, say what it is given.
func command(use, short string, a act) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, DisableFlagsInUseLine: true}
	if f, ok := a.(interface{ flags(f flags) }); ok {
		f.flags(flags{c.Flags(), c})
	}
	taking, takes := a.(interface{ take(arg string) })
	if takes {
		c.Args = cobra.ExactArgs(1)
	}
	c.RunE = func(c *cobra.Command, given []string) error {
		c.SilenceUsage = true // it was used as it should be
		if takes {
			taking.take(given[0])
		}
		return a.Run(c.Context())
	}
	return c
}

// group is a command that does nothing without one of its own.
func group(use, short string, of ...*cobra.Command) *cobra.Command {
	c := &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(*cobra.Command, []string) error { return errors.New("name a command") }}
	c.AddCommand(of...)
	return c
}

// flags are those of one command.
type flags struct {
	*pflag.FlagSet
	of *cobra.Command
}

// need makes flags required.
func (f flags) need(names ...string) {
	for _, name := range names {
		if err := f.of.MarkFlagRequired(name); err != nil {
			panic(err) // no such flag
		}
	}
}

// person is the flag that names somebody.
func (f flags) person(email *string) {
	f.StringVar(email, "email", "", "e-mail of the person")
	f.need("email")
}
