package media

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

// Tools are the programs of the ffmpeg engine, as absolute paths.
type Tools struct {
	FFmpeg  string
	FFprobe string
	Prlimit string // util-linux: sets the limits of a run
}

// FindTools looks for the programs. Without the one that sets limits nothing is run on untrusted bytes.
func FindTools() (Tools, bool) {
	var paths [3]string
	for i, name := range []string{"ffmpeg", "ffprobe", "prlimit"} {
		path, err := exec.LookPath(name)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err != nil {
			return Tools{}, false
		}
		paths[i] = path
	}
	return Tools{FFmpeg: paths[0], FFprobe: paths[1], Prlimit: paths[2]}, true
}

// The bounds of every run. The time is per run.
const (
	maxMemory    = 1_500_000_000 // bytes of address space
	maxOpenFiles = 64
	maxFile      = 64_000_000 // bytes of a file that a run writes
	maxStderr    = 8 << 10    // bytes kept for the log
)

// errBound is the cause of a run that reached one of its bounds.
var errBound = errors.New("a run reached its bound")

// command is one bounded run.
type command struct {
	program string
	args    []string
	dir     string
	timeout time.Duration
	stdout  io.Writer // nil throws the output away
	maxOut  int64     // bytes of stdout; more ends the run
}

// run runs a program in its own process group, without an environment, under limits for processor time, memory, open
// files and written bytes. When its time is over or ctx ends, the whole group is killed.
func (t Tools) run(ctx context.Context, c command) error {
	bounded, cancel := context.WithTimeoutCause(ctx, c.timeout, errBound)
	defer cancel()
	args := append([]string{
		"--cpu=" + strconv.Itoa(int(c.timeout/time.Second)+1),
		"--as=" + strconv.Itoa(maxMemory),
		"--nofile=" + strconv.Itoa(maxOpenFiles),
		"--fsize=" + strconv.Itoa(maxFile),
		"--core=0",
		c.program,
	}, c.args...)
	cmd := exec.CommandContext(bounded, t.Prlimit, args...)
	cmd.Env, cmd.Dir = []string{}, c.dir
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	messages := &tailBuffer{}
	cmd.Stderr = messages
	if c.stdout != nil {
		cmd.Stdout = &capped{w: c.stdout, left: c.maxOut, over: cancel}
	}
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err == nil:
		return nil
	case bounded.Err() != nil, killed(cmd):
		return fmt.Errorf("%w: %s", errBound, filepath.Base(c.program))
	}
	return fmt.Errorf("%s: %w: %s", filepath.Base(c.program), err, messages.String())
}

// killed tells whether a limit ended the run: limits end by a signal.
func killed(cmd *exec.Cmd) bool {
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
		return 0, errBound
	}
	return c.w.Write(p)
}

// tailBuffer keeps the end of what is written: the last message says why.
type tailBuffer struct{ bytes.Buffer }

func (b *tailBuffer) Write(p []byte) (int, error) {
	n := len(p)
	if over := n - maxStderr; over > 0 {
		p = p[over:]
	}
	if over := b.Len() + len(p) - maxStderr; over > 0 {
		b.Next(over)
	}
	_, err := b.Buffer.Write(p)
	return n, err
}
