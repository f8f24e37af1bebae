package web_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"socialdata/internal/sources/sourcestest"
	"socialdata/internal/testkit"
	"socialdata/models/captures"
	"socialdata/models/modelstest"
	"socialdata/web/webtest"
)

// sown are members about the viewer, and of what only the viewer sees, as pages have them. %s is a private value.
var sown = []string{
	`"email":"%s@example.com"`, `"viewerId":"%s"`, `"viewer":{"id":"%s","username":"%s","is_private":true}`, `"cookies":[{"name":"sessionid","value":"%s"}]`, `"msToken":"%s"`, `"csrf_token":"%s"`,
	`"fb_dtsg":{"token":"%s"}`, `"direct_messages":[{"text":"%s"}]`, `"viewer_has_liked":{"by":"%s"}`, `"stories":[{"id":"%s","caption":"%s"}]`, `"private_account":{"note":"%s"}`, `"friendship_status":{"nickname":"%s"}`,
	`"loggedInUser":{"phone":"%s"}`, `"visitorData":"%s"`, `"authorization":"Bearer %s"`, `"saved_by_viewer":["%s"]`,
}

// sow adds such members to some of the objects of a page or an answer.
func sow(random *rand.Rand, body string) string {
	var b strings.Builder
	for n := 0; ; n++ {
		before, rest, found := strings.Cut(body, `{"`)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		b.WriteString("{")
		if random.IntN(6) == 0 {
			value := fmt.Sprintf("%ssown-%d", sourcestest.Secret, n)
			b.WriteString(strings.ReplaceAll(sown[random.IntN(len(sown))], "%s", value) + ",")
		}
		body = rest
		b.WriteString(`"`)
	}
}

// damage takes something away, repeats it, or cuts the rest off.
func damage(random *rand.Rand, body string) string {
	at := random.IntN(len(body))
	to := min(len(body), at+1+random.IntN(300))
	switch random.IntN(8) {
	case 0:
		return body[:at] + body[to:]
	case 1:
		return body[:at] + body[at:to] + body[at:]
	case 2:
		return body[:at]
	}
	return body
}

// handedOver is a page with its address.
type handedOver struct{ pageURL, body, comments string }

// pagesToMutate returns pages and answers of the four platforms: those of the simulated platforms, and those with a viewer.
func pagesToMutate(s *webtest.Site) (list []handedOver) {
	for _, sample := range s.Platforms.Samples() {
		for _, link := range sample.Items {
			r := httptest.NewRequest("GET", "/"+strings.TrimPrefix(link, "https://"), nil)
			for name, value := range map[string]string{"Sec-Fetch-User": "?1", "Upgrade-Insecure-Requests": "1", "Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"} {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			s.Platforms.ServeHTTP(w, r)
			if w.Code == http.StatusOK {
				list = append(list, handedOver{pageURL: link, body: w.Body.String()})
			}
		}
	}
	for _, c := range sourcestest.Captures(7) {
		_, id, _ := strings.Cut(c.ID, ":")
		comments := sourcestest.CapturedComments(c.Platform, id)
		for range 6 {
			list = append(list, handedOver{c.PageURL, c.Page, comments}, handedOver{c.PageURL, c.JSON, comments})
		}
	}
	return list
}

// TestAThousandAnswersKeepNothingPrivate hands over a thousand mutated answers into which private values are sown: none of the
// values is answered, logged or stored, in whatever table, not even once they are imported.
func TestAThousandAnswersKeepNothingPrivate(t *testing.T) {
	each(t, webtest.Options{Credits: 1000}, func(t *testing.T, s *webtest.Site) {
		random, list, run := rand.New(rand.NewPCG(36, 1000)), pagesToMutate(s), importer(t, s)
		taken, commented, key := 0, 0, s.AsKey()
		for n := range 1000 {
			from := list[n%len(list)]
			body := sow(random, damage(random, from.body))
			if !strings.Contains(body, sourcestest.Secret+"sown-") {
				body += `{"` + sourcestest.Secret + `sown-last":1}`
			}
			c := sourcestest.Captured{PageURL: from.pageURL, Page: body}
			change := func(given map[string]any) {
				if from.comments != "" {
					comments := sow(random, from.comments)
					if n%3 == 0 {
						comments = damage(random, comments)
					}
					given["answers"] = append(given["answers"].([]any), map[string]any{"url": from.pageURL, "status": 200, "contentType": "application/json", "body": comments})
				}
				if n%20 == 0 {
					importing("")(given)
				}
			}
			r := s.Do("POST", "/v1/captures", captureBody(c, change), key)
			if strings.Contains(string(r.Body), sourcestest.Secret) {
				t.Fatalf("mutation %d of %s is answered with %s", n, from.pageURL, r.Body)
			}
			switch r.Status {
			case http.StatusCreated:
				if len(r.JSON(t)["comments"].([]any)) > 0 {
					commented++
				}
				if taken++; n%20 == 0 {
					testkit.Must(t, run.Run(t.Context(), r.JSON(t)["importId"].(string)))
				}
			case http.StatusBadGateway, http.StatusUnprocessableEntity, http.StatusGone:
			default:
				t.Fatalf("mutation %d of %s: %d %s", n, from.pageURL, r.Status, r.Body)
			}
		}
		if commented < 50 {
			t.Errorf("%d captures have comments: the test proves little of them", commented)
		}
		if taken < 400 || taken > 990 || modelstest.CountRows(t, s.Store, "captures") != int64(taken) || modelstest.CountRows(t, s.Store, "saved_references") < 3 {
			t.Errorf("%d of 1000 were taken: the test proves nothing", taken)
		}
		if strings.Contains(s.Log.String(), sourcestest.Secret) {
			t.Error("a private value is logged")
		}
		s.Requests.Flush(t.Context())
		nowhereStored(t, s, sourcestest.Secret)
	})
}

// TestAnswersOfPrivatePostsAreNotKept sows the flags of private content into posts: each is refused, and nothing is stored.
func TestAnswersOfPrivatePostsAreNotKept(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		random := rand.New(rand.NewPCG(36, 2))
		author := map[string]any{"pk": "1", "id": "1", "username": "a", "uniqueId": "a", "is_private": true, "privateAccount": true}
		for n := range 100 {
			clip := sourcestest.CapturedClip("7311111111111111111", 1, []map[string]any{{"privateItem": true}, {"secret": true}, {"forFriend": true}, {"author": author}}[n%4])
			post := sourcestest.CapturedPost("Cq8zR1aLm0x", 1, []map[string]any{{"audience": "besties"}, {"product_type": "story"}, {"product_type": "direct"}, {"user": author}}[n%4])
			for _, c := range []sourcestest.Captured{clip, post} {
				c.Page = sow(random, c.Page)
				if r := s.Do("POST", "/v1/captures", captureBody(c, nil), s.AsKey()); r.Status != 422 || r.Code() != "unavailable_private" || strings.Contains(string(r.Body), sourcestest.Secret) {
					t.Fatalf("%s %d: %d %s", c.Platform, n, r.Status, r.Body)
				}
			}
		}
		var rows int64
		testkit.Must(t, s.Store.Read(t.Context()).Model(&captures.Capture{}).Count(&rows).Error)
		if rows != 0 {
			t.Errorf("%d captures are stored", rows)
		}
	})
}

// nowhereStored looks for a text in every column of every table.
func nowhereStored(t *testing.T, s *webtest.Site, text string) {
	t.Helper()
	eachRow(t, s, func(table string, row map[string]string) {
		for column, v := range row {
			if strings.Contains(v, text) {
				t.Fatalf("%s.%s has %.300v", table, column, v)
			}
		}
	})
}

// eachRow visits every row of every table.
func eachRow(t *testing.T, s *webtest.Site, visit func(table string, row map[string]string)) {
	t.Helper()
	list := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if s.Store.Postgres {
		list = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
	}
	var tables []string
	testkit.Must(t, s.Store.Read(t.Context()).Raw(list).Scan(&tables).Error)
	if len(tables) < 50 {
		t.Errorf("there are %d tables", len(tables))
	}
	for _, table := range tables {
		var rows []map[string]any
		testkit.Must(t, s.Store.Read(t.Context()).Table(table).Find(&rows).Error)
		for _, row := range rows {
			texts := map[string]string{}
			for column, v := range row {
				if raw, ok := v.([]byte); ok {
					v = string(raw)
				}
				texts[column] = fmt.Sprint(v)
			}
			visit(table, texts)
		}
	}
}
