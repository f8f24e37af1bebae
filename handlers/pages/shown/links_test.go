package shown

import (
	"strings"
	"testing"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/pagetest"
	"socialdata/internal/sources"
)

func TestUnsupportedLinksSayWhatTheyLeadTo(t *testing.T) {
	t.Parallel()
	h := &page.Base{Service: pagetest.Service()}
	for link, want := range map[string]string{
		"https://www.instagram.com/stories/somebody/123/":        "on Instagram that we do not support, such as a story",
		"https://www.youtube.com/playlist?list=PL0123456789":     "on YouTube that we do not support, such as a playlist",
		"https://www.tiktok.com/music/a-sound-7300000000000":     "on TikTok that we do not support, such as a live broadcast",
		"https://www.facebook.com/ads/library/?q=shoes":          "on Meta Ad Library that we do not support, such as a search",
		"https://www.youtube.com/somewhere/else/entirely/so/far": "We know this site, but not this kind of link.",
	} {
		found, problem := h.Platforms.Recognize(link)
		if problem != nil {
			t.Fatal(problem)
		}
		if got := WhyUnsupported(h, found); !strings.Contains(got, want) {
			t.Errorf("%s: %q", link, got)
		}
	}
	for _, p := range h.Platforms.All() {
		if p.Links.Others == "" {
			t.Errorf("%s does not say what else its links lead to", p.Title)
		}
	}
	if got := WhyUnsupported(h, sources.Link{Platform: "toy", Reason: sources.ObjectNotSupported}); !strings.Contains(got, "something that we do not support.") {
		t.Errorf("an unknown platform: %q", got)
	}
}
