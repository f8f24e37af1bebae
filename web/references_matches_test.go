package web_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/web/webtest"
)

// TestSearchFindsTheMoment looks for what is said in a video and for what is written about it: the API, the list and the search name the
// place, and the moment leads to the video at its time.
func TestSearchFindsTheMoment(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		const text = "Größe & <b> of the wombat"
		video := put(t, s, "v.mp4", []byte("video"))
		video.Role, video.ContentType = references.PrimaryMedia, "video/mp4"
		id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "clip_site:1", CustomTitle: new("Kettles"), Notes: new("ask the wombat"), Transcript: new(text),
			Media: []references.Media{video, transcriptOf(t, s, "de", text)}})
		found := scenario{name: "found", path: "/v1/references?q=womb", status: 200}.run(t, s, s.AsKey())
		for _, want := range []string{`"field":"transcript"`, `"snippet":"Größe & <b> of the wombat","marks":[{"start":19,"length":6}]`, `"startMs":1500`, `{"field":"notes"`, `"startMs":null`} {
			if !strings.Contains(string(found.Body), want) {
				t.Errorf("no %s in %s", want, found.Body)
			}
		}
		if moment, _ := found.JSON(t)["items"].([]any)[0].(map[string]any)["matches"].([]any)[1].(map[string]any); moment["mediaId"] != found.JSON(t)["items"].([]any)[0].(map[string]any)["primaryMediaId"] || moment["mediaId"] == nil {
			t.Errorf("the moment is of %v", moment["mediaId"])
		}
		if one := s.Do("GET", "/v1/references/"+id, nil, s.AsKey()); !strings.Contains(string(one.Body), `"matches":null`) {
			t.Errorf("without a search: %s", one.Body)
		}
		at := "/w/" + s.Workspace + "/references/" + id + "?at=1500"
		for _, path := range []string{"/references?q=womb", "/references?view=table&q=womb", "/search?q=womb"} {
			if page := string(s.Do("GET", "/w/"+s.Workspace+path, nil, s.AsOwner()).Body); !strings.Contains(page, `href="`+at+`"`) || !strings.Contains(page, "Größe &amp; &lt;b&gt; of the <mark>wombat</mark>") {
				t.Errorf("%s: %s", path, page)
			}
		}
		pictured := string(s.Do("GET", "/w/"+s.Workspace+"/search?q=womb", nil, s.AsOwner()).Body)
		for _, want := range []string{`<h2>References <span class="num quiet">1</span></h2>`, `class="tile"`, ` <span class="num">0:01</span>`} {
			if !strings.Contains(pictured, want) {
				t.Errorf("the search lacks %s: %s", want, mainOf(pictured))
			}
		}
		if page := string(s.Do("GET", "/w/"+s.Workspace+"/search?"+url.Values{"q": {"kettles wombat"}}.Encode(), nil, s.AsOwner()).Body); strings.Contains(page, at) || !strings.Contains(page, "· in the title") {
			t.Error("what has a word in its title leads to the moment")
		}
		if page := string(s.Do("GET", at, nil, s.AsOwner()).Body); !strings.Contains(page, `#t=1.5" poster`) && !strings.Contains(page, `#t=1.5" aria-label="Kettles"`) {
			t.Errorf("the video does not begin at the moment: %s", page)
		}
	})
}

// TestASearchReadsSoMuchOfTranscripts holds that a search over transcripts without end answers, and says which places it does not know.
func TestASearchReadsSoMuchOfTranscripts(t *testing.T) {
	s := embedded(t, webtest.Options{})
	for n := range 4 {
		long := transcriptOf(t, s, "en", strings.Repeat("words ", 500_000)) // 3 MB, twice in its file
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: fmt.Sprintf("clip_site:%d", n), Notes: new("a wombat"), Media: []references.Media{long}})
	}
	found := scenario{name: "found", path: "/v1/references?q=wombat", status: 200}.run(t, s, s.AsKey())
	if body := string(found.Body); strings.Count(body, `"matches":[{"field":"notes"`) != 2 || strings.Count(body, `"matches":null`) != 2 {
		t.Errorf("%.2000s", body)
	}
}
