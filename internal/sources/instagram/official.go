package instagram

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/shapes"
)

// api reads the official API's business_discovery, on behalf of the operator's own professional account: professional accounts that
// are not age-gated, with their posts and files. The token is sent in a header, so that no address and no error can contain it.
type api struct {
	fetcher sources.Fetcher
	token   string
	account string // the operator's, by its number in the API
	shapes  shapes.Source
}

func (a api) route(known func() sources.Known) sources.Route {
	return sources.Route{ID: "photo_site.api", Platform: content.PhotoSite, ContractVersion: "1", Official: true,
		Item: a.item, Account: a.accountOf, Items: a.items, Media: a.files, Known: known}
}

const (
	accountFields = "ig_id,username,name,biography,website,followers_count,follows_count,media_count,profile_picture_url"
	mediaFields   = "id,caption,timestamp,like_count,comments_count,media_type,media_product_type,media_url,thumbnail_url,permalink," +
		"children{media_type,media_url}"
	apiPage  = 25
	itemPage = 100 // size of the pages that are searched for a single post
	maxPages = 3   // number of these pages
)

// discover requests an account, with a page of its posts unless size is 0.
func (a api) discover(ctx context.Context, handle string, size int, after string) (gjson.Result, error) {
	if !isPhotoUser(handle) {
		return gjson.Result{}, notCovered("the official API finds accounts by their handles alone")
	}
	fields := accountFields
	if size > 0 {
		fields += ",media.limit(" + strconv.Itoa(size) + ")"
		if after != "" {
			fields += ".after(" + after + ")"
		}
		fields += "{" + mediaFields + "}"
	}
	q := url.Values{"fields": {"business_discovery.username(" + handle + "){" + fields + "}"}}
	answer, err := a.fetcher.Fetch(ctx, sources.Request{
		URL:  "https://graph.facebook.com/" + a.shapes.Now().PhotoSite.GraphVersion + "/" + a.account + "?" + q.Encode(),
		Stay: true, Header: map[string]string{"Authorization": "Bearer " + a.token},
	})
	if err != nil {
		return gjson.Result{}, err
	}
	v, ok := scan.Object(answer.Body)
	found := v.Get("business_discovery")
	switch e := v.Get("error"); {
	case !ok:
		return v, sources.Missing("a JSON answer")
	case e.Exists() || answer.Status >= http.StatusBadRequest:
		return v, officialRefusal(e)
	case scan.ID(found.Get("ig_id")) == "" || !strings.EqualFold(found.Get("username").String(), handle):
		return v, sources.Missing("business_discovery.ig_id", "business_discovery.username")
	}
	return found, nil
}

// officialRefusal returns the error for an error answer. Code 110 is used alike for accounts that are missing, personal or age-gated.
func officialRefusal(e gjson.Result) error {
	if e.Get("code").Int() == 110 {
		return notCovered("the official API has professional accounts alone")
	}
	return meta.OfficialRefusal(e, "business_discovery")
}

// notCovered returns the error for a request that the API cannot answer, which says nothing about the content.
func notCovered(why string) error {
	f := apierror.Wrap(sources.ErrNotCovered, apierror.CodeRouteDegraded)
	f.Message = "No answer: " + why + "."
	return f
}

func (a api) accountOf(ctx context.Context, sel sources.AccountSelector) (*content.Account, error) {
	v, err := a.discover(ctx, selected(sel), 0, "")
	if err != nil {
		return nil, err
	}
	by := officialAuthor(v)
	if sel.ID != "" && by.ID != content.NaturalID(content.PhotoSite, sel.ID) {
		return nil, notCovered("the handle is another account's by now")
	}
	out := &content.Account{ID: by.ID, Platform: content.PhotoSite, Handle: by.Handle, Name: by.Name, URL: by.URL, Description: scan.Text(v.Get("biography")),
		Stats:     content.AccountStats{Followers: scan.Int(v.Get("followers_count")), Following: scan.Int(v.Get("follows_count")), Items: scan.Int(v.Get("media_count"))},
		PhotoSite: &content.PhotoAccount{Private: new(false)}} // professional accounts are public
	var avatar scan.Pictures
	avatar.Add(v.Get("profile_picture_url").String(), nil, nil)
	out.Avatar = avatar.List
	if site := scan.Str(v.Get("website")); site != nil {
		out.Links = []content.Link{{URL: *site}}
	}
	return out, nil
}

// items lists an account's posts. The API cannot list reels separately.
func (a api) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Collection == "reels" {
		return nil, notCovered("the official API does not list reels apart")
	}
	handle, after := selected(r.Account), ""
	if r.Token != "" {
		handle, after, _ = strings.Cut(r.Token, " ")
	}
	if !isCursor(after) {
		return nil, sources.Missing("the page behind an older cursor")
	}
	v, err := a.discover(ctx, handle, apiPage, after)
	if err != nil {
		return nil, err
	}
	posts, next, err := officialPosts(v, after)
	if err != nil {
		return nil, err
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	for _, p := range posts {
		page.Rows = append(page.Rows, p.summary())
	}
	if next != "" {
		page.Next = handle + " " + next
	}
	return listOwner(page, officialAuthor(v)), nil
}

// find looks for one post among the newest posts of the account that the link names.
func (a api) find(ctx context.Context, l sources.Link) (media, error) {
	if l.Handle == "" {
		return media{}, notCovered("the official API finds posts by their author alone, whom the link does not name")
	}
	after := ""
	for range maxPages {
		v, err := a.discover(ctx, l.Handle, itemPage, after)
		if err != nil {
			return media{}, err
		}
		posts, next, err := officialPosts(v, after)
		if err != nil {
			return media{}, err
		}
		for _, p := range posts {
			if mediaPK(p.code) == mediaPK(l.LocalID) {
				p.code = l.LocalID
				return p, nil
			}
		}
		if after = next; after == "" {
			break
		}
	}
	return media{}, notCovered("the post is not among the newest of its author")
}

func (a api) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	p, err := a.find(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	return p.item(), nil
}

// files reads one post with its files. The API omits the address of a file that its owner or a licence does not share.
func (a api) files(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	p, err := a.find(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	files := p.files.list()
	if len(files) == 0 || slices.ContainsFunc(files, func(f sources.MediaFile) bool { return f.URL == "" }) {
		return nil, notCovered("the official API gives no files of this post")
	}
	return &sources.Media{Item: p.item(), Files: files}, nil
}

// selected returns the handle in a selector; "" if it has only a number.
func selected(sel sources.AccountSelector) string {
	return strings.ToLower(cmp.Or(sel.Handle, handleIn(sel.URL)))
}
