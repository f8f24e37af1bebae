package instagram

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

// TestOfficialPages reads the posts among the rows, and the cursor that leads on.
func TestOfficialPages(t *testing.T) {
	t.Parallel()
	const head, row = `{"ig_id":1,"username":"invented",`, `{"permalink":"https://www.instagram.com/p/CAAAAAAAAAA/","media_type":"IMAGE"}`
	for body, tt := range map[string]struct {
		posts int
		next  string
		code  apierror.Code
	}{
		`"media_count":0}`: {0, "", ""}, `"media_count":3}`: {0, "", apierror.CodeSourceChanged}, `"followers_count":3}`: {0, "", apierror.CodeSourceChanged},
		`"media":{"data":[` + row + `,{"media_type":"STORY"}],"paging":{"cursors":{"after":"on"}}}}`: {1, "on", ""},
		`"media":{"data":[` + row + `],"paging":{"cursors":{"after":"was"}}}}`:                       {1, "", ""},
		`"media":{"data":[` + row + `],"paging":{"cursors":{"after":"x){id}"}}}}`:                    {1, "", ""},
		`"media":{"data":[]}}`:                       {0, "", ""},
		`"media":{"data":[{"media_type":"IMAGE"}]}}`: {0, "", apierror.CodeSourceChanged},
	} {
		posts, next, err := officialPosts(gjson.Parse(head+body), "was")
		want(t, body, err, tt.code)
		if len(posts) != tt.posts || next != tt.next {
			t.Errorf("%s: %d posts, next %q", body, len(posts), next)
		}
	}
	for members, expect := range map[string]string{
		`"media_type":"IMAGE"`: "image m", `"media_type":"CAROUSEL_ALBUM"`: "carousel m", `"media_type":"VIDEO","media_product_type":"REELS"`: "short t", `"media_type":"VIDEO","media_product_type":"FEED"`: "video t",
		`"media_type":"IMAGE","media_product_type":"REELS"`: "image m", `"media_type":"STORY"`: " t",
	} {
		const a = "https://scontent.cdninstagram.com/"
		thumbnail := `,"thumbnail_url":"` + a + `t"`
		if strings.HasSuffix(expect, " m") {
			thumbnail = ""
		}
		p, ok := officialPost(gjson.Parse(`{"permalink":"https://www.instagram.com/p/CAAAAAAAAAA/",` + members + thumbnail + `,"media_url":"` + a + `m"}`))
		if len(p.thumbnails) != 1 || string(p.kind)+" "+strings.TrimPrefix(p.thumbnails[0].URL, a) != expect || ok != (p.kind != "") {
			t.Errorf("%s: %+v", members, p)
		}
	}
}

// TestOfficialSearchForAPost looks through the newest posts of its author, page by page and not for ever.
func TestOfficialSearchForAPost(t *testing.T) {
	t.Parallel()
	row := func(code, more string) string {
		return `{"permalink":"https://www.instagram.com/p/` + code + `/","media_type":"IMAGE"` + more + `}`
	}
	ask := func(pages ...string) (a api, asked *[]string) {
		asked = new([]string)
		client := sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			fields, _ := url.QueryUnescape(r.URL.RawQuery)
			*asked = append(*asked, fields)
			_, _ = io.WriteString(w, `{"business_discovery":{"ig_id":1,"username":"invented","media":{"data":[`+pages[min(len(*asked), len(pages))-1]+`],"paging":{"cursors":{"after":"on`+strconv.Itoa(len(*asked))+`"}}}}}`)
		}), append(Hosts(), "graph.facebook.com")...)
		return api{client, "T", "1", nil}, asked
	}
	l := link(someCode)
	l.Handle = "invented"
	a, asked := ask(row("CAAAAAAAAAA", ""), row(someCode, `,"media_url":"https://scontent.cdninstagram.com/m"`))
	if m, err := a.files(t.Context(), sources.ItemRequest{Link: l}); err != nil || len(m.Files) != 1 || len(*asked) != 2 || strings.Contains((*asked)[0], ".after(") || !strings.Contains((*asked)[1], ".after(on1)") {
		t.Errorf("on the second page: %+v, %v by %q", m, err, *asked)
	}
	a, asked = ask(row("CAAAAAAAAAA", ""))
	if _, err := a.files(t.Context(), sources.ItemRequest{Link: l}); !errors.Is(err, sources.ErrNotCovered) || len(*asked) != maxPages {
		t.Errorf("on none: %v by %d", err, len(*asked))
	}
	a, asked = ask(row(someCode, ""))
	if m, err := a.files(t.Context(), sources.ItemRequest{Link: l}); !errors.Is(err, sources.ErrNotCovered) {
		t.Errorf("without its file: %+v, %v", m, err)
	}
	if a, err := a.accountOf(t.Context(), sources.AccountSelector{Handle: "invented"}); err != nil || a.Links != nil || strings.Contains((*asked)[len(*asked)-1], "media.limit") {
		t.Errorf("an account without a website: %+v, %v", a, err)
	}
}
