package tiktok

import (
	"slices"
	"strings"
	"testing"
)

// TestIDsAreDecimal and have at most 25 digits.
func TestIDsAreDecimal(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{"": false, "0": true, "7503333222211110001": true, strings.Repeat("7", 25): true, strings.Repeat("7", 26): false, "75a": false, "-7": false} {
		if isID(id) != want {
			t.Errorf("%q is an id: %v", id, !want)
		}
	}
}

// TestAddressesThatExpire say it after their signature, and only where both have their length.
func TestAddressesThatExpire(t *testing.T) {
	t.Parallel()
	signature := strings.Repeat("a", 32)
	for address, want := range map[string]string{
		"https://v16.tiktokcdn.com/" + signature + "/68f00000/video/tos/": "2025-10-15T20:11:44Z",
		"https://v16.tiktokcdn.com/" + signature + "/68f00000":            "",
		"https://v16.tiktokcdn.com/" + signature[1:] + "/68f00000/video/": "",
		"https://v16.tiktokcdn.com/" + signature + "/68f0000/video/":      "",
		"https://v16.tiktokcdn.com/" + signature + "/68f0000g/video/":     "",
		"https://v16.tiktokcdn.com/video/68f00000/tos/":                   "",
		"https://v16.tiktokcdn.com/":                                      "",
		"://":                                                             "",
	} {
		got := ""
		if at := pathExpiry(address); at != nil {
			got = at.UTC().Format("2006-01-02T15:04:05Z07:00")
		}
		if got != want {
			t.Errorf("%s expires at %q, want %q", address, got, want)
		}
	}
}

// TestHostsTakeTurns: one address of each host comes first, then the others, each once.
func TestHostsTakeTurns(t *testing.T) {
	t.Parallel()
	got := interleaveHosts([]string{"https://a/1", "https://a/2", "https://b/1", "https://a/1", "https://a/2", "://", "https://c/1", "https://b/1", "://"})
	if want := []string{"https://a/1", "https://b/1", "https://c/1", "https://a/2", "://"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
