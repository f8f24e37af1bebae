package child_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/child"
)

// shell is a run of a shell script within generous bounds.
func shell(t *testing.T, script string) child.Command {
	t.Helper()
	prlimit, err := exec.LookPath("prlimit")
	if err != nil {
		t.Skip("no prlimit: ", err)
	}
	return child.Command{Prlimit: prlimit, Program: "/bin/sh", Args: []string{"-c", script}, Dir: t.TempDir(),
		Env:     []string{"PATH=/usr/bin:/bin"},
		Timeout: time.Minute, Memory: 1 << 30, OpenFiles: 32, FileBytes: 1 << 20, MaxStdout: 1 << 10, MaxStderr: 64}
}

func TestRunReturnsTheExitCode(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, script string
		want         *child.Failure // nil is a success
	}{
		{"success", "exit 0", nil},
		{"success in spite of messages", "echo warning >&2", nil},
		{"a failure without messages", "exit 3", &child.Failure{Program: "sh", Code: 3}},
		{"a failure with messages", "echo broken >&2; exit 255", &child.Failure{Program: "sh", Code: 255,
			Messages: "broken\n"}},
		{"the end of many messages", "printf '%0100d' 0 >&2; printf 'the last words' >&2; exit 1",
			&child.Failure{Program: "sh", Code: 1, Messages: strings.Repeat("0", 50) + "the last words"}},
		{"a crash", "kill -SEGV $$", &child.Failure{Program: "sh", Code: -1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			err := child.Run(t.Context(), shell(t, tt.script))
			var got *child.Failure
			if !errors.As(err, &got) && err != nil {
				t.Fatalf("Run: %v", err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("the failure differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestFailureNamesTheProgram(t *testing.T) {
	t.Parallel()
	err := &child.Failure{Program: "ffprobe", Code: 2, Messages: "no such file"}
	if got, want := err.Error(), "ffprobe: exit status 2: no such file"; got != want {
		t.Errorf("the error is %q, want %q", got, want)
	}
}

func TestRunEndsAtItsBounds(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, script string
		change       func(*child.Command)
		failure      bool // the program notices by itself and fails
	}{
		{"the time", "exec sleep 60", func(c *child.Command) { c.Timeout = time.Millisecond }, false},
		{"an endless output", "exec cat /dev/zero", func(*child.Command) {}, false},
		{"one byte of output too many", "printf 12345", func(c *child.Command) { c.MaxStdout = 4 }, false},
		{"the size of a file", "exec head -c 4096 /dev/zero >large", func(c *child.Command) { c.FileBytes = 1024 }, false},
		{"the open files", "exec 3</dev/null; exec 4</dev/null", func(c *child.Command) { c.OpenFiles = 4 }, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := shell(t, tt.script)
			c.Stdout = io.Discard
			tt.change(&c)
			err := child.Run(t.Context(), c)
			var failure *child.Failure
			if errors.As(err, &failure) != tt.failure || errors.Is(err, child.ErrBound) == tt.failure {
				t.Errorf("Run: %v", err)
			}
		})
	}
}

func TestRunPassesOutputUpToTheBound(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	c := shell(t, "printf 12; printf 34")
	c.Stdout, c.MaxStdout = &out, 4
	if err := child.Run(t.Context(), c); err != nil || out.String() != "1234" {
		t.Errorf("Run writes %q: %v", out.String(), err)
	}
	c.Stdout, c.MaxStdout = nil, 0
	if err := child.Run(t.Context(), c); err != nil {
		t.Errorf("output that nobody wants: %v", err)
	}
}

// TestRunPassesItsOwnEnvironment keeps the variables of this process, which hold secrets, from the program.
func TestRunPassesItsOwnEnvironment(t *testing.T) {
	t.Setenv("A_SECRET_OF_OURS", "secret")
	for _, tt := range []struct {
		name string
		env  []string
		want []string
	}{
		{"none", nil, []string{}},
		{"one variable", []string{"LANG=C"}, []string{"LANG=C"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var out bytes.Buffer
			c := shell(t, "")
			c.Program, c.Args, c.Env, c.Stdout = lookPath(t, "env"), nil, tt.env, &out
			if err := child.Run(t.Context(), c); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, strings.Fields(out.String())); diff != "" {
				t.Errorf("the environment differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRunWorksInItsFolder(t *testing.T) {
	t.Parallel()
	c := shell(t, "echo here >file")
	if err := child.Run(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(c.Dir, "file")); err != nil || string(b) != "here\n" {
		t.Errorf("the file holds %q: %v", b, err)
	}
}

// TestRunKillsTheWholeGroup cancels a program whose child still writes to a pipe: nothing follows what it wrote before.
func TestRunKillsTheWholeGroup(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := shell(t, "(echo started; sleep 10; echo survived) >fifo & wait")
	fifo := filepath.Join(c.Dir, "fifo")
	if out, err := exec.Command(lookPath(t, "mkfifo"), fifo).CombinedOutput(); err != nil {
		t.Fatalf("mkfifo: %v: %s", err, out)
	}
	ended := make(chan error, 1)
	go func() { ended <- child.Run(ctx, c) }()
	pipe, err := os.Open(fifo)
	if err != nil {
		t.Fatal(err)
	}
	defer pipe.Close()
	r := bufio.NewReader(pipe)
	if line, err := r.ReadString('\n'); err != nil || line != "started\n" {
		t.Fatalf("the child writes %q: %v", line, err)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || errors.Is(err, child.ErrBound) {
		t.Errorf("Run: %v, want the cancellation", err)
	}
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("the child writes %q after the end of the run: %v", rest, err)
	}
}

func TestRunReportsAProgramThatIsMissing(t *testing.T) {
	t.Parallel()
	c := shell(t, "")
	c.Program = "/nowhere/program"
	var failure *child.Failure
	if err := child.Run(t.Context(), c); !errors.As(err, &failure) || failure.Code != 127 {
		t.Errorf("a missing program: %v", err)
	}
	c.Prlimit = "/nowhere/prlimit"
	if err := child.Run(t.Context(), c); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing prlimit: %v", err)
	}
}

func TestRunRefusesAContextThatIsOver(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := shell(t, "echo here >file")
	if err := child.Run(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("Run: %v", err)
	}
	if _, err := os.Stat(filepath.Join(c.Dir, "file")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the program ran: %v", err)
	}
}

func lookPath(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skip(err)
	}
	return path
}
