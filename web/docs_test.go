package web_test

import (
	"go/format"
	"html"
	"regexp"
	"strings"
	"testing"

	"socialdata/docs"
	"socialdata/internal/apierror"
	"socialdata/web"
	"socialdata/web/webtest"
)

var (
	links = regexp.MustCompile(`href="(/docs[^"]*)"`)
	names = regexp.MustCompile(` id="([^"]+)"`)
)

// chapter is a page of the reference: its text, and what is named in it.
type chapter struct {
	text string
	ids  map[string]bool
}

// readDocs reads every chapter that another one links to, by its path.
func readDocs(t *testing.T, s *webtest.Site) map[string]chapter {
	t.Helper()
	read, todo := map[string]chapter{}, []string{"/docs"}
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		if _, done := read[path]; done {
			continue
		}
		r := s.Do("GET", path, nil, nil)
		if r.Status != 200 {
			t.Fatalf("%s: %d", path, r.Status)
		}
		c := chapter{text: string(r.Body), ids: map[string]bool{}}
		for _, m := range names.FindAllStringSubmatch(c.text, -1) {
			if c.ids[m[1]] {
				t.Errorf("in %s two things are named %s", path, m[1])
			}
			c.ids[m[1]] = true
		}
		read[path] = c
		for _, m := range links.FindAllStringSubmatch(c.text, -1) {
			if next, _, _ := strings.Cut(m[1], "#"); !strings.Contains(next, "?") {
				todo = append(todo, next)
			}
		}
	}
	return read
}

// TestTheReferenceIsWhole holds that the pages name every operation, parameter and error of the contract, that their links
// lead somewhere, and that nothing is named twice.
func TestTheReferenceIsWhole(t *testing.T) {
	s := embedded(t, webtest.Options{Rates: web.Rates{Lookup: 120, Read: 6000, Import: 30, SignIn: 10}})
	chapters := readDocs(t, s)
	ids, page := map[string]bool{}, ""
	for path, c := range chapters {
		page += c.text
		if strings.Contains(c.text, ">0 fields<") {
			t.Errorf("%s shows a shape without fields", path)
		}
		for id := range c.ids {
			ids[id] = true
		}
		for _, m := range links.FindAllStringSubmatch(c.text, -1) {
			at, anchor, named := strings.Cut(m[1], "#")
			at, _, _ = strings.Cut(at, "?")
			if named && !chapters[at].ids[anchor] {
				t.Errorf("in %s a link leads to %s, which is not there", path, m[1])
			}
		}
	}
	for _, op := range contract(t, s) {
		if !ids[op.OperationID] {
			t.Errorf("%s is missing", op.OperationID)
		}
		_, section, _ := strings.Cut(page, `id="`+op.OperationID+`"`)
		section, _, _ = strings.Cut(section, "</article>")
		for _, p := range op.Parameters {
			if !strings.Contains(section, "<code>"+p+"</code>") {
				t.Errorf("%s does not name %s", op.OperationID, p)
			}
		}
		if !strings.Contains(section, "curl") || !strings.Contains(section, "Credential") || !strings.Contains(section, "minute") || op.OperationID == "getReference" && !strings.Contains(section, "6,000 a minute") {
			t.Errorf("%s lacks its example, credential or limit", op.OperationID)
		}
	}
	for _, e := range apierror.Catalogue() {
		if !ids["error-"+string(e.Code)] {
			t.Errorf("%s is not explained", e.Code)
		}
	}
}

var headingsOf = regexp.MustCompile(`<h2 id="([^"]+)">(?:<a href="#([^"]+)">)?`)

// TestGuidesAreShown holds that each guide is a page with the service's own address, is there as it was written, and lists its headings, and is named,
// with every operation, in what agents read first.
func TestGuidesAreShown(t *testing.T) {
	s := embedded(t, webtest.Options{})
	first := string(s.Do("GET", "/llms.txt", nil, nil).Body)
	for _, name := range docs.Order {
		path := "/docs/guides/" + name
		page, written := s.Do("GET", path, nil, nil), s.Do("GET", path+".md", nil, nil)
		if page.Status != 200 || !strings.Contains(string(page.Body), `<div class="guide">`) || !strings.HasPrefix(written.Header.Get("Content-Type"), "text/markdown") {
			t.Errorf("%s: %d, %s", path, page.Status, written.Header.Get("Content-Type"))
		}
		if headings := strings.Count(string(written.Body), "\n## "); headings > 1 && strings.Count(string(page.Body), `<li><a href="#`) != 2*headings {
			t.Errorf("%s: a list of headings is not of %d", path, headings)
		}
		for _, heading := range headingsOf.FindAllStringSubmatch(string(page.Body), -1) {
			if heading[1] != heading[2] {
				t.Errorf("%s: the heading %s leads to %s", path, heading[1], heading[2])
			}
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(string(written.Body), "# "), "\n")
		if !strings.Contains(first, "- ["+title+"]("+webtest.Origin+path+".md): ") {
			t.Errorf("/llms.txt does not lead to %s", path)
		}
		if strings.Contains(string(written.Body)+string(page.Body), docs.Origin) {
			t.Errorf("%s shows another address than that of the service", path)
		}
	}
	for _, op := range contract(t, s) {
		if !strings.Contains(first, " "+op.Path+": ") {
			t.Errorf("/llms.txt does not name %s", op.Path)
		}
	}
	if r := s.Do("GET", "/docs/guides/nothing", nil, nil); r.Status != 404 {
		t.Errorf("a guide that there is not: %d", r.Status)
	}
	if r := s.Do("GET", "/docs?q=receiver.mjs", nil, nil); !strings.Contains(string(r.Body), "/docs/guides/ads") {
		t.Error("a guide is not found by a word in it")
	}
}

// TestSamplesOfEveryLanguageAreWritten asks for each language, and holds that Go's and JavaScript's can be read by theirs.
func TestSamplesOfEveryLanguageAreWritten(t *testing.T) {
	s := embedded(t, webtest.Options{})
	code := regexp.MustCompile(`(?s)<pre tabindex="0" aria-label="(?:the request|a first request)"><code>(.*?)</code>`)
	for lang, has := range map[string]string{"curl": "curl", "python": "import urllib.request", "javascript": "await fetch", "go": "package main"} {
		for path := range readDocs(t, s) {
			for _, m := range code.FindAllStringSubmatch(string(s.Do("GET", path+"?lang="+lang, nil, nil).Body), -1) {
				sample := html.UnescapeString(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(m[1], ""))
				if !strings.Contains(sample, has) {
					t.Errorf("%s in %s: %s", path, lang, sample)
				}
				if lang != "go" {
					continue
				}
				if formatted, err := format.Source([]byte(sample)); err != nil || strings.TrimSpace(string(formatted)) != sample {
					t.Errorf("%s: this is not Go as gofmt writes it: %v\n%s", path, err, sample)
				}
			}
		}
	}
	if r := s.Do("GET", "/docs/nothing", nil, map[string]string{"Accept": "text/html"}); r.Status != 404 {
		t.Errorf("a chapter that there is not: %d", r.Status)
	}
	if r := s.Do("GET", "/docs?q=holdMedia", nil, nil); !strings.Contains(string(r.Body), "/docs/references#holdMedia") {
		t.Error("an operation is not found by its id")
	}
	if _, found, _ := strings.Cut(string(s.Do("GET", "/docs?q=watch", nil, nil).Body), `<h2 id="answer">`); strings.Index(found, ">List <mark>watch</mark>es") > strings.Index(found, ">Make an API key, shown once<") || strings.Count(found, `class="small wrap"`) < 8 {
		t.Error("an operation does not stand before what has its word in a text, or results have no context")
	}
	if r := s.Do("GET", "/docs?q=mcp", nil, nil); !strings.Contains(string(r.Body), `href="/docs/guides/agents"`) {
		t.Error("agents do not find their address")
	}
	if r := s.Do("GET", "/docs/guides/agents", nil, nil); !strings.Contains(string(r.Body), webtest.Origin+"/mcp") {
		t.Error("the guide does not say where agents connect")
	}
}
