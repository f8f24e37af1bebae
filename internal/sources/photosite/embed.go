package photosite

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// embedded reads a post from the page that other sites show of it. It has likes, comments, text and files, and no time.
// About one of its answers in four is a failure (autumn 2026), so it is asked twice.
func (s *site) embedded(ctx context.Context, code string) (media, error) {
	a, err := s.visit(ctx, "/p/"+code+"/embed/captioned/")
	if fault.Is(err, fault.NetworkTransport) {
		a, err = s.visit(ctx, "/p/"+code+"/embed/captioned/")
	}
	if err != nil {
		return media{}, err
	}
	return readEmbed(a.Body, code)
}

// readEmbed reads the JSON that stands as a string in a script of the page. It is null for a post that its owner lets
// nobody embed and for one that is gone, private or gated, in the same words: that proves nothing.
func readEmbed(page []byte, code string) (media, error) {
	inner := []byte(wire.Member(page, "contextJSON").String())
	v, ok := wire.Object(inner)
	found := v.Get("gql_data.shortcode_media")
	if !ok || !found.IsObject() {
		return media{}, fault.New(fault.RouteDegraded)
	}
	typed := found.Raw
	if kind := v.Get("context.type"); kind.Type == gjson.String && !found.Get("__typename").Exists() {
		typed = `{"__typename":` + kind.Raw + "," + strings.TrimPrefix(found.Raw, "{")
	}
	p, err := checked(gjson.Parse(typed), code)
	p.partial = true
	return p, err
}

// witness is what oEmbed says of a post.
type witness int

const (
	unsure witness = iota
	alive
	gone
)

// oembed asks the answer for embedding whether a post is there.
func (s *site) oembed(ctx context.Context, code string) witness {
	link := url.QueryEscape(origin + "/p/" + code + "/")
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: origin + "/api/v1/oembed/?url=" + link, Header: s.apiHeader()})
	if err != nil {
		return unsure
	}
	v, ok := wire.Object(a.Body)
	pk, _, _ := strings.Cut(v.Get("media_id").String(), "_")
	switch {
	case a.Status == http.StatusOK && ok && pk == mediaPK(code):
		return alive
	case a.Status >= 400 && a.Status < 500 && saysMissing(string(a.Body)):
		return gone
	}
	return unsure
}

// saysMissing knows the words for a post that is not there.
func saysMissing(body string) bool {
	return strings.Contains(body, "No Media Match") || strings.Contains(body, "Media not found")
}
