package platforms_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

func TestParseSelector(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]sources.AccountSelector{
		"video_site:" + someChannel: {ID: someChannel},
		"video_site:@Ñandú":         {Handle: "Ñandú"},
		"clip_site:@some.one":       {Handle: "some.one"},
		"photo_site:4400":           {ID: "4400"},
		"ad_library:42":             {ID: "42"},
		"https://www.facebook.com/ads/library/?view_all_page_id=42&q=": {ID: "42"},
		"https://www.youtube.com/@abc":                                 {Handle: "abc"},
		"https://www.youtube.com/user/abc":                             {URL: "https://www.youtube.com/user/abc"},
		"https://www.instagram.com/ABC/":                               {Handle: "abc"},
	} {
		t.Run(s, func(t *testing.T) {
			_, got, problem := set.ParseSelector(s)
			if problem != nil {
				t.Fatal(problem)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for s, code := range map[string]apierror.Code{
		"": apierror.CodeInvalidInput, "video_site": apierror.CodeInvalidInput, "video_site:": apierror.CodeInvalidInput, "video_site:UCx": apierror.CodeInvalidInput,
		"ad_library:@page": apierror.CodeInvalidInput, "clip_site:@a b": apierror.CodeInvalidInput, "other:@a": apierror.CodeInvalidInput, "clip_site:abc": apierror.CodeInvalidInput,
		"https://": apierror.CodeInvalidInput, "https://example.com/": apierror.CodeUnsupportedObject,
		"https://youtu.be/" + someVideo: apierror.CodeUnsupportedObject, "https://vm.tiktok.com/abc": apierror.CodeUnsupportedObject,
	} {
		t.Run(fmt.Sprintf("%q", s), func(t *testing.T) {
			if _, _, problem := set.ParseSelector(s); !apierror.Is(problem, code) {
				t.Errorf("%v, want %s", problem, code)
			}
		})
	}
}

// TestAccountsHaveOneName and one address, whether a link or their name is given.
func TestAccountsHaveOneName(t *testing.T) {
	t.Parallel()
	for s, want := range map[string][2]string{
		"https://www.tiktok.com/@mira.oven?lang=de":                    {"clip_site:@mira.oven", "https://www.tiktok.com/@mira.oven"},
		"clip_site:@mira.oven":                                         {"clip_site:@mira.oven", "https://www.tiktok.com/@mira.oven"},
		"clip_site:6800000000000000101":                                {"clip_site:6800000000000000101", ""},
		"https://www.instagram.com/ABC/":                               {"photo_site:@abc", "https://www.instagram.com/abc/"},
		"photo_site:4400":                                              {"photo_site:4400", ""},
		"https://youtube.com/@%C3%91and%C3%BA/shorts":                  {"video_site:@Ñandú", "https://www.youtube.com/@%C3%91and%C3%BA"},
		"https://www.youtube.com/channel/" + someChannel:               {"video_site:" + someChannel, "https://www.youtube.com/channel/" + someChannel},
		"https://youtube.com/user/abc":                                 {"https://www.youtube.com/user/abc", "https://www.youtube.com/user/abc"},
		"https://www.facebook.com/ads/library/?view_all_page_id=42&q=": {"ad_library:42", "https://www.facebook.com/ads/library/?view_all_page_id=42"},
	} {
		name, problem := set.NameAccount(s)
		again, _ := set.NameAccount(name)
		if problem != nil || name != want[0] || again != name || set.AccountAddress(s) != want[1] {
			t.Errorf("%s is %s, then %s, at %s, %v", s, name, again, set.AccountAddress(s), problem)
		}
	}
	if name, problem := set.NameAccount("nobody"); problem == nil || name != "" || set.AccountAddress("nobody") != "" {
		t.Errorf("nobody is %q", name)
	}
}

func TestParseItemID(t *testing.T) {
	t.Parallel()
	for s, natural := range map[string]string{
		"video_site:" + someVideo: "video_site:" + someVideo,
		"clip_site:" + someClip:   "clip_site:" + someClip,
		"photo_site:AbC-12_x":     "photo_site:AbC-12_x",
		"ad_library:123456789":    "",
	} {
		l, f := set.ParseItemID(s)
		again, _ := set.Recognize(l.Canonical)
		if f != nil || l.NaturalID() != natural || again.LocalID != l.LocalID || !again.Supported() {
			t.Errorf("%s: %+v %v; its canonical is %+v", s, l, f, again)
		}
	}
	for _, s := range []string{"", someVideo, "video_site:", "other:abc", "video_site:a/b", "clip_site:abc", "photo_site:a b c d"} {
		if _, f := set.ParseItemID(s); !apierror.Is(f, apierror.CodeInvalidInput) {
			t.Errorf("%q: %v", s, f)
		}
	}
}

func TestPlatform_IDs(t *testing.T) {
	t.Parallel()
	find := func(name content.Platform) sources.Platform {
		p, ok := set.Find(name)
		if !ok {
			t.Fatalf("no platform %s", name)
		}
		return p
	}
	video, ads := find(content.VideoSite), find(content.AdLibrary)
	if !video.IsHandle("日本語ch") || video.IsHandle("a/b") || ads.IsHandle("a") {
		t.Error("handles")
	}
	if !video.Accounts.IsID(someChannel) || video.Accounts.IsID("42") {
		t.Error("account ids")
	}
}
