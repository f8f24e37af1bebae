package child_test

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"socialdata/internal/child"
	"socialdata/internal/testkit"
)

// landlocked reports whether this kernel confines files; every one since 5.13 does, unless it was built without.
func landlocked() bool {
	const createRuleset, onlyVersion = 444, 1
	version, _, err := syscall.Syscall(createRuleset, 0, 0, onlyVersion)
	return err == 0 && version > 0
}

// TestRunsReachNothingOfOurs lets a run try to read our files and our environment, to write elsewhere, and to connect to this
// machine; its own folder, a file that it is given and the one port that it is allowed work.
func TestRunsReachNothingOfOurs(t *testing.T) {
	if !landlocked() {
		t.Skip("this kernel has no Landlock")
	}
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash, which connects")
	}
	elsewhere := t.TempDir()
	secret, given := filepath.Join(elsewhere, "secret"), filepath.Join(elsewhere, "given")
	testkit.Must(t, os.WriteFile(secret, []byte("ours"), 0o600))
	testkit.Must(t, os.WriteFile(given, []byte("given"), 0o600))
	l, err := net.Listen("tcp", "127.0.0.1:0")
	testkit.Must(t, err)
	defer l.Close()
	port := l.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // it is one
	connects := fmt.Sprintf("exec 3<>/dev/tcp/127.0.0.1/%d", port)
	for name, c := range map[string]struct {
		script string
		port   int
		works  bool
	}{
		"its folder":                        {"echo x >file && cat file", 0, true},
		"a file that it is given":           {"cat " + given, 0, true},
		"a file that it is given, to write": {"echo x >" + given, 0, false},
		"a file of ours":                    {"cat " + secret, 0, false},
		"our folder":                        {"ls " + elsewhere, 0, false},
		"a new file elsewhere":              {"echo x >" + elsewhere + "/new", 0, false},
		"our environment":                   {"cat /proc/$PPID/environ", 0, false},
		"our memory":                        {"head -c 1 /proc/$PPID/mem", 0, false},
		"this machine":                      {connects, 0, false},
		"the port":                          {connects, port, true},
		"another port":                      {connects, port + 1, false},
	} {
		t.Run(name, func(t *testing.T) {
			run := shell(t, c.script)
			run.Program, run.Port, run.Reads, run.MaxStdout = bash, c.port, []string{given}, 1<<20
			err := child.Run(t.Context(), run)
			var failure *child.Failure
			if (err == nil) != c.works || err != nil && !errors.As(err, &failure) {
				t.Errorf("%v", err)
			}
			if raw, err := os.ReadFile(given); err != nil || strings.Contains(string(raw), "x") {
				t.Errorf("the file that it was given is %q, %v", raw, err)
			}
		})
	}
}
