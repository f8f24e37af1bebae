package instagram

import (
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestRecognize reads what an address leads to, and refuses what looks like a post or an account and is none.
func TestRecognize(t *testing.T) {
	t.Parallel()
	set := sources.NewPlatforms(Platform())
	const code = "/" + someCode
	for address, expect := range map[string]string{
		"/p" + code: "post", "/p" + code + "/embed": "post", "/p" + code + "/embed/captioned": "post", "/p" + code + "/other": "unrecognized", "/p": "unrecognized", "/p/abc": "unrecognized",
		"/reel" + code: "reel", "/reels" + code: "reel", "/tv" + code: "post", "/reels/audio/12345": "unsupported", "/reels/videos": "unrecognized", "/reel/audio": "reel",
		"/invented/p" + code: "post of invented", "/invented/reel" + code: "reel of invented", "/invented/reels": "account invented", "/invented/reels" + code: "reel of invented",
		"/Invented": "account invented", "/invented/tagged": "account invented", "/invented/live": "unsupported", "/invented/other": "unrecognized", "/...": "unrecognized",
		"/" + strings.Repeat("a", 30): "account " + strings.Repeat("a", 30), "/" + strings.Repeat("a", 31): "unrecognized", "/a%20b": "unrecognized", "/accounts": "unrecognized",
		"/share" + code: "short", "/share/p" + code: "short", "/share": "unrecognized", "/share/reels": "unrecognized", "/share/ab": "unrecognized", "/stories/a/1": "unsupported",
	} {
		l, _ := set.Recognize(origin + address)
		got := map[sources.Reason]string{sources.ObjectNotSupported: "unsupported", sources.UnrecognizedURL: "unrecognized", sources.ShortLink: "short"}[l.Reason]
		switch l.Target {
		case sources.TargetItem:
			got = "post"
			if l.Kind == content.KindShort {
				got = "reel"
			}
			if l.Handle != "" {
				got += " of " + l.Handle
			}
		case sources.TargetAccount:
			got = "account " + l.Handle
		}
		if got != expect {
			t.Errorf("%s: %q, want %q", address, got, expect)
		}
	}
	for address, expect := range map[string]string{
		"/explore/tags/Caf%C3%A9/": "hashtag café", "/explore/tags/a/b": "", "/explore/tags": "", "/explore/places/a": "", "/other/tags/a": "", "/explore/tags/a%20b": "",
		"/reels/audio/12345": "sound 12345", "/reels/audio/1234": "", "/reels/other/12345": "", "/other/audio/12345": "", "/reels/audio/abcde": "",
	} {
		l, _ := set.RecognizeList(origin + address)
		if got := strings.TrimSpace(string(l.Kind) + " " + l.ID); l.Kind != "" && got != expect || l.Kind == "" && expect != "" {
			t.Errorf("%s: %q, want %q", address, got, expect)
		}
	}
}
