package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

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
	c := &commandLine{t: t, bin: filepath.Join(buildClient(t), "sd"), env: append(os.Environ(), "SD_LOGIN_FILE="+filepath.Join(folder, "login.json"))}
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
		{"imports --state queued --state succeeded", []string{"STATE", "succeeded"}},
		{"references --tag kitchen", []string{"TITLE", "MEDIA", "ready"}},
		{"export", []string{"kitchen"}},
		{"exports create ledger --format ndjson --schedule hourly --prefix lake", []string{"ledger", "ndjson", "hourly"}},
		{"exports list", []string{"NEXT RUN", "ledger"}},
		{"watch add video_site:@lanternkitchen --every 6h --import full --daily-credits 20", []string{"active", "6h"}},
		{"search video_site ramen noodle soup --limit 1", []string{"VIEWS"}},
		{"item https://www.youtube.com/watch?v=SimAgeLimit", []string{"RESTRICTION", "age"}},
		{"me", []string{"BALANCE", "First", "SCOPES", "lookup "}},
		{"usage", []string{"IMPORTS", "SUCCEEDED", "clip_site 1", "BALANCE"}},
		{"usage --range 7d --json", []string{`"range":"7d"`, `"imports":{"total":1,"succeeded":1`}},
		{"usage --from 2026-01-01 --to 2026-01-31 --csv", []string{"FROM,UNTIL,IMPORTS", "2026-01-01T00:00:00Z,2026-02-01T00:00:00Z,0,0"}},
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
	if printed := c.does("imports", "--state", "failed", "--json"); strings.Contains(printed, `"succeeded"`) {
		t.Errorf("failed imports: %s", printed)
	}
	rows, err := csv.NewReader(strings.NewReader(c.does("items", "video_site:@lanternkitchen", "--all", "--csv"))).ReadAll()
	if err != nil || len(rows) < 32 || rows[0][0] != "ID" {
		t.Errorf("%d rows, %v", len(rows), err)
	}
	c.bundles()
	c.keeps()
	c.watches()
	c.ids(h)
	c.many(h)
}

// keeps downloads what the only reference keeps.
func (c *commandLine) keeps() {
	c.t.Helper()
	var reference struct{ ID string }
	testkit.Must(c.t, json.Unmarshal([]byte(c.does("references", "--json")), &reference))
	file := filepath.Join(c.t.TempDir(), "kept.mp4")
	c.does("media", reference.ID, "-o", file)
	if raw, err := os.ReadFile(file); err != nil || len(raw) < 8 || string(raw[4:8]) != "ftyp" {
		c.t.Errorf("the media: %v, %.16q", err, raw)
	}
	if srt := c.does("transcript", reference.ID, "--format", "srt"); !strings.Contains(srt, " --> ") {
		c.t.Errorf("the transcript: %s", srt)
	}
}

// watches shows, pauses and resumes the only watch.
func (c *commandLine) watches() {
	c.t.Helper()
	var watch struct{ ID string }
	testkit.Must(c.t, json.Unmarshal([]byte(c.does("watch", "list", "--json")), &watch))
	for args, want := range map[string]string{"report": "RUNNING NOW", "feed make": "/f/", "feed list": "MADE", "show": "full", "pause": "paused", "resume": "active", "runs": "STARTED"} {
		if printed := c.does(append(append([]string{"watch"}, strings.Fields(args)...), watch.ID)...); !strings.Contains(printed, want) {
			c.t.Errorf("watch %s lacks %q: %s", args, want, printed)
		}
	}
}

// ids looks items up by the ids that lists print, on every platform.
func (c *commandLine) ids(h *testProgram) {
	c.t.Helper()
	for _, sample := range h.platforms.Samples() {
		for _, link := range sample.Items[:1] {
			var item struct{ ID string }
			testkit.Must(c.t, json.Unmarshal([]byte(c.does("item", "--json", link)), &item))
			if again := c.does("item", "--json", item.ID); !strings.Contains(again, `"id":"`+item.ID+`"`) {
				c.t.Errorf("%s by its id: %s", item.ID, again)
			}
		}
	}
}

// many looks up and imports many links at once: one header, every failure named, and the exit code of the first.
func (c *commandLine) many(h *testProgram) {
	c.t.Helper()
	links := strings.Join(h.platforms.Samples()[0].Items[:3], "\n")
	private := "https://www.youtube.com/watch?v=SimPrivate1"
	printed, said, code := c.run(links+"\n"+private+"\n", "item", "--csv", "-")
	if rows, err := csv.NewReader(strings.NewReader(printed)).ReadAll(); err != nil || len(rows) != 4 || rows[0][0] != "ID" || code != 4 || !strings.Contains(said, private+": This content is private.") {
		c.t.Errorf("%d rows, %v, %d %s", len(rows), err, code, said)
	}
	printed, said, code = c.run(links+"\n"+private+"\n", "import", "--wait", "--profile", "none", "--json", "-")
	if strings.Count(printed, `"transcript":true,"state":"succeeded"`) != 3 || strings.Count(printed, "\n") != 4 || strings.Contains(printed, "\n\n") || code != 4 || !strings.Contains(said, `"code":"unavailable_private"`) {
		c.t.Errorf("imports: %d %s %s", code, said, printed)
	}
	if _, said, code := c.run("", "import", "--wait", private); code != 4 {
		c.t.Errorf("an import of what is private: %d %s", code, said)
	}
}

// TestCommandLineForwardsEvents lets a local program be sent events as a webhook would send them.
func TestCommandLineForwardsEvents(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{})
	c := newCommandLine(t, h)
	secret := "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	arrived := make(chan error, 10)
	local := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !bytes.Contains(body, []byte(`"type":"import.succeeded"`)) {
			return
		}
		arrived <- must(standardwebhooks.NewWebhook(secret)).Verify(body, r.Header)
	}))
	defer local.Close()
	ctx, cancel := context.WithTimeout(t.Context(), commandTime)
	defer cancel()
	c.does("import", "--wait", h.platforms.Samples()[0].Items[1]) // before it listens
	listening := exec.CommandContext(ctx, c.bin, "listen", "--forward-to", local.URL, "--secret", secret)
	listening.Env = c.env
	said := must(listening.StderrPipe())
	testkit.Must(t, listening.Start())
	defer func() { cancel(); _ = listening.Wait() }()
	_, err := bufio.NewReader(said).ReadString('\n')
	testkit.Must(t, err)
	time.Sleep(time.Second) // its first page
	c.does("import", "--wait", h.platforms.Samples()[0].Items[0])
	select {
	case err := <-arrived:
		testkit.Must(t, err)
	case <-ctx.Done():
		t.Fatal("nothing was forwarded")
	}
	select {
	case <-arrived:
		t.Error("what was before is forwarded")
	case <-time.After(100 * time.Millisecond):
	}
	c.does("logout")
	if _, said, code := c.run("", "me"); code != 2 || !strings.Contains(said, "sd login") {
		t.Errorf("after logout: %d %s", code, said)
	}
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

// TestCommandLineExitCodes: classes of errors have different exit codes, and nothing is written to standard output.
func TestCommandLineExitCodes(t *testing.T) {
	t.Parallel()
	h := newProgram(t, map[string]string{})
	c := newCommandLine(t, h)
	for args, want := range map[string]int{
		"nonsense": 2, "watch nonsense": 2, "item --json --csv x": 2, "me --address ftp://x": 2, "item": 2, "item --no-such-flag x": 2, "item nonsense": 2, "items a b c": 2, "watch add video_site:@a --every 2h": 2,
		"item https://www.youtube.com/watch?v=SimPrivate1": 4, "item https://www.youtube.com/watch?v=SimRemoved1": 4, "watch run 01a20522-427c-774f-a985-fd7bfaa3bf95": 4,
		"item https://www.youtube.com/watch?v=SimBotCheck": 7, "item --address http://localhost:1 x": 1,
	} {
		if printed, said, code := c.run("", strings.Fields(args)...); code != want || printed != "" || !strings.HasPrefix(said, "sd: ") && !strings.HasPrefix(said, `{"error":`) {
			t.Errorf("sd %s: %d, want %d: %q %q", args, code, want, printed, said)
		}
	}
	c.env = append(c.env, "SD_KEY=sd_wrong")
	if _, said, code := c.run("", "imports"); code != 3 {
		t.Errorf("a wrong key: %d %s", code, said)
	}
}
