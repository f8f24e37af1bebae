package instagram

import (
	"cmp"
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

// accountPage is an account, with its first posts if its page has them.
type accountPage struct {
	account content.Account
	posts   gjson.Result // polaris_ordered_timeline_connection
}

// pk returns the account's number.
func (p accountPage) pk() string {
	return strings.TrimPrefix(p.account.ID, string(content.PhotoSite)+":")
}

func (p accountPage) private() bool {
	return scan.OrZero(p.account.PhotoSite.Private)
}

func (s *site) account(ctx context.Context, sel sources.AccountSelector) (*content.Account, error) {
	p, err := s.accountPage(ctx, sel)
	if err != nil {
		return nil, err
	}
	if p.account.Stats.Items == nil && p.account.Handle != nil && !p.private() {
		p.account.Stats.Items = s.postCount(ctx, *p.account.Handle)
	}
	return &p.account, nil
}

// accountPage finds an account by its handle, else by its number. If both are set and the handle now belongs to another
// account, it looks up the number.
func (s *site) accountPage(ctx context.Context, sel sources.AccountSelector) (accountPage, error) {
	handle := cmp.Or(sel.Handle, handleIn(sel.URL))
	if handle == "" {
		return s.byNumber(ctx, sel.ID)
	}
	p, err := s.byHandle(ctx, strings.ToLower(handle))
	if err == nil && sel.ID != "" && p.pk() != sel.ID {
		return s.byNumber(ctx, sel.ID)
	}
	return p, err
}

// byNumber finds an account by its number: with the operator's cookies through the endpoint for signed-in visitors, else with
// the query of the signed-in page, which visitors may use, too. A null of that query is no proof that the account is missing.
func (s *site) byNumber(ctx context.Context, pk string) (accountPage, error) {
	if s.hasCookies() {
		return s.userInfo(ctx, pk)
	}
	p, err := s.queryNumber(ctx, accountQuery, pk)
	if isNull(err) { // a document on the wrong endpoint returns null even for existing accounts
		other := accountQuery
		other.path = guestPath
		if found, again := s.queryNumber(ctx, other, pk); again == nil || isFinal(again) {
			p, err = found, again
		}
	}
	if err == nil && p.pk() != pk {
		return accountPage{}, apierror.Wrap(errors.New("another account in the place of the number's"), apierror.CodeSourceChanged, "missing", []string{"user.pk"})
	}
	return p, err
}

func (s *site) queryNumber(ctx context.Context, q query, pk string) (accountPage, error) {
	v, err := s.ask(ctx, q, map[string]any{"id": pk, "enable_integrity_filters": true})
	if err != nil {
		return accountPage{}, err
	}
	p, err := readAccount(v)
	if p.account.Stats.Items != nil && *p.account.Stats.Items == 0 {
		p.account.Stats.Items = nil // visitors get 0 or null for every account
	}
	return p, err
}

// userInfo calls the endpoint that only answers signed-in visitors.
func (s *site) userInfo(ctx context.Context, pk string) (accountPage, error) {
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: origin + "/api/v1/users/" + url.PathEscape(pk) + "/info/", Header: s.apiHeader()})
	if err != nil {
		return accountPage{}, err
	}
	v, err := parseResponse(a)
	if err != nil {
		return accountPage{}, err
	}
	user, there := v.Map()["user"]
	if !there {
		return accountPage{}, sources.Missing("user")
	}
	return readAccount(user)
}

// byHandle sends the query of the account's page; if that is refused, it reads the page itself. If the query returns
// null, the account is only missing if the page says so, too.
func (s *site) byHandle(ctx context.Context, handle string) (accountPage, error) {
	p, refusal := s.queryAccount(ctx, handle)
	if refusal == nil || isFinal(refusal) || isTransport(refusal) {
		return p, refusal
	}
	a, err := s.visit(ctx, "/"+url.PathEscape(handle)+"/")
	if err != nil {
		return accountPage{}, refusal
	}
	p, err = accountFromPage(a)
	if err == nil || isFinal(err) && (isNull(refusal) || !apierror.Is(err, apierror.CodeNotFound)) {
		return p, err
	}
	if isRenewed(refusal) && s.documents.learn(profileQuery, a.Body) {
		return s.queryAccount(ctx, handle)
	}
	return accountPage{}, refusal
}

func (s *site) queryAccount(ctx context.Context, handle string) (accountPage, error) {
	v, err := s.ask(ctx, profileQuery, map[string]any{"username": handle})
	if err != nil {
		return accountPage{}, err
	}
	return readAccount(v)
}

// accountFromPage reads the data blocks of a profile page: one with the account, one with its first posts.
func accountFromPage(a *sources.Answer) (accountPage, error) {
	var account, posts gjson.Result
	for block := range scan.ScriptBlocks(a.Body, "xig_user_by_username") {
		if v := scan.Member(block, "polaris_ordered_timeline_connection"); v.Exists() {
			posts = v
		} else if v := scan.Member(block, "xig_user_by_username"); v.Exists() {
			account = v
		}
	}
	if !account.Exists() {
		return accountPage{}, blockedOrChanged(a, "account", "xig_user_by_username")
	}
	p, err := readAccount(account)
	p.posts = posts
	return p, err
}

func handleIn(link string) string {
	u, err := url.Parse(link)
	if err != nil {
		return ""
	}
	handle, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(u.Path, "/_u"), "/"), "/")
	return handle
}

// readAccount reads a user in any format.
func readAccount(v gjson.Result) (accountPage, error) {
	if v.Type == gjson.Null {
		return accountPage{}, nullError()
	}
	m := v.Map()
	ref := readAuthor(v)
	switch {
	case ref == nil:
		return accountPage{}, apierror.Wrap(errors.New("user without pk"), apierror.CodeSourceChanged, "missing", []string{"user.pk"})
	case m["is_unpublished"].Bool():
		return accountPage{}, apierror.New(apierror.CodeUnavailableRemoved)
	case m["country_block"].Bool():
		return accountPage{}, apierror.New(apierror.CodeUnavailableRestricted)
	}
	return accountPage{account: content.Account{
		ID: ref.ID, Platform: content.PhotoSite, Handle: ref.Handle, Name: ref.Name, URL: ref.URL,
		Description: scan.Text(m["biography"]), Verified: scan.Bool(m["is_verified"]), Avatar: avatars(m), Links: links(m),
		Stats: content.AccountStats{
			Followers: scan.Int(scan.First(m["follower_count"], m["edge_followed_by"].Get("count"))),
			Following: scan.Int(scan.First(m["following_count"], m["edge_follow"].Get("count"))),
			Items:     scan.Int(scan.First(m["media_count"], m["all_media_count"], m["edge_owner_to_timeline_media"].Get("count"))),
		},
		PhotoSite: &content.PhotoAccount{Private: scan.Bool(m["is_private"])},
	}}, nil
}

func avatars(m map[string]gjson.Result) []content.Image {
	var p scan.Pictures
	hd := m["hd_profile_pic_url_info"].Map()
	p.Add(hd["url"].String(), scan.Int(hd["width"]), scan.Int(hd["height"]))
	for _, v := range m["hd_profile_pic_versions"].Array() {
		f := v.Map()
		p.Add(f["url"].String(), scan.Int(f["width"]), scan.Int(f["height"]))
	}
	p.Add(m["profile_pic_url_hd"].String(), nil, nil)
	p.Add(m["profile_pic_url"].String(), nil, nil)
	return p.List
}

// links reads the list of links, or the single one that older profiles have.
func links(m map[string]gjson.Result) []content.Link {
	var out []content.Link
	for _, v := range m["bio_links"].Array() {
		f := v.Map()
		if u := scan.Str(f["url"]); u != nil {
			out = append(out, content.Link{Title: scan.Text(f["title"]), URL: *u})
		}
	}
	if u := scan.Str(m["external_url"]); u != nil && len(out) == 0 {
		out = append(out, content.Link{URL: *u})
	}
	return out
}
