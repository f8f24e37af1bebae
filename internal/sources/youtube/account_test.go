package youtube

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/content"
)

// TestHandles finds handles in texts and addresses, also escaped ones; any other text is none.
func TestHandles(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"@some.one": "some.one", "https://www.youtube.com/@some.one/videos": "some.one", "/@caf%C3%A9": "café", "@100%": "100%",
		"some.one": "", "@two words": "", "/channel/" + someChannel: "",
	} {
		if got := handleIn(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// TestAboutPanel adds what only the panel knows, and keeps what the page said better.
func TestAboutPanel(t *testing.T) {
	t.Parallel()
	link := func(shown, target string) string {
		return `{"channelExternalLinkViewModel":{"link":{"content":"` + shown + `","commandRuns":[{"onTap":{"innertubeCommand":{"urlEndpoint":{"url":"` + target + `"}}}}]}}}`
	}
	panel := func(more string) answer {
		return read(`{"a":{"aboutChannelViewModel":{"subscriberCountText":"1.2K subscribers"` + more + `}}}`)
	}
	a := &content.Account{VideoSite: &content.VideoAccount{}}
	addAbout(a, panel(`,"videoCountText":"1,234 videos","links":[`+strings.Join([]string{
		link("a.example", "https://www.youtube.com/redirect?q=https%3A%2F%2Fa.example%2Fwhole"), link("b.example", "https://b.example/direct"),
		link("c.example", "https://www.youtube.com/other"), link("d.example", "http://%zz"), link("e.example", ""), link("", "")}, ",")+`]`))
	var links []string
	for _, l := range a.Links {
		links = append(links, l.URL)
	}
	if diff := cmp.Diff([]string{"https://a.example/whole", "https://b.example/direct", "https://c.example", "https://d.example", "https://e.example"}, links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
	if *a.Stats.Items != 1234 || *a.Stats.Followers != 1200 || !a.VideoSite.FollowersApproximate || *a.Description != "" {
		t.Errorf("an account that knew nothing: %+v", a)
	}
	a = &content.Account{VideoSite: &content.VideoAccount{}, Description: new("own"), Stats: content.AccountStats{Followers: new(int64(1234)), Items: new(int64(7))}}
	addAbout(a, panel(""))
	if *a.Stats.Items != 7 || *a.Stats.Followers != 1234 || a.VideoSite.FollowersApproximate || *a.Description != "own" {
		t.Errorf("an account that knew all: %+v", a)
	}
}

// TestHeadersWithoutMetadata name the channel by themselves: with the title of the new layout, or that of the page.
func TestHeadersWithoutMetadata(t *testing.T) {
	t.Parallel()
	for header, want := range map[string]string{
		`{"pageHeaderRenderer":{"pageTitle":"Page","content":{"pageHeaderViewModel":{"title":{"dynamicTextViewModel":{"text":{"content":"Own"}}}}}}}`: "Own",
		`{"pageHeaderRenderer":{"pageTitle":"Page"}}`: "Page",
	} {
		if a, err := readChannel(read(`{"header":`+header+`}`), someChannel); err != nil || *a.Name != want {
			t.Errorf("%s: %+v, %v", header, a, err)
		}
	}
	const gate = `"contents":{"channelAgeGateRenderer":{"channelTitle":"Gated"}}`
	for body, want := range map[string]bool{`{` + gate + `}`: true, `{"metadata":{"channelMetadataRenderer":{}},` + gate + `}`: false, `{}`: false} {
		if got := isAgeGated(read(body)); got != want {
			t.Errorf("gated %v: %s", got, body)
		}
	}
}
