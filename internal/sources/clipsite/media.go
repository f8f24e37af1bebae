package clipsite

import (
	"context"
	"net/http"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// renditions are where a video's files are: an address on the web, an object in the app.
type renditions struct {
	played gjson.Result // what the page itself plays
	others []byte       // bitrateInfo or bit_rate, read only when someone asks for files
}

// media reads one item together with its files.
func (s site) media(ctx context.Context, r sources.ItemRequest) (*sources.Media, error) {
	c, st, err := s.look(ctx, r.Link)
	if err != nil {
		return nil, err
	}
	item, err := s.told(ctx, c, r)
	if err != nil {
		return nil, err
	}
	return &sources.Media{Item: item, Files: c.files(header(st.cookie))}, nil
}

// header is what the media hosts want to see: that the page sent its visitor.
func header(cookie string) map[string]string {
	h := map[string]string{"Referer": origin + "/"}
	if cookie != "" {
		h["Cookie"] = cookie
	}
	return h
}

// cookie is what a page gives its visitor to show to the media hosts, as a Cookie header.
func cookie(h http.Header) string {
	var given []string
	for _, c := range (&http.Response{Header: h}).Cookies() {
		given = append(given, c.Name+"="+c.Value)
	}
	return strings.Join(given, "; ")
}

// files are the pictures of a photo post, or the renditions of a video with the one that the page plays first. A photo
// post's video is its music and no file of the item.
func (c clip) files(header map[string]string) []sources.MediaFile {
	found := sources.Files{Hosts: Hosts()}
	if c.images > 0 {
		for _, p := range c.photos.List {
			found.Add(sources.MediaFile{
				Kind: content.MediaImage, URL: p.URL, Width: wire.OrZero(p.Width), Height: wire.OrZero(p.Height), Header: header, ExpiresAt: p.ExpiresAt,
			})
		}
		return found.List
	}
	found.Add(rendition(c.renditions.played, header))
	for _, v := range gjson.ParseBytes(c.renditions.others).Array() {
		found.Add(rendition(wire.First(v.Get("PlayAddr"), v.Get("play_addr")), header))
	}
	return found.List
}

// rendition reads an address, {UrlList, Width, Height} or {url_list, width, height}.
func rendition(v gjson.Result, header map[string]string) sources.MediaFile {
	f := sources.MediaFile{Kind: content.MediaVideo, URL: v.Str, Header: header}
	if v.Type != gjson.String {
		m := wire.Fields(v, "UrlList", "Width", "Height", "url_list", "width", "height")
		f.URL = wire.First(m["UrlList"].Get("0"), m["url_list"].Get("0")).String()
		f.Width = wire.OrZero(wire.Int(wire.First(m["Width"], m["width"])))
		f.Height = wire.OrZero(wire.Int(wire.First(m["Height"], m["height"])))
	}
	f.ExpiresAt = wire.Expiry(f.URL)
	return f
}
