package sources

import (
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

const (
	someVideo   = "a1_B-cD2e3F"
	someChannel = "UCabcdefghijklmnopqrstuv"
	someClip    = "7300000000000000001"
)

func TestRecognize(t *testing.T) {
	watch := "https://www.youtube.com/watch?v=" + someVideo
	for _, c := range []struct {
		url  string
		want Link
	}{
		{"https://m.youtube.com/watch?list=PLx&v=" + someVideo + "#t=3", Link{watch, content.VideoSite, TargetItem, someVideo, "", "", ""}},
		{"HTTP://user:pw@YouTu.be.:80//" + someVideo + "?si=x", Link{watch, content.VideoSite, TargetItem, someVideo, "", "", ""}},
		{"https://youtube.com/shorts/" + someVideo, Link{watch, content.VideoSite, TargetItem, someVideo, "", content.KindShort, ""}},
		{"https://www.youtube.com/watch?%76=" + someVideo, Link{watch, content.VideoSite, TargetItem, someVideo, "", "", ""}},
		{"https://www.youtube-nocookie.com/embed/" + someVideo, Link{watch, content.VideoSite, TargetItem, someVideo, "", "", ""}},
		{"https://www.youtube.com/channel/" + someChannel + "/videos", Link{"https://www.youtube.com/channel/" + someChannel, content.VideoSite, TargetAccount, someChannel, "", "", ""}},
		{"https://www.youtube.com/%40Été_24", Link{"https://www.youtube.com/@%C3%89t%C3%A9_24", content.VideoSite, TargetAccount, "", "Été_24", "", ""}},
		{"https://www.youtube.com/c/Some.Name/about", Link{"https://www.youtube.com/c/Some.Name", content.VideoSite, TargetAccount, "", "", "", ""}},
		{"https://www.tiktok.com/@Some.one/photo/" + someClip + "?x=1", Link{"https://www.tiktok.com/@Some.one/photo/" + someClip, content.ClipSite, TargetItem, someClip, "Some.one", "", ""}},
		{"https://m.tiktok.com/v/" + someClip + ".html", Link{"https://www.tiktok.com/@/video/" + someClip, content.ClipSite, TargetItem, someClip, "", "", ""}},
		{"https://www.tiktokv.com/share/video/" + someClip + "/", Link{"https://www.tiktok.com/@/video/" + someClip, content.ClipSite, TargetItem, someClip, "", "", ""}},
		{"https://www.tiktok.com/@some_one", Link{"https://www.tiktok.com/@some_one", content.ClipSite, TargetAccount, "", "some_one", "", ""}},
		{"https://instagr.am/someone/reel/AbC-12_x/", Link{"https://www.instagram.com/reel/AbC-12_x/", content.PhotoSite, TargetItem, "AbC-12_x", "someone", content.KindShort, ""}},
		{"https://www.instagram.com/p/AbC-12_x/embed/captioned/", Link{"https://www.instagram.com/p/AbC-12_x/", content.PhotoSite, TargetItem, "AbC-12_x", "", "", ""}},
		{"https://www.instagram.com/Some.One/tagged/", Link{"https://www.instagram.com/some.one/", content.PhotoSite, TargetAccount, "", "some.one", "", ""}},
		{"https://fr-fr.facebook.com/ads/library/?country=FR&id=123456789", Link{"https://www.facebook.com/ads/library/?id=123456789", content.AdLibrary, TargetItem, "123456789", "", content.KindAd, ""}},

		{"https://vm.tiktok.com/ZMabc/", Link{"https://vm.tiktok.com/ZMabc/", content.ClipSite, "", "", "", "", ShortLink}},
		{"https://www.youtube.com/playlist?list=PLabc", Link{"https://www.youtube.com/playlist?list=PLabc", content.VideoSite, "", "", "", "", ObjectNotSupported}},
		{"https://www.youtube.com/watch?v=short", Link{"https://www.youtube.com/watch?v=short", content.VideoSite, "", "", "", "", UnrecognizedURL}},
		{"https://www.tiktok.com/@u/video%2F" + someClip, Link{"https://www.tiktok.com/@u/video%2F" + someClip, content.ClipSite, "", "", "", "", UnrecognizedURL}},
		{"https://www.facebook.com/ads/library/?view_all_page_id=42", Link{"https://www.facebook.com/ads/library/?view_all_page_id=42", content.AdLibrary, TargetAccount, "", "", "", AccountNotSupported}},
		{"https://www.ti\u212atok.com/@a/video/" + someClip, Link{"https://www.ti\u212atok.com/@a/video/" + someClip, "", "", "", "", "", UnsupportedHost}},
		{"https://me:pw@EXAMPLE.com:8443/A?b#c", Link{"https://example.com:8443/A?b", "", "", "", "", "", UnsupportedHost}},
		{"https://www.youtube.com:8443/watch?v=" + someVideo, Link{"https://www.youtube.com:8443/watch?v=" + someVideo, "", "", "", "", "", UnsupportedHost}},
	} {
		got, f := Recognize(c.url)
		if f != nil {
			t.Errorf("%s: %v", c.url, f)
		} else if got != c.want {
			t.Errorf("%s\n got %+v\nwant %+v", c.url, got, c.want)
		}
	}
}

func TestRecognizeRefuses(t *testing.T) {
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
		_, f := Recognize(url)
		if !apierror.Is(f, apierror.CodeInvalidInput) || f.Details["fields"].([]apierror.Field)[0].Reason != reason {
			t.Errorf("%q: %+v, want %s", url, f, reason)
		}
	}
}

func TestUnsupported(t *testing.T) {
	item, _ := Recognize("https://youtu.be/" + someVideo)
	foreign, _ := Recognize("https://example.com/")
	if f := item.Unsupported(TargetItem); f != nil {
		t.Errorf("an item is one: %v", f)
	}
	if f := item.Unsupported(TargetAccount); f.Details["reason"] != ObjectNotSupported || f.Details["platform"] != content.VideoSite {
		t.Errorf("an item is no account: %v", f.Details)
	}
	page, _ := Recognize(adHome + "?view_all_page_id=42")
	if f := page.Unsupported(TargetAccount); f.Details["reason"] != AccountNotSupported || len(f.Details["supported"].([]string)) != 0 {
		t.Errorf("an advertiser cannot be looked up, so nothing is supported: %v", f.Details)
	}
	if f := foreign.Unsupported(TargetItem); f.Details["reason"] != UnsupportedHost || f.Details["platform"] != nil {
		t.Errorf("foreign: %v", f.Details)
	}
}

// TestLinksByClass holds what is true of whole kinds of links.
func TestLinksByClass(t *testing.T) {
	channel := Link{videoHome + "channel/" + someChannel, content.VideoSite, TargetAccount, someChannel, "", "", ""}
	for _, host := range []string{"www.youtube.com", "m.youtube.com", "music.youtube.com", "youtubekids.com", "www.youtubekids.com",
		"youtu.be"} {
		for _, page := range []string{"", "/videos", "/sponsors", "/a/b/c/d/e", "/community?lb=x"} {
			u := "https://" + host + "/channel/" + someChannel + page
			if got, f := Recognize(u); f != nil || got != channel {
				t.Errorf("%s is %+v", u, got)
			}
		}
		for path, reason := range map[string]Reason{
			"/playlist?list=PLabc": ObjectNotSupported, "/hashtag/x": ObjectNotSupported, "/results?search_query=x": ObjectNotSupported,
			"/feed/trending": ObjectNotSupported, "/watch?v=short&list=PLabc": UnrecognizedURL, "/v/short?list=PLabc": UnrecognizedURL,
			"/watch?list=PLabc": ObjectNotSupported, "/shorts/" + someVideo + "x?list=PLabc": UnrecognizedURL, "/": UnrecognizedURL,
			"/embed/videoseries?list=PLabc": ObjectNotSupported, "/@a/live": ObjectNotSupported,
		} {
			if got, f := Recognize("https://" + host + path); f != nil || got.Reason != reason || got.LocalID != "" {
				t.Errorf("%s%s is %+v", host, path, got)
			}
		}
	}
	for _, host := range []string{"www.tiktok.com", "www.tiktokv.com"} {
		for path, reason := range map[string]Reason{"/tag/x": ObjectNotSupported, "/about": UnrecognizedURL, "/share/live/1": ObjectNotSupported} {
			if got, f := Recognize("https://" + host + path); f != nil || got.Reason != reason {
				t.Errorf("%s%s is %+v", host, path, got)
			}
		}
	}
	if got, _ := Recognize(adHome + "?view_all_page_id=abc&q=shoes"); got.Reason != UnrecognizedURL {
		t.Errorf("a bad page id: %+v", got)
	}
	for _, authority := range []string{"a.example:80:80", "a.example:8o", "a..example", ".a.example", "a.example..", "[::1", "[nonsense]", "a]:80", ".", "[::1]:x"} {
		if got, f := Recognize("https://" + authority + "/"); f == nil {
			t.Errorf("%s is %+v", authority, got)
		}
	}
	for _, authority := range []string{"a.example.", "a.example:", "[::1]:80", "me:pw@a.example"} {
		if _, f := Recognize("https://" + authority + "/"); f != nil {
			t.Errorf("%s: %v", authority, f)
		}
	}
}
