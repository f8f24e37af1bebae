package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"socialdata/internal/testkit"
)

// commandTime bounds one command.
const commandTime = time.Minute

// commandLine is the client on the command line, signed in to a program.
type commandLine struct {
	t   *testing.T
	bin string
	env []string
}

func newCommandLine(t *testing.T, h *testProgram) *commandLine {
	t.Helper()
	folder := t.TempDir()
	c := &commandLine{t: t, bin: filepath.Join(folder, "sd"), env: append(os.Environ(), "SD_LOGIN_FILE="+filepath.Join(folder, "login.json"))}
	build, err := exec.CommandContext(t.Context(), "go", "build", "-o", c.bin, "../sd").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, build)
	}
	if _, said, code := c.run(h.key(h.owner())+"\n", "login", "--address", h.base); code != 0 || !strings.Contains(said, "workspace First") {
		t.Fatalf("login: %d %s", code, said)
	}
	return c
}

// run runs a command and returns what it printed and said, and its exit code.
func (c *commandLine) run(in string, args ...string) (printed, said string, code int) {
	c.t.Helper()
	ctx, cancel := context.WithTimeout(c.t.Context(), commandTime)
	defer cancel()
	command := exec.CommandContext(ctx, c.bin, args...)
	var out, errs bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr, command.Env = strings.NewReader(in), &out, &errs, c.env
	var failed *exec.ExitError
	if err := command.Run(); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		c.t.Fatalf("%v: %v", args, err)
	}
	return out.String(), errs.String(), code
}

// does runs a command that succeeds.
func (c *commandLine) does(args ...string) string {
	c.t.Helper()
	printed, said, code := c.run("", args...)
	if code != 0 {
		c.t.Fatalf("sd %s: %d %s", strings.Join(args, " "), code, said)
	}
	return printed
}

// TestCommandLine uses every command against a running service, in tables, JSON and CSV.
func TestCommandLine(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{})
	c := newCommandLine(t, h)
	item, clip := h.platforms.Samples()[0].Items[0], h.platforms.Samples()[1].Items[0]
	for _, tt := range []struct {
		args  string
		parts []string
	}{
		{"resolve " + item, []string{"PLATFORM", "video_site", "TARGET"}},
		{"item " + item, []string{"TITLE", "VIEWS", "UNAVAILABLE", "stats.shares"}},
		{"item --json --transcript " + item, []string{`"object":"item"`, `"transcript":{`}},
		{"account video_site:@lanternkitchen", []string{"FOLLOWERS", "lanternkitchen"}},
		{"items video_site:@lanternkitchen --limit 3", []string{"ID", "VIEWS", "ROUNDED", " views ", "video_site:"}},
		{"search video_site ramen --json --limit 2", []string{`"object":"item_summary"`}},
		{"comments " + item, []string{"AUTHOR", "TEXT"}},
		{"import --wait --profile full --tag kitchen " + clip, []string{"succeeded", "REFERENCE"}},
		{"imports", []string{"STATE", "succeeded"}},
		{"references --tag kitchen", []string{"MEDIA", "ready"}},
		{"export", []string{"kitchen"}},
		{"watch add video_site:@lanternkitchen --every 6h", []string{"active", "6h"}},
		{"watch list", []string{"NAME", "video_site:@lanternkitchen"}},
		{"events --type import.succeeded", []string{"import.succeeded"}},
	} {
		printed := c.does(strings.Fields(tt.args)...)
		for _, part := range tt.parts {
			if !strings.Contains(printed, part) {
				t.Errorf("sd %s lacks %q:\n%.600s", tt.args, part, printed)
			}
		}
	}
	rows, err := csv.NewReader(strings.NewReader(c.does("items", "video_site:@lanternkitchen", "--all", "--csv"))).ReadAll()
	if err != nil || len(rows) < 32 || rows[0][0] != "ID" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	c.bundles()
}

// bundles downloads the bundle of the only reference, and has it verified.
func (c *commandLine) bundles() {
	c.t.Helper()
	var reference struct{ ID string }
	testkit.Must(c.t, json.Unmarshal([]byte(c.does("references", "--json")), &reference))
	file := filepath.Join(c.t.TempDir(), "kept.zip")
	c.does("bundle", reference.ID, "-o", file)
	if printed := c.does("verify", file); !strings.Contains(printed, "media.mp4") {
		c.t.Errorf("%s", printed)
	}
	if _, said, code := c.run("", "bundle", reference.ID, "-o", file); code != 2 || !strings.Contains(said, "exists") {
		c.t.Errorf("a file is overwritten: %d %s", code, said)
	}
}

// TestCommandLineOnATerminal shows how far an import is, and takes that away before the answer; without colours where none are
// wished for.
func TestCommandLineOnATerminal(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{})
	c := newCommandLine(t, h)
	ctx, cancel := context.WithTimeout(t.Context(), commandTime)
	defer cancel()
	command := exec.CommandContext(ctx, c.bin, "import", "--wait", h.platforms.Samples()[1].Items[0])
	command.Env = append(c.env, "NO_COLOR=1", "TERM=xterm")
	terminal, err := pty.Start(command)
	testkit.Must(t, err)
	defer terminal.Close()
	shown, _ := io.ReadAll(terminal) // ends with an error when the program does
	testkit.Must(t, command.Wait())
	bar, state := bytes.IndexByte(shown, '|'), bytes.Index(shown, []byte("succeeded"))
	if bar < 0 || state < bar || bytes.Contains(shown, []byte("\x1b[3")) {
		t.Errorf("%q", shown)
	}
}

// TestCommandLineExitCodes tells classes of errors apart, and says nothing on standard output.
func TestCommandLineExitCodes(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{})
	c := newCommandLine(t, h)
	for args, want := range map[string]int{
		"item": 2, "item --no-such-flag x": 2, "item nonsense": 2, "items a b c": 2, "watch add video_site:@a --every 2h": 2,
		"item https://www.youtube.com/watch?v=SimPrivate1": 4, "item https://www.youtube.com/watch?v=SimRemoved1": 4, "watch run 01a20522-427c-774f-a985-fd7bfaa3bf95": 4,
		"item https://www.youtube.com/watch?v=SimBotCheck": 7, "item --address http://localhost:1 x": 1,
	} {
		if printed, said, code := c.run("", strings.Fields(args)...); code != want || printed != "" || !strings.HasPrefix(said, "sd: ") {
			t.Errorf("sd %s: %d, want %d: %q %q", args, code, want, printed, said)
		}
	}
	c.env = append(c.env, "SD_KEY=sd_wrong")
	if _, said, code := c.run("", "imports"); code != 3 {
		t.Errorf("a wrong key: %d %s", code, said)
	}
}
