package tiktok

import (
	"context"
	"net/http"
	"net/url"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// fetchByEmbedding reads an item whose page refused: with the call of the embed player, else with oEmbed. The item is
// not found if both say so; if they disagree, the page's refusal is returned.
func (s site) fetchByEmbedding(ctx context.Context, link sources.Link, refusal error) (clip, error) {
	c, played := s.fetchPlayed(ctx, link.LocalID)
	if played == shown {
		return c, nil
	}
	o, err := s.oembed(ctx, itemURL(link.Handle, "video", link.LocalID))
	switch {
	case err != nil:
		return clip{}, refusal
	case o.gone && played == denied:
		return clip{}, apierror.New(apierror.CodeNotFound, "resource", "item")
	case o.gone || played == denied || o.id != link.LocalID || !o.video:
		return clip{}, refusal
	}
	c = clip{id: o.id, handle: o.handle, text: o.title, partial: true}
	c.facts = (&marks{}).facts(c.text)
	c.pictures.Add(o.thumbnail, o.width, o.height)
	c.thumbnails = c.pictures.List
	return c, nil
}

// oembed is the oEmbed answer about an item: it has no counts, no date and no author id.
type oembed struct {
	gone       bool
	id, handle string
	title      *string
	thumbnail  string
	width      *int64
	height     *int64
	video      bool
}

// oembed fetches the oEmbed answer about an item, which the platform gives to any visitor: 400 means that the item is
// gone or private, or never existed.
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
