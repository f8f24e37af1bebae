package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// counter starts a progress bar on standard error, or returns one that does nothing if that is not a terminal. most
// is the final count, or 0 if it is unknown.
func (a *app) counter(what string, most int) counter {
	if !a.isTerminal() {
		return counter{}
	}
	if most <= 0 {
		most = -1
	}
	return counter{progressbar.NewOptions(most, progressbar.OptionSetWriter(a.err), progressbar.OptionSetDescription(what), progressbar.OptionClearOnFinish(),
		progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionShowCount(), progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionEnableColorCodes(a.env("NO_COLOR") == ""))}
}

// counter is a progress bar, or does nothing if bar is nil.
type counter struct{ bar *progressbar.ProgressBar }

// isTerminal reports whether standard error is a terminal.
func (a *app) isTerminal() bool {
	f, ok := a.err.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Errors of a progress bar are errors of standard error, so they cannot be reported.

func (c counter) add(n int) {
	if c.bar != nil {
		_ = c.bar.Add(n)
	}
}

// say shows the current activity.
func (c counter) say(what string) {
	if c.bar != nil {
		c.bar.Describe(what)
	}
}

// clear removes the bar before other output.
func (c counter) clear() {
	if c.bar != nil {
		_ = c.bar.Clear()
	}
}

func (c counter) done() { c.clear() }

// Write implements io.Writer. It counts bytes.
func (c counter) Write(b []byte) (int, error) {
	c.add(len(b))
	return len(b), nil
}
