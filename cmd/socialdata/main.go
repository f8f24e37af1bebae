// Command socialdata is the whole service in one program: serve, web, work, migrate, demo, doctor, shapes, admin and version.
// It reads the environment once, builds every part, and runs a command. It may import every other package; nothing imports it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
)

// version and commit describe the build; releases set them with -ldflags "-X main.version=… -X main.commit=…". shapesKey
// is the public key, in base64, whose signed files of shapes the program trusts; "" is none.
var (
	version   = "0.1.0"
	commit    = ""
	shapesKey = ""
)

// cli holds the commands.
type cli struct {
	Serve   serveCmd   `cmd:"" help:"Run the web server and the workers in one process."`
	Web     webCmd     `cmd:"" help:"Run the web server alone."`
	Work    workCmd    `cmd:"" help:"Run the workers alone."`
	Migrate migrateCmd `cmd:"" help:"Bring the database to this version and end."`
	Demo    demoCmd    `cmd:"" help:"Run everything against simulated platforms, with a workspace that has history."`
	Doctor  doctorCmd  `cmd:"" help:"Ask every route for one well-known object per operation, and say what works."`
	Shapes  shapesCmd  `cmd:"" help:"Check a signed file of shapes, or make it the one in use."`
	Health  healthCmd  `cmd:"" help:"Ask the process that runs with these settings whether it is ready."`
	Admin   adminCmd   `cmd:"" help:"Work on the database without the server."`
	Version versionCmd `cmd:"" help:"Print the version, and of a release its commit."`
}

type versionCmd struct{}

// Run prints the version, and for a release its commit.
func (versionCmd) Run() error {
	_, err := fmt.Println(strings.TrimSpace("socialdata " + version + " " + commit))
	return err
}

func main() {
	keepPrivate()
	hide()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	var c cli
	k := kong.Parse(&c, kong.Name("socialdata"), kong.UsageOnError(),
		kong.Description("A link to a public post, video, short or ad becomes structured data. Settings are SOCIALDATA_… variables: see docs/settings.md."),
		kong.BindTo(ctx, (*context.Context)(nil)))
	if err := k.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "socialdata:", err)
		stop()
		os.Exit(1)
	}
}
