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
)

// version and commit describe the build; releases set them with -ldflags "-X main.version=… -X main.commit=…". shapesKey
// is the public key, in base64, whose signed files of shapes the program trusts; "" is none.
var (
	version   = "0.1.0"
	commit    = ""
	shapesKey = ""
)

type versionCmd struct{}

// Run prints the version, and for a release its commit.
func (versionCmd) Run(context.Context) error {
	_, err := fmt.Println(strings.TrimSpace("socialdata " + version + " " + commit))
	return err
}

func main() {
	keepPrivate()
	hide()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if err := commands().ExecuteContext(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "socialdata:", err)
		stop()
		os.Exit(1)
	}
}
