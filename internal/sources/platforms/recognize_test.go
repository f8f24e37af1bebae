package platforms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
)

// set are the platforms of the release.
var set = platforms.All().Set()

const (
	adLibraryHome = "https://www.facebook.com/ads/library/"

	someVideo   = "a1_B-cD2e3F"
	someChannel = "UCabcdefghijklmnopqrstuv"
	someClip    = "7300000000000000001"
)

func TestRecognize(t *testing.T) {
	t.Parallel()
	watch := "https://www.youtube.com/watch?v=" + someVideo
	for _, c := range []struct {
		url  string
		want sources.Link
	}{
		{"https://m.youtube.com/watch?list=PLx&v=" + someVideo + "#t=3", sources.Link{Canonical: watch, Platform: content.VideoSite, Target: sources.TargetItem, LocalID: someVideo}},
		{"HTTP://user:pw@YouTu.be.:80//" + someVideo + "?si=x", sources.Link{Canonical: watch, Platform: content.VideoSite, Target: sources.TargetItem, LocalID: someVideo}},
		{"https://youtube.com/shorts/" + someVideo, sources.Link{Canonical: watch, Platform: content.VideoSite, Target: sources.TargetItem, LocalID: someVideo, Kind: content.KindShort}},
		{"https://www.youtube.com/watch?%76=" + someVideo, sources.Link{Canonical: watch, Platform: content.VideoSite, Target: sources.TargetItem, LocalID: someVideo}},
		{"https://www.youtube-nocookie.com/embed/" + someVideo, sources.Link{Canonical: watch, Platform: content.VideoSite, Target: sources.TargetItem, LocalID: someVideo}},
		{"https://www.youtube.com/channel/" + someChannel + "/videos", sources.Link{Canonical: "https://www.youtube.com/channel/" + someChannel, Platform: content.VideoSite, Target: sources.TargetAccount, LocalID: someChannel}},
		{"https://www.youtube.com/%40Été_24", sources.Link{Canonical: "https://www.youtube.com/@%C3%89t%C3%A9_24", Platform: content.VideoSite, Target: sources.TargetAccount, Handle: "Été_24"}},
		{"https://www.youtube.com/c/Some.Name/about", sources.Link{Canonical: "https://www.youtube.com/c/Some.Name", Platform: content.VideoSite, Target: sources.TargetAccount}},
		{"https://www.tiktok.com/@Some.one/photo/" + someClip + "?x=1", sources.Link{Canonical: "https://www.tiktok.com/@Some.one/photo/" + someClip, Platform: content.ClipSite, Target: sources.TargetItem, LocalID: someClip, Handle: "Some.one"}},
		{"https://m.tiktok.com/v/" + someClip + ".html", sources.Link{Canonical: "https://www.tiktok.com/@/video/" + someClip, Platform: content.ClipSite, Target: sources.TargetItem, LocalID: someClip}},
		{"https://www.tiktokv.com/share/video/" + someClip + "/", sources.Link{Canonical: "https://www.tiktok.com/@/video/" + someClip, Platform: content.ClipSite, Target: sources.TargetItem, LocalID: someClip}},
		{"https://www.tiktok.com/@some_one", sources.Link{Canonical: "https://www.tiktok.com/@some_one", Platform: content.ClipSite, Target: sources.TargetAccount, Handle: "some_one"}},
		{"https://instagr.am/someone/reel/AbC-12_x/", sources.Link{Canonical: "https://www.instagram.com/reel/AbC-12_x/", Platform: content.PhotoSite, Target: sources.TargetItem, LocalID: "AbC-12_x", Handle: "someone", Kind: content.KindShort}},
		{"https://www.instagram.com/p/AbC-12_x/embed/captioned/", sources.Link{Canonical: "https://www.instagram.com/p/AbC-12_x/", Platform: content.PhotoSite, Target: sources.TargetItem, LocalID: "AbC-12_x"}},
		{"https://www.instagram.com/Some.One/tagged/", sources.Link{Canonical: "https://www.instagram.com/some.one/", Platform: content.PhotoSite, Target: sources.TargetAccount, Handle: "some.one"}},
		{"https://fr-fr.facebook.com/ads/library/?country=FR&id=123456789", sources.Link{Canonical: "https://www.facebook.com/ads/library/?id=123456789", Platform: content.AdLibrary, Target: sources.TargetItem, LocalID: "123456789", Kind: content.KindAd, IsAlias: true}},

		{"https://vm.tiktok.com/ZMabc/", sources.Link{Canonical: "https://vm.tiktok.com/ZMabc/", Platform: content.ClipSite, Reason: sources.ShortLink}},
		{"https://www.youtube.com/playlist?list=PLabc", sources.Link{Canonical: "https://www.youtube.com/playlist?list=PLabc", Platform: content.VideoSite, Reason: sources.ObjectNotSupported}},
		{"https://www.youtube.com/watch?v=short", sources.Link{Canonical: "https://www.youtube.com/watch?v=short", Platform: content.VideoSite, Reason: sources.UnrecognizedURL}},
		{"https://www.tiktok.com/@u/video%2F" + someClip, sources.Link{Canonical: "https://www.tiktok.com/@u/video%2F" + someClip, Platform: content.ClipSite, Reason: sources.UnrecognizedURL}},
		{"https://www.facebook.com/ads/library/?view_all_page_id=42", sources.Link{Canonical: "https://www.facebook.com/ads/library/?view_all_page_id=42", Platform: content.AdLibrary, Target: sources.TargetAccount, Reason: sources.AccountNotSupported}},
		{"https://www.ti\u212atok.com/@a/video/" + someClip, sources.Link{Canonical: "https://www.ti\u212atok.com/@a/video/" + someClip, Reason: sources.UnsupportedHost}},
		{"https://me:pw@EXAMPLE.com:8443/A?b#c", sources.Link{Canonical: "https://example.com:8443/A?b", Reason: sources.UnsupportedHost}},
		{"https://www.youtube.com:8443/watch?v=" + someVideo, sources.Link{Canonical: "https://www.youtube.com:8443/watch?v=" + someVideo, Reason: sources.UnsupportedHost}},
	} {
		t.Run(c.url, func(t *testing.T) {
			got, problem := set.Recognize(c.url)
			if problem != nil {
				t.Fatal(problem)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRecognize_RefusesWhatIsNoAddress(t *testing.T) {
	t.Parallel()
	for url, reason := range map[string]string{
		"":                         "required",
		"youtu.be/" + someVideo:    "pattern",
		"//youtu.be/" + someVideo:  "pattern",
		"ftp://youtu.be/":          "pattern",
		"https:///x":               "pattern",
		"https://a:port/":          "pattern",
		"https://a:70000/":         "pattern",
		"https://a b/":             "pattern",
		"https://youtu.be/x\n":     "pattern",
		"https://youtu.be\\@evil/": "pattern",
		"https://you%74u.be/":      "pattern",
		"https://youtu.be/\xff":    "pattern",
		strings.Repeat("é", 2049):  "length",
	} {
		t.Run(fmt.Sprintf("%.40q", url), func(t *testing.T) {
			_, problem := set.Recognize(url)
			if !apierror.Is(problem, apierror.CodeInvalidInput) || problem.Details["fields"].([]apierror.Field)[0].Reason != reason {
				t.Errorf("%+v, want %s", problem, reason)
			}
		})
	}
}

func TestPlatforms_Unsupported(t *testing.T) {
	t.Parallel()
	item, _ := set.Recognize("https://youtu.be/" + someVideo)
	foreign, _ := set.Recognize("https://example.com/")
	if f := set.Unsupported(item, sources.TargetItem); f != nil {
		t.Errorf("an item is one: %v", f)
	}
	if f := set.Unsupported(item, sources.TargetAccount); f.Details["reason"] != sources.ObjectNotSupported || f.Details["platform"] != content.VideoSite {
		t.Errorf("an item is no account: %v", f.Details)
	}
	page, _ := set.Recognize(adLibraryHome + "?view_all_page_id=42")
	if f := set.Unsupported(page, sources.TargetAccount); f.Details["reason"] != sources.AccountNotSupported || len(f.Details["supported"].([]string)) != 0 {
		t.Errorf("an advertiser cannot be looked up, so nothing is supported: %v", f.Details)
	}
	if f := set.Unsupported(foreign, sources.TargetItem); f.Details["reason"] != sources.UnsupportedHost || f.Details["platform"] != nil {
		t.Errorf("foreign: %v", f.Details)
	}
}

// TestRecognize_KindsOfLinks holds what is true of whole kinds of links.
func TestRecognize_KindsOfLinks(t *testing.T) {
	t.Parallel()
	channel := sources.Link{Canonical: "https://www.youtube.com/channel/" + someChannel, Platform: content.VideoSite, Target: sources.TargetAccount, LocalID: someChannel}
	for _, host := range []string{"www.youtube.com", "m.youtube.com", "music.youtube.com", "youtubekids.com", "www.youtubekids.com",
		"youtu.be"} {
		for _, page := range []string{"", "/videos", "/sponsors", "/a/b/c/d/e", "/community?lb=x"} {
			u := "https://" + host + "/channel/" + someChannel + page
			expectLink(t, u, channel)
		}
		for path, reason := range map[string]sources.Reason{
			"/playlist?list=PLabc": sources.ObjectNotSupported, "/hashtag/x": sources.ObjectNotSupported, "/results?search_query=x": sources.ObjectNotSupported,
			"/feed/trending": sources.ObjectNotSupported, "/watch?v=short&list=PLabc": sources.UnrecognizedURL, "/v/short?list=PLabc": sources.UnrecognizedURL,
			"/watch?list=PLabc": sources.ObjectNotSupported, "/shorts/" + someVideo + "x?list=PLabc": sources.UnrecognizedURL, "/": sources.UnrecognizedURL,
			"/embed/videoseries?list=PLabc": sources.ObjectNotSupported, "/@a/live": sources.ObjectNotSupported,
		} {
			if got, f := set.Recognize("https://" + host + path); f != nil || got.Reason != reason || got.LocalID != "" {
				t.Errorf("%s%s is %+v", host, path, got)
			}
		}
	}
	for _, host := range []string{"www.tiktok.com", "www.tiktokv.com"} {
		for path, reason := range map[string]sources.Reason{"/tag/x": sources.ObjectNotSupported, "/about": sources.UnrecognizedURL, "/share/live/1": sources.ObjectNotSupported} {
			if got, f := set.Recognize("https://" + host + path); f != nil || got.Reason != reason {
				t.Errorf("%s%s is %+v", host, path, got)
			}
		}
	}
	if got, _ := set.Recognize(adLibraryHome + "?view_all_page_id=abc&q=shoes"); got.Reason != sources.UnrecognizedURL {
		t.Errorf("a bad page id: %+v", got)
	}
	for _, authority := range []string{"a.example:80:80", "a.example:8o", "a..example", ".a.example", "a.example..", "[::1", "[nonsense]", "a]:80", ".", "[::1]:x"} {
		if got, f := set.Recognize("https://" + authority + "/"); f == nil {
			t.Errorf("%s is %+v", authority, got)
		}
	}
	for _, authority := range []string{"a.example.", "a.example:", "[::1]:80", "me:pw@a.example"} {
		if _, f := set.Recognize("https://" + authority + "/"); f != nil {
			t.Errorf("%s: %v", authority, f)
		}
	}
}

func expectLink(t *testing.T, url string, want sources.Link) {
	t.Helper()
	t.Run(url, func(t *testing.T) {
		got, problem := set.Recognize(url)
		if problem != nil {
			t.Fatal(problem)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

func TestPlatforms_OfHost(t *testing.T) {
	t.Parallel()
	for host, want := range map[string][]content.Platform{
		"youtube.com":         {content.VideoSite},
		"Studio.YouTube.com.": {content.VideoSite},
		"fr-fr.facebook.com":  {content.AdLibrary},
		"fb.watch":            {content.AdLibrary},
		"instagr.am":          {content.PhotoSite},
		"vm.tiktok.com":       {content.ClipSite},
		"com":                 {content.VideoSite, content.ClipSite, content.PhotoSite, content.AdLibrary},
		"notyoutube.com":      nil,
		"":                    nil,
	} {
		t.Run(host, func(t *testing.T) {
			if diff := cmp.Diff(want, set.OfHost(host)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestParameters_Value: a parameter that the platform does not read has no value, whatever was given.
func TestParameters_Value(t *testing.T) {
	t.Parallel()
	ads, _ := set.Find(content.AdLibrary)
	for _, c := range []struct{ name, given, want string }{
		{"sort", "", "impressions"},
		{"sort", "relevance", "relevance"},
		{"country", "", "ALL"},
		{"country", "DE", "DE"},
		{"startedFrom", "", ""},
		{"collection", "videos", ""},
	} {
		t.Run(c.name+"="+c.given, func(t *testing.T) {
			if got := ads.Lists.Value(c.name, c.given); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
