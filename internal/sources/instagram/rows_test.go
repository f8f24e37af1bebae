package instagram

import (
	"slices"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// TestNoCommentsNeedsAWitness: an empty list counts only if the post itself has no comments; a page that repeats its cursor is
// withheld.
func TestNoCommentsNeedsAWitness(t *testing.T) {
	t.Parallel()
	list := func(edges, info, more string) string {
		return answered(commentsQuery, `{"comments_connection":{"edges":[`+edges+`],"page_info":{`+info+`}`+more+`}}`)
	}
	post := func(more string) string { return answered(postQuery, `{"code":"`+someCode+`","media_type":1`+more+`}`) }
	const row = `{"node":{"pk":"1"}}`
	for name, tt := range map[string]struct {
		list, post, token string
		rows              int
		code              apierror.Code
		witness           bool
	}{
		"none, says the post":       {list("", "", ""), post(`,"comment_count":0`), "", 0, "", true},
		"the post has some":         {list("", "", ""), post(`,"comment_count":7`), "", 0, apierror.CodeRouteDegraded, true},
		"the post does not say":     {list("", "", ""), post(""), "", 0, apierror.CodeRouteDegraded, true},
		"the post is walled":        {list("", "", ""), "", "", 0, apierror.CodeRouteDegraded, true},
		"the list counts some":      {list("", "", `,"count":7`), post(`,"comment_count":0`), "", 0, apierror.CodeRouteDegraded, false},
		"the end of a list":         {list("", "", ""), "", "on", 0, "", false},
		"some":                      {list(row, `"has_next_page":true,"end_cursor":"next"`, ""), "", "", 1, "", false},
		"a cursor that leads back":  {list(row, `"has_next_page":true,"end_cursor":"on"`, ""), "", "on", 0, apierror.CodeRouteDegraded, false},
		"a next page without a way": {list(row, `"has_next_page":true`, ""), "", "", 0, apierror.CodeRouteDegraded, false},
		"no list":                   {answered(commentsQuery, `{}`), "", "", 0, apierror.CodeSourceChanged, false},
	} {
		s, asked := plays(t, func(what, _ string) (int, string) {
			body := ""
			switch what {
			case commentsQuery.name + " " + guestPath:
				body = tt.list
			case postQuery.name + " " + guestPath:
				body = tt.post
			}
			if body == "" {
				return walled, ""
			}
			return 200, body
		})
		page, err := s.comments(t.Context(), sources.CommentsRequest{Link: link(someCode), Token: tt.token})
		want(t, name, err, tt.code)
		if err == nil && len(page.Rows) != tt.rows || slices.Contains(*asked, postQuery.name+" "+guestPath) != tt.witness {
			t.Errorf("%s: %+v by %q", name, page, *asked)
		}
	}
}

// TestListsThatLeadNowhere: a page with more behind it and no way there is withheld; one without a list has another format.
func TestListsThatLeadNowhere(t *testing.T) {
	t.Parallel()
	const row = `{"node":{"code":"` + someCode + `","media_type":1}}`
	for body, tt := range map[string]struct {
		next string
		code apierror.Code
	}{
		`{"edges":[]}`: {"", ""},
		`{"edges":[` + row + `],"page_info":{"has_next_page":false,"end_cursor":"on"}}`: {"", ""},
		`{"edges":[` + row + `],"page_info":{"has_next_page":true,"end_cursor":"on"}}`:  {"posts invented on", ""},
		`{"edges":[],"page_info":{"has_next_page":true,"end_cursor":"on"}}`:             {"", apierror.CodeRouteDegraded},
		`{"edges":[` + row + `],"page_info":{"has_next_page":true}}`:                    {"", apierror.CodeRouteDegraded},
		`{"edges":[` + row + `],"page_info":{"has_next_page":true,"end_cursor":"was"}}`: {"", apierror.CodeRouteDegraded},
		`{"edges":{}}`: {"", apierror.CodeSourceChanged}, `{"rows":[]}`: {"", apierror.CodeSourceChanged}, `null`: {"", apierror.CodeSourceChanged},
	} {
		page, err := postsTab.page(gjson.Parse(body), "invented", "was")
		want(t, body, err, tt.code)
		if err == nil && page.Next != tt.next {
			t.Errorf("%s: next %q", body, page.Next)
		}
	}
	s, asked := plays(t, func(string, string) (int, string) { return walled, "" })
	for _, token := range []string{"reels invented on", "posts", "posts invented"} {
		_, err := s.items(t.Context(), sources.ListRequest{Token: token})
		want(t, "the token "+token, err, apierror.CodeSourceChanged)
	}
	if len(*asked) != 0 {
		t.Errorf("asked for %q", *asked)
	}
}

// TestWhoseRowsTheyAre: the account of a list is its rows' author, unless a row names another.
func TestWhoseRowsTheyAre(t *testing.T) {
	t.Parallel()
	own, same, other := &content.AccountRef{ID: "photo_site:1", Name: new("Own")}, &content.AccountRef{ID: "photo_site:1"}, &content.AccountRef{ID: "photo_site:2"}
	page := listOwner(&sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{{}, {Author: same}, {Author: other}}}, own)
	if page.Account != own || page.Rows[0].Author != own || page.Rows[1].Author != own || page.Rows[2].Author != other {
		t.Errorf("%+v", page)
	}
	if page := listOwner(&sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{{Author: other}}}, nil); page.Account != nil || page.Rows[0].Author != other {
		t.Errorf("of nobody known: %+v", page)
	}
	if listOwner(nil, own) != nil {
		t.Error("a page was made of none")
	}
}

// TestReelsOfASearch: a later page without rows is the end, a first one proves nothing.
func TestReelsOfASearch(t *testing.T) {
	t.Parallel()
	for token, code := range map[string]apierror.Code{"": apierror.CodeRouteDegraded, "on": ""} {
		s, _ := plays(t, func(_, variables string) (int, string) {
			if got := gjson.Get(variables, "after").String(); got != token {
				t.Errorf("asked behind %q", got)
			}
			return 200, answered(searchQuery, `{"edges":[],"page_info":{"has_next_page":false}}`)
		})
		_, err := s.search(t.Context(), sources.SearchRequest{Query: "light", Token: token})
		want(t, "behind "+token, err, code)
	}
}
