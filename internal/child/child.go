// Package child runs external programs on untrusted input: in their own process group, without our environment, with limits on
// time, memory, open files and output, and on Linux without access to our files and network. It may import nothing of ours.
package child

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// ErrBound is the cause of an error if a run reached one of its limits.
var ErrBound = errors.New("a run reached its bound")

// LookPath returns the absolute path of an installed program.
func LookPath(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", err
	}
	return filepath.Abs(path)
}

// Command is one run with limits. Every limit must be set.
type Command struct {
	Prlimit string   // util-linux: sets the limits of a run
	Program string   // an absolute path
	Args    []string // must not contain secrets: every user of the machine can read them
	Env     []string // the complete environment; ours is not passed on
	Dir     string   // the only writable directory; readable beside the system's own
	Reads   []string // further readable files
	Folders []string // further readable folders
	Sandbox bool     // the program confines its processes itself, by user namespaces, for which it writes to /proc
	Port    int      // the only local TCP port that it may connect to; 0: no network

	Files []*os.File // open files that it inherits, from descriptor 3 on

	Timeout   time.Duration
	Memory    int64 // bytes of address space; 0 for a program that reserves more than it uses, which must set Data
	Data      int64 // bytes of memory that each process of it can write to; 0: Memory is the limit
	OpenFiles int
	FileBytes int64     // maximum size of a file that the run writes
	Stdout    io.Writer // nil discards the output
	MaxStdout int64     // bytes; exceeding it ends the run
	MaxStderr int       // bytes kept from the end of stderr
}

// Failure is a run that ended with an exit code. Messages is the end of its stderr.
type Failure struct {
	Program  string
	Code     int
	Messages string
}

// Error returns the program and its messages.
func (f *Failure) Error() string {
	return fmt.Sprintf("%s: exit status %d: %s", f.Program, f.Code, f.Messages)
}

// Run runs a program. On a time-out, or when ctx ends, it kills the whole process group; what the program leaves of its group when
// it ends is killed, too. Its errors are ctx's own, ErrBound, or a *Failure.
func Run(ctx context.Context, c Command) error {
	bounded, cancel := context.WithTimeoutCause(ctx, c.Timeout, ErrBound)
	defer cancel()
	args := append([]string{
		"--cpu=" + strconv.Itoa(int(c.Timeout/time.Second)+1),
		c.memory(),
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
		cmd.Stderr, cmd.ExtraFiles = messages, c.Files
		if c.Stdout != nil {
			cmd.Stdout = &capped{w: c.Stdout, left: c.MaxStdout, over: cancel}
		}
		return cmd
	}, c)
	if err == nil {
		err = cmd.Wait()
		endGroup(cmd)
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

// memory returns the option that limits the memory of a run.
func (c Command) memory() string {
	if c.Data > 0 {
		return "--data=" + strconv.FormatInt(c.Data, 10)
	}
	return "--as=" + strconv.FormatInt(c.Memory, 10)
}

// killed reports whether a limit ended the run, which happens by a signal.
func killed(cmd *exec.Cmd) bool {
	if cmd.ProcessState == nil {
		return false
	}
	status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return ok && (status.Signaled() && status.Signal() != syscall.SIGSEGV && status.Signal() != syscall.SIGABRT)
}

// capped ends the run when more is written than allowed.
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

// tailBuffer keeps the end of what is written, because the last message has the reason. The buffer is not embedded:
// io.Copy would use its ReadFrom, which has no limit.
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
