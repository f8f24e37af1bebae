// Package child runs programs of others on untrusted input: in a process group of their own, without our environment, within
// bounds of time, memory, open files and output, and on Linux without our files and our network. It may import nothing of ours.
package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ErrBound is the cause of a run that reached one of its bounds.
var ErrBound = errors.New("a run reached its bound")

// Command is one bounded run. Every bound must be set.
type Command struct {
	Prlimit string   // util-linux: sets the limits of a run
	Program string   // an absolute path
	Args    []string // no secret: everybody on the machine can read them
	Env     []string // all of it; ours is not passed on
	Dir     string   // the only folder that it may write to, and read beside the system's own
	Reads   []string // files elsewhere that it may read
	Port    int      // of TCP on this machine, the only one that it may connect to; 0: it has no network

	Timeout   time.Duration
	Memory    int64 // bytes of address space
	OpenFiles int
	FileBytes int64     // of a file that the run writes
	Stdout    io.Writer // nil throws the output away
	MaxStdout int64     // bytes; more ends the run
	MaxStderr int       // bytes kept of the end of the messages
}

// Failure is a run that ended with an exit code: Messages is the end of what it wrote to standard error.
type Failure struct {
	Program  string
	Code     int
	Messages string
}

// Error names the program and its messages.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s: exit status %d: %s", f.Program, f.Code, f.Messages)
}

// Run runs a program. When its time is over or ctx ends, the whole process group is killed. Errors are ctx's own, ErrBound,
// or a *Failure.
func Run(ctx context.Context, c Command) error {
	bounded, cancel := context.WithTimeoutCause(ctx, c.Timeout, ErrBound)
	defer cancel()
	args := append([]string{
		"--cpu=" + strconv.Itoa(int(c.Timeout/time.Second)+1),
		"--as=" + strconv.FormatInt(c.Memory, 10),
		"--nofile=" + strconv.Itoa(c.OpenFiles),
		"--fsize=" + strconv.FormatInt(c.FileBytes, 10),
		"--core=0",
		c.Program,
	}, c.Args...)
	messages := &tailBuffer{most: c.MaxStderr}
	cmd, err := start(func() *exec.Cmd {
		cmd := exec.CommandContext(bounded, c.Prlimit, args...)
		cmd.Env, cmd.Dir = append([]string{}, c.Env...), c.Dir
		inGroup(cmd)
		cmd.WaitDelay = 2 * time.Second
		cmd.Stderr = messages
		if c.Stdout != nil {
			cmd.Stdout = &capped{w: c.Stdout, left: c.MaxStdout, over: cancel}
		}
		return cmd
	}, c)
	if err == nil {
		err = cmd.Wait()
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	case bounded.Err() != nil, killed(cmd):
		return fmt.Errorf("%w: %s", ErrBound, filepath.Base(c.Program))
	case cmd.ProcessState == nil:
		return fmt.Errorf("%s: %w", filepath.Base(c.Program), err)
	}
	return &Failure{Program: filepath.Base(c.Program), Code: cmd.ProcessState.ExitCode(), Messages: messages.String()}
}

// killed reports whether a limit ended the run: limits end by a signal.
func killed(cmd *exec.Cmd) bool {
	if cmd.ProcessState == nil {
		return false
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && (status.Signaled() && status.Signal() != syscall.SIGSEGV && status.Signal() != syscall.SIGABRT)
}

// capped ends the run when more is written than was expected.
type capped struct {
	w    io.Writer
	left int64
	over context.CancelFunc
}

func (c *capped) Write(p []byte) (int, error) {
	if c.left -= int64(len(p)); c.left < 0 {
		c.over()
		return 0, ErrBound
	}
	return c.w.Write(p)
}

// tailBuffer keeps the end of what is written: the last message says why. The buffer is not embedded, because io.Copy would
// fill it by its ReadFrom, without a bound.
type tailBuffer struct {
	buf  bytes.Buffer
	most int
}

// String returns what was kept.
func (b *tailBuffer) String() string { return b.buf.String() }

func (b *tailBuffer) Write(p []byte) (int, error) {
	n := len(p)
	if over := n - b.most; over > 0 {
		p = p[over:]
	}
	if over := b.buf.Len() + len(p) - b.most; over > 0 {
		b.buf.Next(over)
	}
	_, err := b.buf.Write(p)
	return n, err
}
