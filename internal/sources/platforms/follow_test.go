package platforms_test

import (
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
)

// TestShortLinksAreFollowedWithinTheirPlatform follows each form of a short and share link to an item, over several links,
// around in a circle, abroad, to a wall, to a page without a redirect and to nothing.
func TestShortLinksAreFollowedWithinTheirPlatform(t *testing.T) {
	set, world := platforms.All().Set(), simulator.New()
	fetcher := sourcestest.Fetcher(t, world, platforms.All().Hosts()...)
	items := map[string]string{}
	for _, s := range world.Samples() {
		items[s.Platform] = s.Items[0]
	}
	for address, canonical := range map[string]string{"https://www.youtube.com/redirect?event=x&q=https%3A%2F%2Fyoutu.be%2FdQw4w9WgXcQ": "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
		"https://www.youtube.com/redirect?q=http%3A%2F%2F127.0.0.1": "", "https://www.youtube.com/redirect?q=javascript%3Aalert(1)": "", "http://vm.tiktok.com/" + simulator.ShortItem: items["clip_site"]} {
		link, problem := set.Recognize(address)
		if problem != nil {
			t.Fatal(problem)
		}
		if found, err := set.Follow(t.Context(), fetcher, link); canonical == "" && !apierror.Is(err, apierror.CodeUnsupportedObject) || canonical != "" && (err != nil || found.Canonical != canonical) {
			t.Errorf("%s leads to %+v, %v", address, found, err)
		}
	}
	for code, want := range map[string]apierror.Code{
		simulator.ShortItem: "", simulator.ShortHops + "5": "", simulator.ShortHops + "6": apierror.CodeUnsupportedObject, simulator.ShortLoop: apierror.CodeUnsupportedObject,
		simulator.ShortForeign: apierror.CodeUnsupportedObject, simulator.ShortWall: apierror.CodeRouteDegraded, simulator.ShortPage: apierror.CodeRouteDegraded,
		simulator.ShortDead: apierror.CodeNotFound,
	} {
		for _, short := range simulator.ShortLinks(code) {
			link, problem := set.Recognize(short)
			if problem != nil || link.Reason != sources.ShortLink {
				t.Fatalf("%s: %+v, %v", short, link, problem)
			}
			found, err := set.Follow(t.Context(), fetcher, link)
			if want != "" {
				testkit.WantCode(t, err, want)
				continue
			}
			item, problem := set.Recognize(items[string(link.Platform)])
			if err != nil || problem != nil || found.Canonical != item.Canonical {
				t.Errorf("%s leads to %+v, %v, want %s", short, found, err, item.Canonical)
			}
		}
	}
}
