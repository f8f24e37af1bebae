package web_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"socialdata/internal/vectors"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// compass plays a server of embeddings that knows texts about two things.
type compass struct{ asked []string }

func (c *compass) Model() string { return "compass" }

func (c *compass) Vectors(_ context.Context, texts []string) ([]vectors.Vector, error) {
	c.asked = append(c.asked, texts...)
	list := make([]vectors.Vector, len(texts))
	for n, text := range texts {
		switch {
		case strings.Contains(text, "fail"):
			return nil, errors.New("a secret cause")
		case strings.Contains(text, "drink"), strings.Contains(text, "tea"):
			list[n] = vectors.Vector{127, 10}
		default:
			list[n] = vectors.Vector{1, 127}
		}
	}
	return list, nil
}

// meant saves a reference with its vector.
func meant(t *testing.T, s *webtest.Site, c *compass, title string) string {
	t.Helper()
	id := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: title})
	_, err := s.Store.References.AddMeanings(t.Context(), c.Model(), "")
	modelstest.Must(t, err)
	due, err := s.Store.References.DueMeanings(t.Context(), 10)
	modelstest.Must(t, err)
	for _, one := range due {
		list, err := c.Vectors(t.Context(), []string{title})
		modelstest.Must(t, err)
		modelstest.Must(t, s.Store.References.KeepMeaning(t.Context(), one, c.Model(), list[0], nil))
	}
	c.asked = nil
	return id
}

// TestReferencesAreSearchedByMeaning asks the API and the page, a page at a time, with what does not go with it, and while the server fails.
func TestReferencesAreSearchedByMeaning(t *testing.T) {
	c := &compass{}
	each(t, webtest.Options{Embedder: c}, func(t *testing.T, s *webtest.Site) {
		far, near := meant(t, s, c, "red car"), meant(t, s, c, "green tea")
		first := s.Do("GET", "/v1/references?mode=meaning&limit=1&q=something+to+drink", nil, s.AsKey())
		next, _ := first.JSON(t)["nextCursor"].(string)
		if first.Status != 200 || !strings.Contains(string(first.Body), near) || strings.Contains(string(first.Body), far) || next == "" {
			t.Fatalf("%d %s", first.Status, first.Body)
		}
		if second := s.Do("GET", "/v1/references?mode=meaning&limit=1&q=something+to+drink&cursor="+next, nil, s.AsKey()); !strings.Contains(string(second.Body), far) || strings.Contains(string(second.Body), near) {
			t.Errorf("the second page: %s", second.Body)
		}
		if other := s.Do("GET", "/v1/references?mode=meaning&limit=1&q=drink&cursor="+next, nil, s.AsKey()); other.Status != 400 {
			t.Errorf("the cursor of another search: %d", other.Status)
		}
		c.asked = nil
		for _, query := range []string{"mode=meaning", "mode=meaning&q=drink&tag=a", "mode=meaning&q=drink&platform=clip_site", "mode=meaning&q=drink&sort=relevance", "mode=meaning&q=drink&include=transcript",
			"mode=meaning&q=drink&board=" + db.NewID(), "mode=nonsense&q=drink"} {
			if refused := s.Do("GET", "/v1/references?"+query, nil, s.AsKey()); refused.Status != 400 {
				t.Errorf("%s: %d", query, refused.Status)
			}
		}
		words := s.Do("GET", "/v1/references?q=drink", nil, s.AsKey())
		if strings.Contains(string(words.Body), near) || len(c.asked) > 0 {
			t.Errorf("a search by words asks for %q: %s", c.asked, words.Body)
		}
		failed := s.Do("GET", "/v1/references?mode=meaning&q=fail", nil, s.AsKey())
		if failed.Status != 503 || !strings.Contains(string(failed.Body), `"storage_unavailable"`) || strings.Contains(string(failed.Body), "secret") {
			t.Errorf("a server that fails: %d %s", failed.Status, failed.Body)
		}
		list := "/w/" + s.Workspace + "/references?"
		if page := string(s.Do("GET", list+"q=drink", nil, s.AsOwner()).Body); !strings.Contains(page, "mode=meaning") {
			t.Error("the list does not offer the search")
		}
		page := string(s.Do("GET", list+"mode=meaning&q=drink", nil, s.AsOwner()).Body)
		if a, b := strings.Index(page, near), strings.Index(page, far); a < 0 || b < a {
			t.Errorf("the page has them at %d and %d", a, b)
		}
	})
}

// TestWithoutAServerThereIsNoSearchByMeaning holds that it is off by default.
func TestWithoutAServerThereIsNoSearchByMeaning(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "tea"})
		refused := s.Do("GET", "/v1/references?mode=meaning&q=tea", nil, s.AsKey())
		if refused.Status != 400 || !strings.Contains(string(refused.Body), `"name":"mode"`) {
			t.Errorf("%d %s", refused.Status, refused.Body)
		}
		for _, query := range []string{"q=tea", "q=tea&mode=meaning"} {
			if page := s.Do("GET", "/w/"+s.Workspace+"/references?"+query, nil, s.AsOwner()); page.Status != 200 || strings.Contains(string(page.Body), "by meaning") {
				t.Errorf("%s: the page offers it: %d", query, page.Status)
			}
		}
		if rows := meanings(t, s); rows != 0 {
			t.Errorf("%d rows", rows)
		}
	})
}

func meanings(t *testing.T, s *webtest.Site) (n int64) {
	t.Helper()
	modelstest.Must(t, s.Store.Read(t.Context()).Table("reference_meanings").Count(&n).Error)
	return n
}
