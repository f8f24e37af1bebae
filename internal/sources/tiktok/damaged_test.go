package tiktok

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/sourcestest"
)

// TestCountsOfDamagedItems keeps what is absent or of a wrong type unknown: never 0.
func TestCountsOfDamagedItems(t *testing.T) {
	t.Parallel()
	seven := int64(7)
	tests := []struct {
		name, members string
		want          content.Stats
	}{
		{"numbers and digits", `"stats":{"playCount":7,"diggCount":"7","commentCount":0}`,
			content.Stats{Views: &seven, Likes: &seven, Comments: new(int64(0))}},
		{"exact ones first", `"stats":{"playCount":1000},"statsV2":{"playCount":"7"}`, content.Stats{Views: &seven}},
		{"exact ones that are empty", `"stats":{"playCount":7},"statsV2":{"playCount":""}`, content.Stats{Views: &seven}},
		{"no counts", `"desc":""`, content.Stats{}},
		{"null", `"stats":null`, content.Stats{}},
		{"a list", `"stats":[7]`, content.Stats{}},
		{"a text", `"stats":"7"`, content.Stats{}},
		{"counts of wrong types",
			`"stats":{"playCount":true,"diggCount":null,"commentCount":{},"shareCount":[7],"collectCount":"7K"}`,
			content.Stats{}},
		{"counts out of range", `"stats":{"playCount":-1,"diggCount":1.5,"commentCount":9007199254740992,"shareCount":1e300}`,
			content.Stats{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, ok := readClip(scan.ReadString(`{"id":"7300",` + tt.members + `}`))
			if diff := cmp.Diff(tt.want, c.stats); diff != "" || !ok {
				t.Errorf("the counts differ (-want +got): %v\n%s", ok, diff)
			}
		})
	}
}

func TestItemsThatAreNone(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		``, `null`, `7`, `[]`, `{}`, `{"id":null}`, `{"id":""}`, `{"id":{"a":1}}`, `{"id":"7300/../x"}`, `{"id":-7300}`,
		`{"id":7.3}`,
		`{"id":"73000000000000000000000000"}`,
	} {
		if c, ok := readClip(scan.ReadString(body)); ok {
			t.Errorf("%s is item %q", body, c.id)
		}
	}
}

func TestAuthorsOfDamagedItems(t *testing.T) {
	t.Parallel()
	known := &content.AccountRef{ID: "clip_site:77", Platform: content.ClipSite, Handle: new("gran"), Name: new("Gran"),
		URL: new(origin + "/@gran")}
	tests := []struct {
		name, members string
		want          *content.AccountRef
	}{
		{"an object", `"author":{"id":"77","uniqueId":"gran","nickname":"Gran"}`, known},
		{"the app's object", `"author":{"uid":77,"unique_id":"gran","nickname":"Gran"}`, known},
		{"a bare handle", `"author":"gran","authorId":"77","nickname":"Gran"`, known},
		{"a bare handle without an id", `"author":"gran"`, nil},
		{"an id of 0", `"author":{"id":"0","uniqueId":"gran"}`, nil},
		{"an id that is none", `"author":{"id":"7x","uniqueId":"gran"}`, nil},
		{"an id alone", `"author":{"id":"77","nickname":7}`, &content.AccountRef{ID: "clip_site:77",
			Platform: content.ClipSite}},
		{"null", `"author":null,"authorId":"77"`, nil},
		{"a list", `"author":["gran"]`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, _ := readClip(scan.ReadString(`{"id":"7300",` + tt.members + `}`))
			if diff := cmp.Diff(tt.want, c.author); diff != "" {
				t.Errorf("the author differs (-want +got):\n%s", diff)
			}
		})
	}
}

// TestDamagedComments answers a page of comments: a refusal or a damaged answer is an error, never a page without rows.
func TestDamagedComments(t *testing.T) {
	t.Parallel()
	const whole = `{"status_code":0,"comments":[{"cid":"1","digg_count":"x"},{"cid":null},7,null,{"cid":2}],"has_more":1,"cursor":20,"total":"x"}`
	tests := []struct {
		name, body string
		code       apierror.Code // "" is a page
		ids        []string
		next       string
	}{
		{"rows of which some are none", whole, "", []string{"1", "2"}, "20"},
		{"no comments", `{"status_code":0,"comments":[],"has_more":0}`, "", []string{}, ""},
		{"null at the end", `{"status_code":0,"comments":null,"has_more":0}`, "", []string{}, ""},
		{"null with a promise of more", `{"status_code":0,"comments":null,"has_more":1}`, apierror.CodeRouteDegraded, nil,
			""},
		{"a list that is a text", `{"status_code":0,"comments":"none","has_more":true}`, apierror.CodeRouteDegraded, nil, ""},
		{"no list", `{"status_code":0}`, apierror.CodeSourceChanged, nil, ""},
		{"a cursor that does not move", `{"comments":[{"cid":1}],"has_more":1,"cursor":"0"}`, "", []string{"1"}, ""},
		{"an empty answer", ``, apierror.CodeRouteDegraded, nil, ""},
		{"blanks", " \n", apierror.CodeRouteDegraded, nil, ""},
		{"a page", `<html><body>hello</body></html>`, apierror.CodeRouteDegraded, nil, ""},
		{"a list in place of an answer", `[]`, apierror.CodeSourceChanged, nil, ""},
		{"a cut answer", whole[:len(whole)-1], apierror.CodeSourceChanged, nil, ""},
		{"an answer cut in a row", whole[:40], apierror.CodeSourceChanged, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			site := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.Contains(r.URL.Path, "/video/") { // which counts no comments
					_, _ = io.WriteString(w, itemPage(`{"id":"7300","stats":{"commentCount":0}}`))
					return
				}
				_, _ = io.WriteString(w, tt.body)
			})
			route := Routes(sourcestest.Fetcher(t, site, Hosts()...), Options{})[0]
			page, err := route.Comments(t.Context(), sources.CommentsRequest{Link: link("7300")})
			if tt.code != "" || err != nil {
				if !apierror.Is(err, tt.code) {
					t.Fatalf("%v, want %q", err, tt.code)
				}
				if missing := apierror.From(err).Details["missing"]; tt.code == apierror.CodeSourceChanged && missing == nil {
					t.Errorf("%v does not say what is missing", err)
				}
				return
			}
			ids := []string{}
			for _, c := range page.Rows {
				if ids = append(ids, c.ID); c.Likes != nil || c.Author != nil || c.PublishedAt != nil || c.ByItemAuthor != nil {
					t.Errorf("the comment knows what nobody said: %+v", c)
				}
			}
			if diff := cmp.Diff(tt.ids, ids); diff != "" || page.Next != tt.next || page.Total != nil {
				t.Errorf("next %q, total %v, rows (-want +got):\n%s", page.Next, page.Total, diff)
			}
		})
	}
}

// TestCutAnswerIsNone cuts an answer at every byte.
func TestCutAnswerIsNone(t *testing.T) {
	t.Parallel()
	const body = `{"status_code":0,"comments":[{"cid":"1","text":"}"}],"has_more":1,"cursor":20}`
	skip := func(r *scan.Reader) { r.Value() }
	if _, ok := readAnswer([]byte(body), "comments", skip); !ok {
		t.Fatal("the whole answer is none")
	}
	for n := range len(body) {
		if m, ok := readAnswer([]byte(body[:n]), "comments", skip); ok {
			t.Errorf("a cut answer is one: %s: %v", body[:n], m)
		}
	}
}
