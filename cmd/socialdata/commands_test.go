package main

import (
	"io"
	"strings"
	"testing"
	"time"
)

// TestCommandsRefuseWhatTheyCannotRead gives commands what they do not take; none of them begins.
func TestCommandsRefuseWhatTheyCannotRead(t *testing.T) {
	for line, says := range map[string]string{
		"":               "name a command",
		"admin":          "name a command",
		"nonsense":       `unknown command "nonsense"`,
		"admin nonsense": `unknown command "nonsense"`,
		"version more":   `unknown command "more"`,
		"admin credits grant --note x --workspace w": `"amount" not set`,
		"admin credits grant --amount many":          "invalid argument",
		"admin user reset-totp --reason lost":        `"email" not set`,
		"admin user create --email a --name b":       "--email must be an e-mail",
		"admin shapes apply a.json --as e@x.org":     `"reason" not set`,
		"admin shapes undo --as a --reason b":        "accepts 1 arg(s)",
		"admin receipt":                              "accepts 1 arg(s)",
		"admin sweep --as-of yesterday":              "invalid argument",
		"admin replay --group code":                  "code has no =",
		"shapes verify":                              "accepts 1 arg(s)",
		"doctor --keep":                              "flag needs an argument",
		"demo --wall":                                "flag needs an argument",
	} {
		c := commands()
		c.SetArgs(strings.Fields(line))
		c.SetOut(io.Discard)
		c.SetErr(io.Discard)
		if err := c.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("socialdata %s: %v; want %s", line, err, says)
		}
	}
}

// TestFlagsReachTheirCommand reads the flags whose values are not just text.
func TestFlagsReachTheirCommand(t *testing.T) {
	replay, sweep, demo := &replayCmd{}, &sweepCmd{}, &demoCmd{}
	for _, c := range []struct {
		of   act
		args []string
	}{
		{replay, []string{"--group", "code=source_changed;route=video_site.web", "--since", "2h"}},
		{sweep, []string{"--as-of", "2026-01-02T03:04:05Z"}},
		{demo, []string{"--wall", "a.b,c.d", "--wall", "e.f"}},
	} {
		if err := command("x", "", c.of).ParseFlags(c.args); err != nil {
			t.Fatal(err)
		}
	}
	if len(replay.Group) != 2 || replay.Group["route"] != "video_site.web" || replay.Since != 2*time.Hour {
		t.Errorf("replay: %+v", replay)
	}
	if !sweep.AsOf.Equal(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)) {
		t.Errorf("sweep: %v", sweep.AsOf)
	}
	if len(demo.Wall) != 3 {
		t.Errorf("demo: %v", demo.Wall)
	}
}
