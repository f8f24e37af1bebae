package tiktok

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// privateAccount is the status of an account that only followers see; its page still has data.
const privateAccount = 10222

// accountPage holds the data of an account's page.
type accountPage struct {
	account content.Account
	secUID  string // the opaque id that the list endpoint requires
	cookie  string // set by the page
}

func (p accountPage) private() bool {
	return scan.OrZero(p.account.ClipSite.Private)
}

func (s site) account(ctx context.Context, sel sources.AccountSelector) (*content.Account, error) {
	p, err := s.accountPage(ctx, sel)
	if err != nil {
		return nil, err
	}
	return &p.account, nil
}

// accountPage reads the page of an account. The platform finds accounts by handle only. If the id is known and the page
// belongs to another account, the handle was reassigned, and the account may exist under another handle.
func (s site) accountPage(ctx context.Context, sel sources.AccountSelector) (accountPage, error) {
	handle := cmp.Or(sel.Handle, handleIn(sel.URL))
	if handle == "" {
		return accountPage{}, apierror.New(apierror.CodeUnsupportedObject, "reason", string(sources.AccountNotSupported), "supported", []content.Kind{})
	}
	st, err := s.page(ctx, nil, origin+"/@"+url.PathEscape(handle), "webapp.user-detail", accountState)
	if err != nil {
		return accountPage{}, err
	}
	if st.status != privateAccount || !st.user.Exists() {
		if err := s.judgeAccount(ctx, handle, st); err != nil {
			return accountPage{}, err
		}
	}
	p, ok := readAccount(st)
	if !ok {
		return accountPage{}, sources.Missing("userInfo.user")
	}
	if sel.ID != "" && p.account.ID != content.NaturalID(content.ClipSite, sel.ID) {
		return accountPage{}, apierror.New(apierror.CodeUnsupportedObject, "reason", string(sources.AccountNotSupported), "supported", []content.Kind{})
	}
	return p, nil
}

// judgeAccount returns the error for the status of an account's page. A missing account has to be confirmed by a second
// source, because the platform also tells distrusted visitors that an account is missing.
func (s site) judgeAccount(ctx context.Context, handle string, st state) error {
	err := statusError(st.status, st.reason)
	if st.status != gone && !apierror.Is(err, apierror.CodeNotFound) {
		return err
	}
	if o, failed := s.oembed(ctx, origin+"/@"+handle); failed != nil || !o.gone {
		return apierror.Wrap(errors.Join(errGone, err), apierror.CodeRouteDegraded)
	}
	return apierror.New(apierror.CodeNotFound, "resource", "account")
}

func handleIn(link string) string {
	u, err := url.Parse(link)
	if err != nil || !strings.HasPrefix(u.Path, "/@") {
		return ""
	}
	handle, _, _ := strings.Cut(u.Path[2:], "/")
	return handle
}

func readAccount(st state) (accountPage, bool) {
	u := st.user.Map()
	ref := author(scan.ID(u["id"]), u["uniqueId"].String(), scan.Text(u["nickname"]))
	if ref == nil {
		return accountPage{}, false
	}
	exact, plain := st.exact.Map(), st.stats.Map()
	count := func(key string) *int64 { return scan.Int(scan.First(nonEmpty(exact[key]), plain[key])) }
	private := scan.Bool(scan.First(u["privateAccount"], u["secret"]))
	// The status is also used for public accounts with items.
	if st.status == privateAccount && (private == nil || scan.OrZero(count("videoCount")) == 0) {
		private = new(true)
	}
	a := content.Account{
		ID: ref.ID, Platform: content.ClipSite, Handle: ref.Handle, Name: ref.Name, URL: ref.URL,
		Description: scan.Text(u["signature"]), Verified: scan.Bool(u["verified"]), Avatar: avatars(u), Links: bioLink(u["bioLink"]),
		Stats:    content.AccountStats{Followers: count("followerCount"), Following: count("followingCount"), Items: count("videoCount")},
		ClipSite: &content.ClipAccount{Likes: scan.Int(scan.First(nonEmpty(exact["heartCount"]), nonEmpty(exact["heart"]), plain["heartCount"], plain["heart"])), Private: private},
	}
	if private != nil && *private && a.Stats.Items != nil && *a.Stats.Items == 0 {
		a.Stats.Items = nil // a private account's items are hidden; 0 would be wrong
	}
	if t := scan.Unix(u["createTime"]); t != nil {
		a.JoinedAt = new(t.Format("2006-01-02"))
	}
	return accountPage{account: a, secUID: u["secUid"].String(), cookie: st.cookie}, true
}

// avatars reads the three sizes; each address contains its size, "cropcenter:720:720".
func avatars(u map[string]gjson.Result) []content.Image {
	var p scan.Pictures
	for _, key := range []string{"avatarLarger", "avatarMedium", "avatarThumb"} {
		address := u[key].String()
		var side *int64
		for _, n := range []int64{1080, 720, 100} {
			if strings.Contains(address, fmt.Sprintf(":%d:%d.", n, n)) {
				side = &n
			}
		}
		p.Add(address, side, side)
	}
	return p.List
}

// bioLink reads the link of a profile, which is often written without a scheme.
func bioLink(v gjson.Result) []content.Link {
	link := strings.TrimSpace(v.Get("link").String())
	if link == "" {
		return nil
	}
	if !strings.Contains(link, "://") {
		link = "https://" + link
	}
	return []content.Link{{URL: link}}
}

// nonEmpty drops an empty text, which stands for an unknown count.
func nonEmpty(v gjson.Result) gjson.Result {
	if v.Type == gjson.String && v.Str == "" {
		return gjson.Result{}
	}
	return v
}
