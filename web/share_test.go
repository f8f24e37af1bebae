package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/web/webtest"
)

// TestSharedLinksAreRecognised opens the page of the share sheet as apps fill it: the link alone, within a text, beside a title, or none.
func TestSharedLinksAreRecognised(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const link = "https://vm.tiktok.com/ZMabcdefg/"
		for name, tt := range map[string]struct {
			sent url.Values
			want string
		}{
			"a bookmark":               {url.Values{"url": {"https://www.youtube.com/watch?v=g6QYSy6P-nW"}}, "https://www.youtube.com/watch?v=g6QYSy6P-nW"},
			"a text with the link":     {url.Values{"title": {"Look: 10.30!"}, "text": {"Check this out ( " + link + " ). So good"}}, link},
			"text and url":             {url.Values{"text": {"see example.com/a"}, "url": {link}}, link},
			"a link behind others":     {url.Values{"text": {"https://example.com/a?b=c via " + link}}, link},
			"a link of no platform":    {url.Values{"text": {"https://example.com/a"}}, "https://example.com/a"},
			"no link":                  {url.Values{"text": {"hello there"}}, ""},
			"nothing":                  {nil, ""},
			"letters that are no text": {url.Values{"text": {"\xff\x00 " + link}}, link},
		} {
			r := s.Do("GET", "/import?"+tt.sent.Encode(), nil, s.AsOwner())
			to, err := url.Parse(r.Header.Get("Location"))
			testkit.Must(t, err)
			if r.Status != http.StatusSeeOther || to.Host != "" || to.Path != "/w/"+s.Workspace+"/try" || to.Query().Get("url") != tt.want {
				t.Errorf("%s leads to %d %s", name, r.Status, to)
			}
		}
		r := s.Do("GET", "/import?text="+url.QueryEscape(link), nil, map[string]string{"Authorization": ""})
		if r.Status != http.StatusSeeOther || r.Header.Get("Location") != "/sign-in" || !strings.Contains(r.Header.Get("Set-Cookie"), "next") {
			t.Errorf("a stranger is led to %d %s with %s", r.Status, r.Header.Get("Location"), r.Header.Get("Set-Cookie"))
		}
	})
}

// TestTheSiteCanBeInstalled reads the manifest: its addresses are there, and the share sheet asks for the page that reads it.
func TestTheSiteCanBeInstalled(t *testing.T) {
	s := embedded(t, webtest.Options{})
	r := s.Do("GET", "/manifest.webmanifest", nil, map[string]string{"Authorization": ""})
	var m struct {
		Icons []struct{ Src string }
		Share struct {
			Action, Method string
			Params         map[string]string
		} `json:"share_target"`
	}
	testkit.Must(t, json.Unmarshal(r.Body, &m))
	if r.Status != 200 || r.Header.Get("Content-Type") != "application/manifest+json" || m.Share.Action != "/import" || len(m.Share.Params) != 3 {
		t.Fatalf("%d %s %s", r.Status, r.Header.Get("Content-Type"), r.Body)
	}
	for _, icon := range m.Icons {
		if got := s.Do("GET", icon.Src, nil, map[string]string{"Authorization": ""}); got.Status != 200 {
			t.Errorf("the icon %s is %d", icon.Src, got.Status)
		}
	}
}
