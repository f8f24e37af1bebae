package youtube

import (
	"testing"

	"socialdata/internal/sources"
)

// TestRecognize reads what an address leads to, and refuses what looks like a video or a channel and is none.
func TestRecognize(t *testing.T) {
	t.Parallel()
	set := sources.NewPlatforms(Platform())
	for address, want := range map[string]string{
		"/watch?v=" + someVideo: "item aInvented01", "/live/" + someVideo: "item aInvented01", "/v/" + someVideo: "item aInvented01", "/embed/" + someVideo: "item aInvented01",
		"/watch/" + someVideo: "item aInvented01", "/watch?v=short&list=PLabcdefghijklmnop": "unrecognized", "/shorts/short": "unrecognized",
		"/embed/videoseries?list=PLabcdefghijklmnop": "unsupported", "/embed/live_stream?channel=" + someChannel: "unsupported", "/watch?list=PLabcdefghijklmnop": "unsupported",
		"/watch": "unrecognized", "/playlist": "unrecognized", "/playlist/more?list=PLabcdefghijklmnop": "unrecognized",
		"/redirect?q=https%3A%2F%2Fa.example": "short", "/redirect": "unrecognized", "/redirect/more?q=a": "unrecognized",
		"/@a": "account", "/@": "unrecognized", "/@a/live": "unsupported", "/@a/videos": "account", "/@live": "account",
		"/channel/" + someChannel: "account", "/browse/" + someChannel: "account", "/other/" + someChannel: "unrecognized", "/channel/UCshort": "unrecognized", "/browse/UCshort": "unsupported",
		"/channel/" + someChannel + "/live": "unsupported", "/channel/" + someChannel + "/about": "account",
		"/c/Name": "account", "/user/Name": "account", "/c/": "unrecognized", "/user/a%20b": "unrecognized", "/other/Name": "unrecognized", "/hashtag/word": "unsupported",
	} {
		l, problem := set.Recognize("https://www.youtube.com" + address)
		if got := shownLink(l); problem != nil || got != want {
			t.Errorf("%s: %q, want %q (%v)", address, got, want, problem)
		}
	}
	for address, want := range map[string]string{"/" + someVideo: "item aInvented01", "/watch_popup?v=" + someVideo: "item aInvented01", "/watch?v=" + someVideo: "item aInvented01", "/short": "unrecognized"} {
		if l, _ := set.Recognize("https://youtu.be" + address); shownLink(l) != want {
			t.Errorf("youtu.be%s: %q, want %q", address, shownLink(l), want)
		}
	}
}

// shownLink says in a word or two what a link leads to.
func shownLink(l sources.Link) string {
	switch {
	case l.Target == sources.TargetItem:
		return "item " + l.LocalID
	case l.Target == sources.TargetAccount:
		return "account"
	}
	return map[sources.Reason]string{sources.ObjectNotSupported: "unsupported", sources.UnrecognizedURL: "unrecognized", sources.ShortLink: "short"}[l.Reason]
}
