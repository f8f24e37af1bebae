package tiktok

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// fetchByEmbedding reads an item whose page refused from the page for embedding, else from oEmbed. It is missing if
// both say so; if they contradict each other the page's refusal stands.
func (s site) fetchByEmbedding(ctx context.Context, link sources.Link, refusal error) (clip, error) {
	c, embedded, err := s.fetchEmbedPage(ctx, link.LocalID)
	if err == nil && embedded == shown {
		return c, nil
	}
	o, err := s.oembed(ctx, itemURL(link.Handle, "video", link.LocalID))
	switch {
	case err != nil:
		return clip{}, refusal
	case o.gone && embedded == denied:
		return clip{}, apierror.New(apierror.CodeNotFound, "resource", "item")
	case o.gone || embedded == denied || o.id != link.LocalID || !o.video:
		return clip{}, refusal
	}
	c = clip{id: o.id, handle: o.handle, text: o.title, partial: true}
	c.pictures.Add(o.thumbnail, o.width, o.height)
	c.thumbnails = c.pictures.List
	return c, nil
}

// embedState says whether an item exists, as far as an answer for embedding reveals it.
type embedState int

const (
	silent embedState = iota
	shown
	denied
)

// fetchEmbedPage reads the page that other sites embed. Its counts come from a cache and may be rounded: only small
// ones, which are not, are used. Of a photo post it says too little.
func (s site) fetchEmbedPage(ctx context.Context, id string) (clip, embedState, error) {
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: origin + "/embed/v2/" + url.PathEscape(id)})
	if err != nil {
		return clip{}, silent, err
	}
	c, said := readEmbed(a.Body, id)
	return c, said, nil
}

func readEmbed(page []byte, id string) (clip, embedState) {
	st := valid(gjson.ParseBytes(scan.Script(page, "__FRONTITY_CONNECT_STATE__")))
	var route gjson.Result
	st.Get("source.data").ForEach(func(path, v gjson.Result) bool {
		if strings.HasPrefix(path.String(), "/embed/v2/"+id) {
			route = v
		}
		return !route.Exists()
	})
	data := route.Get("videoData")
	info := data.Get("itemInfos").Map()
	switch {
	case route.Get("errorCode").Int() == gone:
		return clip{}, denied
	case scan.ID(info["id"]) != id, data.Get("imagePostInfo").IsObject():
		return clip{}, silent
	}
	c := clip{id: id, partial: true, text: scan.Text(info["text"]), published: scan.Unix(info["createTime"])}
	who := data.Get("authorInfos").Map()
	c.handle = who["uniqueId"].String()
	c.author = author(scan.ID(who["userId"]), c.handle, scan.Text(who["nickName"]))
	c.stats = content.Stats{Views: belowRounding(info["playCount"]), Likes: belowRounding(info["diggCount"]), Comments: belowRounding(info["commentCount"]), Shares: belowRounding(info["shareCount"])}
	for _, cover := range info["covers"].Array() {
		c.pictures.Add(cover.String(), nil, nil)
	}
	c.thumbnails = c.pictures.List
	c.renditions.played = info["video"].Get("urls")
	if n := scan.Int(info["video"].Get("videoMeta.duration")); n != nil && *n > 0 {
		c.durationMs = new(*n * 1000)
	}
	return c, shown
}

// belowRounding returns a count that is below where the platform begins to round; nil for others.
func belowRounding(v gjson.Result) *int64 {
	if n := scan.Int(v); n != nil && *n < roundedFrom {
		return n
	}
	return nil
}

// oembed is the oEmbed answer about an item: it has no counts, no date and no id of the author.
type oembed struct {
	gone       bool
	id, handle string
	title      *string
	thumbnail  string
	width      *int64
	height     *int64
	video      bool
}

// oembed fetches the oEmbed answer about an item, which needs no trust of the platform: 400 means gone, private or
// never there.
func (s site) oembed(ctx context.Context, address string) (oembed, error) {
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: origin + "/oembed?url=" + url.QueryEscape(address)})
	if err != nil {
		return oembed{}, err
	}
	v, ok := scan.Object(a.Body)
	m := v.Map()
	switch {
	case (a.Status == http.StatusBadRequest || a.Status == http.StatusNotFound) && (ok || len(a.Body) == 0):
		return oembed{gone: true}, nil
	case a.Status == http.StatusOK && ok && (m["embed_product_id"].Exists() || m["title"].Exists()):
		return oembed{
			id: scan.ID(m["embed_product_id"]), handle: m["author_unique_id"].String(), title: scan.Text(m["title"]), thumbnail: m["thumbnail_url"].String(),
			width: scan.Int(m["thumbnail_width"]), height: scan.Int(m["thumbnail_height"]), video: m["embed_type"].Str == "video",
		}, nil
	}
	return oembed{}, apierror.New(apierror.CodeRouteDegraded)
}
