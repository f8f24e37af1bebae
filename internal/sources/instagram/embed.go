package instagram

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// fetchEmbedPage reads a post from the page that other sites embed. It has likes, comments, text and files, but no time.
// About one answer in four is a failure (autumn 2026), so it is fetched a second time.
func (s *site) fetchEmbedPage(ctx context.Context, code string) (media, error) {
	a, err := s.visit(ctx, "/p/"+code+"/embed/captioned/")
	if apierror.Is(err, apierror.CodeNetworkTransport) {
		a, err = s.visit(ctx, "/p/"+code+"/embed/captioned/")
	}
	if err != nil {
		return media{}, err
	}
	return readEmbed(a.Body, code)
}

// readEmbed reads the JSON inside a string in a script of the page. It is null for a post that is gone, private or
// gated, and for one that may not be embedded, so a null proves nothing.
func readEmbed(page []byte, code string) (media, error) {
	v, _ := scan.Object([]byte(scan.Member(page, "contextJSON").String()))
	found := v.Get("gql_data.shortcode_media")
	if !found.IsObject() {
		return readMarkup(page, code)
	}
	typed := found.Raw
	if kind := v.Get("context.type"); kind.Type == gjson.String && !found.Get("__typename").Exists() {
		typed = `{"__typename":` + kind.Raw + "," + strings.TrimPrefix(found.Raw, "{")
	}
	p, err := checkPost(gjson.Parse(typed), code)
	p.partial = true
	return p, err
}

// Patterns in the markup of an embed page, which has a post's counts and author even if the script is empty.
var (
	embedRoot     = regexp.MustCompile(`<div class="Embed"[^>]*>`)
	embedType     = regexp.MustCompile(`data-media-type="([A-Za-z]{1,32})"`)
	embedID       = regexp.MustCompile(`data-media-id="(\d{1,25})"`)
	embedOwner    = regexp.MustCompile(`data-owner-id="(\d{1,25})"`)
	embedHandle   = regexp.MustCompile(`<span class="UsernameText">([A-Za-z0-9._]{1,64})</span>`)
	embedLikes    = regexp.MustCompile(`class="SocialProof">\s*<a[^>]*>([\d,]{1,20}) likes?</a>`)
	embedComments = regexp.MustCompile(`class="CaptionCommentsExpand"[^>]*>View all ([\d,]{1,20}) comments</a>`)
)

// readMarkup reads the visible part of the page. Its caption is mixed with links, so text and files stay unknown.
func readMarkup(page []byte, code string) (media, error) {
	root := embedRoot.Find(page)
	one := func(in []byte, pattern *regexp.Regexp) string {
		if found := pattern.FindSubmatch(in); found != nil {
			return string(found[1])
		}
		return ""
	}
	f := facts{typename: one(root, embedType)}
	if one(root, embedID) != mediaPK(code) || f.contentKind() == "" {
		return media{}, apierror.New(apierror.CodeRouteDegraded)
	}
	p := media{code: code, kind: f.contentKind(), partial: true, stats: content.Stats{Likes: exact(one(page, embedLikes)), Comments: exact(one(page, embedComments))}}
	if owner, handle := one(root, embedOwner), one(page, embedHandle); owner != "" {
		p.author = &content.AccountRef{ID: content.NaturalID(content.PhotoSite, owner), Platform: content.PhotoSite}
		if handle != "" && bytes.Count(page, []byte(`class="UsernameText`)) == 1 { // otherwise the post has several authors
			p.author.Handle, p.author.URL = &handle, new(accountURL(handle))
		}
	}
	return p, nil
}

// oembedState is whether a post exists according to oEmbed.
type oembedState int

const (
	unsure oembedState = iota
	alive
	gone
)

// oembed asks oEmbed whether a post exists.
func (s *site) oembed(ctx context.Context, code string) oembedState {
	link := url.QueryEscape(origin + "/p/" + code + "/")
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: origin + "/api/v1/oembed/?url=" + link, Header: s.apiHeader()})
	if err != nil {
		return unsure
	}
	v, ok := scan.Object(a.Body)
	pk, _, _ := strings.Cut(v.Get("media_id").String(), "_")
	switch {
	case a.Status == http.StatusOK && ok && pk == mediaPK(code):
		return alive
	case a.Status >= 400 && a.Status < 500 && saysMissing(string(a.Body)):
		return gone
	}
	return unsure
}

// saysMissing reports whether a message says that a post does not exist.
func saysMissing(body string) bool {
	return strings.Contains(body, "No Media Match") || strings.Contains(body, "Media not found")
}
