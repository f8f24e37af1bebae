package instagram

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// tab is a list on an account's page.
type tab struct {
	name       string
	query      query
	connection string
	product    string // product of rows that do not contain it
}

// tabPage is how many posts are requested.
const tabPage = 12

var (
	postsTab = tab{"posts", postsQuery, "polaris_ordered_timeline_connection", ""}
	reelsTab = tab{"reels", reelsQuery, "polaris_clips_connection", "clips"}
)

// items lists an account's posts or reels, in the platform's order. The token of a page is "tab handle cursor", so that
// later pages need no account. Rows of posts have neither counts nor dates: the time in a post's number is that of its
// upload, which may be a day before its publication.
func (s *site) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	t := postsTab
	if r.Collection == "reels" {
		t = reelsTab
	}
	if r.Token != "" {
		name, rest, _ := strings.Cut(r.Token, " ")
		handle, cursor, ok := strings.Cut(rest, " ")
		if !ok || name != t.name {
			return nil, apierror.Wrap(errors.New("a token of another make"), apierror.CodeSourceChanged, "missing", []string{"the page behind an older cursor"})
		}
		page, err := s.tab(ctx, t, handle, cursor)
		return listOwner(page, r.Known), err
	}
	p, err := s.accountPage(ctx, r.Account)
	switch {
	case err != nil:
		return nil, err
	case p.private():
		return nil, apierror.New(apierror.CodeUnavailablePrivate)
	case p.account.Handle == nil:
		return nil, sources.Missing("user.username")
	}
	page, err := s.tab(ctx, t, *p.account.Handle, "")
	if err != nil && t.name == postsTab.name && !isTransport(err) {
		page, err = s.firstPosts(ctx, p, err)
	}
	return listOwner(page, p.account.Ref()), err
}

// firstPosts reads the first posts from the account's page; the cursors of the list also continue from there.
func (s *site) firstPosts(ctx context.Context, p accountPage, refusal error) (*sources.Page[content.ItemSummary], error) {
	if !p.posts.IsObject() {
		a, err := s.visit(ctx, "/"+url.PathEscape(*p.account.Handle)+"/")
		if err != nil {
			return nil, refusal
		}
		if isRenewed(refusal) && s.documents.learn(postsQuery, a.Body) {
			return s.tab(ctx, postsTab, *p.account.Handle, "")
		}
		if p, err = accountFromPage(a); err != nil || !p.posts.IsObject() {
			return nil, refusal
		}
	}
	return postsTab.page(p.posts, *p.account.Handle, "")
}

// tab reads one page of a tab.
func (s *site) tab(ctx context.Context, t tab, handle, cursor string) (*sources.Page[content.ItemSummary], error) {
	variables := map[string]any{"username": handle, "first": tabPage, "after": nil}
	if cursor != "" {
		variables["after"] = cursor
	}
	v, err := s.ask(ctx, t.query, variables)
	if err != nil {
		return nil, err
	}
	return t.page(v.Get(t.connection), handle, cursor)
}

// page reads a connection and sets the token of the next page.
func (t tab) page(c gjson.Result, handle, cursor string) (*sources.Page[content.ItemSummary], error) {
	page, next, err := t.read(c, cursor)
	if err == nil && next != "" {
		page.Next = t.name + " " + handle + " " + next
	}
	return page, err
}

// read reads a connection and the cursor of the next page. If it has no rows but a next page, the rows are withheld.
func (t tab) read(c gjson.Result, cursor string) (_ *sources.Page[content.ItemSummary], next string, _ error) {
	var info gjson.Result
	page := &sources.Page[content.ItemSummary]{}
	r := scan.ReadString(c.Raw)
	for key := range r.Object() {
		switch {
		case key == "edges" && r.IsArray():
			page.Rows = t.rows(r)
		case key == "page_info":
			info = r.Value()
		}
	}
	if page.Rows == nil {
		return nil, "", sources.Missing(t.connection + ".edges")
	}
	if !info.Get("has_next_page").Bool() {
		return page, "", nil
	}
	next = info.Get("end_cursor").String()
	if len(page.Rows) == 0 || next == "" || next == cursor {
		return nil, "", apierror.Wrap(errNoWayOn, apierror.CodeRouteDegraded)
	}
	return page, next, nil
}

// rows reads the post of each edge.
func (t tab) rows(r *scan.Reader) []content.ItemSummary {
	out := []content.ItemSummary{}
	for range r.Array() {
		for key := range r.Object() {
			if key != "node" {
				continue
			}
			if p, ok := readMediaOf(r, t.product, true); ok {
				out = append(out, p.summary())
			}
		}
	}
	return out
}

// listOwner sets the account that the items belong to, also in rows that have less about it.
func listOwner(page *sources.Page[content.ItemSummary], whose *content.AccountRef) *sources.Page[content.ItemSummary] {
	if page == nil || whose == nil {
		return page
	}
	page.Account = whose
	for i := range page.Rows {
		if a := page.Rows[i].Author; a == nil || a.ID == whose.ID {
			page.Rows[i].Author = whose
		}
	}
	return page
}
