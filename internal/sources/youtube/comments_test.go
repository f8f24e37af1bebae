package youtube

import (
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestWhereCommentsBegin: among other sections, behind a message, or nowhere.
func TestWhereCommentsBegin(t *testing.T) {
	t.Parallel()
	part := func(id, contents string) string {
		return `{"itemSectionRenderer":{"sectionIdentifier":"` + id + `","contents":[` + contents + `]}}`
	}
	const message = `{"messageRenderer":{"text":{"simpleText":"Be kind."}}}`
	for list, want := range map[string]string{
		part("related", goesOn("related")) + "," + part("comment-item-section", message+","+goesOn("comments")+","+goesOn("later")): "comments ",
		part("comments-entry-point", message): " be kind.", part("related", message): " ",
	} {
		token, said := commentSection("[" + list + "]")
		if token+" "+said != want {
			t.Errorf("%s: token %q, message %q", list, token, said)
		}
	}
}

// TestOrdersOfComments follows the menu to the newest comments, wherever it stands; without one, the top comments are all there is.
func TestOrdersOfComments(t *testing.T) {
	t.Parallel()
	const menu = `"menu":{"sortFilterSubMenuRenderer":{"subMenuItems":[{},{"serviceEndpoint":{"continuationCommand":{"token":"latest"}}}]}}`
	list := func(more string) string {
		return strings.TrimSuffix(commentPage(threadOf("1", "")), "}") + more + `}`
	}
	for name, tt := range map[string]struct {
		sort, around, top, want string
		code                    apierror.Code
	}{
		"top":                               {"top", "," + menu, list("," + menu), "around t", ""},
		"latest, a menu around the video":   {"latest", "," + menu, "", "around latest", ""},
		"latest, a menu above the comments": {"latest", "", list("," + menu), "around t latest", ""},
		"latest without a menu":             {"latest", "", list(""), "around t", ""},
		"latest, refused":                   {"latest", "", "", "around t", apierror.CodeRouteDegraded},
	} {
		var tokens []string
		s, _ := plays(t, func(endpoint, body string) string {
			switch token := gjson.Get(body, "continuation").String(); {
			case endpoint != "next":
				return ""
			case token == "":
				tokens = append(tokens, "around")
				return strings.TrimSuffix(section(goesOn("t")), "}") + tt.around + `}`
			case token == "t":
				tokens = append(tokens, token)
				return tt.top
			default:
				tokens = append(tokens, token)
				return list("")
			}
		})
		page, err := s.comments(t.Context(), sources.CommentsRequest{Link: named(someVideo).Link, Sort: tt.sort})
		want(t, name, err, tt.code)
		if got := strings.Join(tokens, " "); got != tt.want || err == nil && len(page.Rows) != 1 {
			t.Errorf("%s: asked for %q, want %q; %+v", name, got, tt.want, page)
		}
	}
}

// TestCommentsThatThePageLeavesOut are asked for by themselves; only a video that is visible has none.
func TestCommentsThatThePageLeavesOut(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		comments, player, parent string
		rows                     int
		code                     apierror.Code
	}{
		"they are there":             {commentPage(threadOf("1", "")), visible, "", 1, ""},
		"a stream that runs":         {silent, visible, "", 0, ""},
		"refused, though visible":    {"", visible, "", 0, ""},
		"refused, and so is a look":  {"", "", "", 0, apierror.CodeRouteDegraded},
		"a private video":            {"", `{"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":"This video is private"}}`, "", 0, apierror.CodeUnavailablePrivate},
		"replies, without the owner": {commentPage(threadOf("1", "")), visible, "c1", 0, apierror.CodeSourceChanged},
		"replies to a private video": {commentPage(threadOf("1", "")), `{"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":"This video is private"}}`, "c1", 0, apierror.CodeUnavailablePrivate},
	} {
		s, _ := plays(t, aVideo(tt.player, silent, tt.comments))
		page, err := s.comments(t.Context(), sources.CommentsRequest{Link: named(someVideo).Link, Parent: tt.parent})
		want(t, name, err, tt.code)
		if err == nil && len(page.Rows) != tt.rows {
			t.Errorf("%s: %d rows", name, len(page.Rows))
		}
	}
}

// TestPagesOfComments: none is no error, what could be read is served, and a page asks neither for depth nor for width without end.
func TestPagesOfComments(t *testing.T) {
	t.Parallel()
	deep := ""
	for range 2 * maxDepth {
		deep = threadOf("1", deep)
	}
	for name, tt := range map[string]struct {
		elements, parent string
		rows, more       int
		code             apierror.Code
	}{
		"none":                          {"", "", 0, 0, ""},
		"a message alone":               {`{"messageRenderer":{}}`, "", 0, 0, ""},
		"one is read, one is elsewhere": {threadOf("1", "") + "," + threadOf("9", ""), "", 1, 0, ""},
		"all are elsewhere":             {threadOf("9", ""), "", 0, 0, apierror.CodeSourceChanged},
		"replies below replies":         {deep, "c0", 1 + maxDepth, 0, ""},
		"as many threads as are read":   {strings.Repeat(goesOn("t")+",", maxThreads-1) + goesOn("t"), "c0", 0, maxThreads, ""},
		"too many threads":              {strings.Repeat(goesOn("t")+",", maxThreads) + goesOn("t"), "c0", 0, 0, apierror.CodeSourceChanged},
	} {
		page := &sources.Page[content.Comment]{Item: &sources.ItemRef{}}
		err := readComments(page, read(commentPage(tt.elements)), tt.parent)
		want(t, name, err, tt.code)
		if err == nil && (len(page.Rows) != tt.rows || len(strings.Fields(page.Next)) != tt.more) {
			t.Errorf("%s: %d rows, next %q", name, len(page.Rows), page.Next)
		}
	}
}
