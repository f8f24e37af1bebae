package media

import (
	"bytes"
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"time"
)

func sh(t *testing.T, script string, c command) error {
	t.Helper()
	e := native(t)
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no shell")
	}
	c.program, c.args, c.dir = shell, []string{"-c", script}, t.TempDir()
	if c.timeout == 0 {
		c.timeout = 5 * time.Second
	}
	return e.tools.run(t.Context(), c)
}

func TestRunsAreBounded(t *testing.T) {
	var out bytes.Buffer
	if err := sh(t, "echo hello; env", command{stdout: &out, maxOut: 100}); err != nil || strings.Contains(out.String(), "HOME=") || !strings.HasPrefix(out.String(), "hello\n") {
		t.Errorf("%v, %q", err, out.String())
	}
	start := time.Now()
	if err := sh(t, "sleep 30 & sleep 30", command{timeout: 200 * time.Millisecond}); !errors.Is(err, errBound) {
		t.Errorf("a slow run: %v", err)
	}
	if err := sh(t, "while :; do echo yyyyyyyyyyyyyyyyyyyyyyyyyyy; done", command{stdout: &out, maxOut: 10_000}); !errors.Is(err, errBound) {
		t.Errorf("a loud run: %v", err)
	}
	if err := sh(t, "while :; do :; done", command{timeout: time.Second}); !errors.Is(err, errBound) {
		t.Errorf("a busy run: %v", err)
	}
	if took := time.Since(start); took > 8*time.Second {
		t.Errorf("the bounded runs took %s", took)
	}
	if err := sh(t, "echo because >&2; exit 3", command{}); err == nil || !strings.Contains(err.Error(), "because") {
		t.Errorf("a failed run: %v", err)
	}
}

func TestRunEndsWithItsCaller(t *testing.T) {
	e := native(t)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	err := e.tools.run(ctx, command{program: "/bin/sleep", args: []string{"30"}, timeout: time.Minute})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
}
