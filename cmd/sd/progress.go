package main

import (
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// counter shows on standard error how far a command is; it is quiet where that is no terminal. most is 0 where the end is not
// known.
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

// counter is a bar, or nothing.
type counter struct{ bar *progressbar.ProgressBar }

// isTerminal reports whether standard error is a terminal.
func (a *app) isTerminal() bool {
	f, ok := a.err.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Errors of a bar are those of standard error, so they cannot be reported anywhere.

func (c counter) add(n int) {
	if c.bar != nil {
		_ = c.bar.Add(n)
	}
}

// say shows what is done now.
func (c counter) say(what string) {
	if c.bar != nil {
		c.bar.Describe(what)
	}
}

// clear takes the bar away before something is printed.
func (c counter) clear() {
	if c.bar != nil {
		_ = c.bar.Clear()
	}
}

func (c counter) done() { c.clear() }

// Write implements io.Writer: it counts bytes.
func (c counter) Write(b []byte) (int, error) {
	c.add(len(b))
	return len(b), nil
}
