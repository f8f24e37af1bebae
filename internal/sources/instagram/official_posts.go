package instagram

import (
	"regexp"
	"time"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// isCursor validates a cursor before it is sent back to the API.
var isCursor = regexp.MustCompile(`^[A-Za-z0-9_=-]{0,512}$`).MatchString

// officialAuthor reads an account of business_discovery. ig_id is the account's number; id is the API's.
func officialAuthor(v gjson.Result) *content.AccountRef {
	handle := v.Get("username").String()
	return &content.AccountRef{ID: content.NaturalID(content.PhotoSite, scan.ID(v.Get("ig_id"))), Platform: content.PhotoSite,
		Handle: &handle, Name: scan.Text(v.Get("name")), URL: new(accountURL(handle))}
}

// officialPosts reads a page of posts and the cursor of the next page; "" at the end. Rows that are not posts are left
// out; if no row is one, the format has changed.
func officialPosts(account gjson.Result, asked string) (posts []media, next string, err error) {
	list := account.Get("media.data")
	if !list.IsArray() {
		if scan.OrZero(scan.Int(account.Get("media_count"))) == 0 && account.Get("media_count").Exists() {
			return nil, "", nil // the API omits an empty list
		}
		return nil, "", sources.Missing("business_discovery.media.data")
	}
	by := officialAuthor(account)
	rows := list.Array()
	for _, row := range rows {
		if p, ok := officialPost(row); ok {
			p.author = by
			posts = append(posts, p)
		}
	}
	if len(rows) > 0 && len(posts) == 0 {
		return nil, "", sources.Missing("media.permalink", "media.media_type")
	}
	next = account.Get("media.paging.cursors.after").String()
	switch {
	case next == asked || !isCursor(next):
		next = ""
	case len(rows) == 0 && next != "":
		return nil, "", apierror.Wrap(errNoWayOn, apierror.CodeRouteDegraded)
	}
	return posts, next, nil
}

// officialPost reads one post. Its code is in its public address.
func officialPost(v gjson.Result) (media, bool) {
	m := v.Map()
	named := permalink.FindStringSubmatch(m["permalink"].String())
	if named == nil {
		return media{}, false
	}
	p := media{code: named[1], kind: officialKind(m["media_type"].String(), m["media_product_type"].String()), text: scan.Text(m["caption"]),
		stats: content.Stats{Likes: scan.Int(m["like_count"]), Comments: scan.Int(m["comments_count"])}}
	if at, err := time.Parse("2006-01-02T15:04:05-0700", m["timestamp"].String()); err == nil {
		p.published = content.AtPtr(at)
	}
	var pictures scan.Pictures
	pictures.Add(m["thumbnail_url"].String(), nil, nil)
	if p.kind == content.KindImage || p.kind == content.KindCarousel {
		pictures.Add(m["media_url"].String(), nil, nil)
	}
	p.thumbnails = pictures.List
	p.files = officialFiles(p.kind, m)
	return p, p.kind != ""
}

// officialFiles returns the files of a post, or those of a carousel's parts.
func officialFiles(kind content.Kind, m map[string]gjson.Result) files {
	if kind != content.KindCarousel {
		return files{own: officialFile(m["media_type"].String(), m["media_url"].String())}
	}
	var f files
	for _, part := range m["children"].Get("data").Array() {
		f.ready = append(f.ready, officialFile(part.Get("media_type").String(), part.Get("media_url").String()))
	}
	return f
}

func officialFile(mediaType, address string) sources.MediaFile {
	if mediaType == "VIDEO" {
		return video(address, 0, 0)
	}
	return sources.MediaFile{Kind: content.MediaImage, URL: address, ExpiresAt: scan.Expiry(address)}
}

// permalink matches the public address of a post.
var permalink = regexp.MustCompile(`^https://www\.instagram\.com/(?:[A-Za-z0-9._]{1,30}/)?(?:p|reel|tv)/([A-Za-z0-9_-]{5,64})/?$`)

func officialKind(mediaType, product string) content.Kind {
	switch {
	case mediaType == "CAROUSEL_ALBUM":
		return content.KindCarousel
	case mediaType == "IMAGE":
		return content.KindImage
	case mediaType == "VIDEO" && product == "REELS":
		return content.KindShort
	case mediaType == "VIDEO":
		return content.KindVideo
	}
	return ""
}
