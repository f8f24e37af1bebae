package references_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"socialdata/internal/content"
	"socialdata/models"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
)

// found lists what a filter finds, by the names that ids were given.
func found(t testing.TB, w modelstest.Installed, names map[string]string, f references.Filter) string {
	t.Helper()
	p, err := w.References.References(context.Background(), w.Workspace, f, db.PageRequest{Limit: 100})
	if err != nil {
		t.Fatalf("%+v: %v", f, err)
	}
	var got []string
	for _, r := range p.Items {
		got = append(got, names[r.ID])
	}
	slices.Sort(got)
	return strings.Join(got, "")
}

func TestReferencesAreFoundByWords(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		names := map[string]string{}
		for name, in := range map[string]modelstest.Saved{
			"a": {SourceTitle: "Quokka's portrait — part 2", Notes: new("alpha wombat"), Tags: []string{"red", "big cat"}, Transcript: new("first recorded-style line")},
			"b": {CustomTitle: new("CAFÉ Straße"), SourceTitle: "東京タワー and 100% NEAR(", Transcript: new("second line, or not")},
			"c": {SourceTitle: "ﬁne ＦＵＬＬ width", Notes: new(strings.Repeat("y", 20000)), Tags: []string{"numbat"}},
			"d": {SourceTitle: "", Transcript: new(everyWord(400))},
		} {
			names[modelstest.Save(t, s, w.Workspace, in)] = name
		}
		for q, want := range map[string]string{
			"wombat": "a", "ALPHA wombat": "a", "alpha second": "", "quokka": "a", "quokk": "a", "portr 2": "", "2 portr": "a", "portrait 2": "a", "red": "a", "cat": "a",
			"line": "ab", "recorded-style": "a", "style recorded": "a", "line wombat": "a", "café": "b", "cafe\u0301": "b", "cafe": "", "STRASSE": "b", "京": "b",
			"東京": "b", "京都": "", "タワー": "b", "fine": "c", "full": "c", "numbat": "c", "100": "b", "or": "b", "not": "b", "near": "b", "NEAR(": "b",
			`"wombat"`: "a", `wombat" OR "line`: "", "a OR b": "", "written:wombat": "", "-wombat": "a", "wom*": "a", "w": "", "^wombat": "a", "%": "", "_": "", `\`: "",
			`"`: "", "'; DROP TABLE saved_references; --": "", "{written}: wombat": "", strings.Repeat("y", 200): "c", strings.Repeat("wombat ", 28): "a",
			everyWord(50): "d", everyWord(50) + " wombat": "", "w17 w399": "d", "nowhere": "",
		} {
			if got := found(t, w, names, references.Filter{Words: q}); got != want {
				t.Errorf("q=%.60q: found %q, want %q", q, got, want)
			}
		}
	})
}

// everyWord is a text of n distinct words.
func everyWord(n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprint("w", i)
	}
	return strings.Join(words, " ")
}

func TestReferencesAreFiltered(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w := modelstest.Install(t, s, 1000)
		file := []references.Media{{Role: references.PrimaryMedia, ContentType: "video/mp4", Bytes: 3, SHA256: strings.Repeat("a", 64), Filename: "f.mp4", BlobKey: "k"}}
		names := map[string]string{
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{Tags: []string{"Red", "big"}}):                            "a",
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{Tags: []string{"red"}}):                                   "b",
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{Link: "clip_site:7", Tags: []string{"big"}, Media: file}): "c",
		}
		_, opened := modelstest.Open(t, s, modelstest.Accept(t, s, w.Workspace, modelstest.Saved{Link: "photo_site:X", Tags: []string{"big"}, Notes: new("later")}), "photo_site:X")
		names[opened] = "d"
		for _, c := range []struct {
			want string
			f    references.Filter
		}{
			{"abcd", references.Filter{}}, {"ab", references.Filter{Tags: []string{"RED "}}}, {"a", references.Filter{Tags: []string{"red", "big"}}},
			{"acd", references.Filter{Tags: []string{"big", "Big"}}}, {"", references.Filter{Tags: []string{"bi"}}},
			{"ab", references.Filter{Platform: content.VideoSite}}, {"c", references.Filter{Platform: content.ClipSite}},
			{"abc", references.Filter{State: references.Ready}}, {"d", references.Filter{State: references.Processing}},
			{"c", references.Filter{MediaAvailability: references.MediaReady}}, {"d", references.Filter{Words: "later", Tags: []string{"big"}}},
			{"", references.Filter{Words: "later", Platform: content.ClipSite}},
		} {
			if got := found(t, w, names, c.f); got != c.want {
				t.Errorf("%+v: found %q, want %q", c.f, got, c.want)
			}
		}
		other, err := s.Accounts.CreateWorkspace(context.Background(), "Other", w.Owner, 100)
		if err != nil {
			t.Fatal(err)
		}
		if got := found(t, modelstest.Installed{Store: s, Owner: w.Owner, Workspace: other.ID}, names, references.Filter{Words: "later"}); got != "" {
			t.Errorf("another workspace finds %q", got)
		}
	})
}

func TestReferencePagesBelongToTheirQuery(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := modelstest.Install(t, s, 1000), context.Background()
		for range 5 {
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{Tags: []string{"x"}})
		}
		f, cursor, seen := references.Filter{Tags: []string{"x"}}, "", map[string]bool{}
		for {
			p, err := s.References.References(ctx, w.Workspace, f, db.PageRequest{Limit: 2, Cursor: cursor})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range p.Items {
				seen[r.ID] = true
			}
			if p.NextCursor == "" {
				break
			}
			cursor = p.NextCursor
			_, err = s.References.References(ctx, w.Workspace, references.Filter{}, db.PageRequest{Limit: 2, Cursor: cursor})
			modelstest.WantCode(t, err, "invalid_input")
		}
		if len(seen) != 5 {
			t.Errorf("%d references in all pages, want 5", len(seen))
		}
	})
}

// TestEveryFilterNarrows sets each field of Filter alone to a value that no reference has: the list must be empty, and a
// cursor of the whole list must not continue it.
func TestEveryFilterNarrows(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, _ *modelstest.Clock) {
		w, ctx := modelstest.Install(t, s, 1000), context.Background()
		for range 2 {
			modelstest.Save(t, s, w.Workspace, modelstest.Saved{Tags: []string{"x"}})
		}
		all, err := s.References.References(ctx, w.Workspace, references.Filter{}, db.PageRequest{Limit: 1})
		if err != nil || all.NextCursor == "" {
			t.Fatalf("%+v, %v", all, err)
		}
		for i, field := range reflect.VisibleFields(reflect.TypeFor[references.Filter]()) {
			t.Run(field.Name, func(t *testing.T) {
				var f references.Filter
				switch v := reflect.ValueOf(&f).Elem().Field(i); v.Interface().(type) {
				case []string:
					v.Set(reflect.ValueOf([]string{"nothing"}))
				default:
					if v.Kind() != reflect.String {
						t.Fatalf("give this test a value of %s that no reference has", field.Type)
					}
					v.SetString("nothing")
				}
				p, err := s.References.References(ctx, w.Workspace, f, db.PageRequest{Limit: 1})
				if err != nil || len(p.Items) != 0 {
					t.Errorf("%+v finds %+v, %v", f, p, err)
				}
				_, err = s.References.References(ctx, w.Workspace, f, db.PageRequest{Limit: 1, Cursor: all.NextCursor})
				modelstest.WantCode(t, err, "invalid_input")
			})
		}
	})
}
