package shown

import "testing"

// TestBrowserName holds that programs are called by the first word of their User-Agent, where it reads as a name.
func TestBrowserName(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0": "Firefox on Linux",
		"node":              "node",
		"internal-sync/2.1": "internal-sync",
		"":                  "Unknown browser",
	} {
		if got := BrowserName(agent); got != want {
			t.Errorf("%q is called %q, want %q", agent, got, want)
		}
	}
}
