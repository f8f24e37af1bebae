package clipsite

import (
	"context"
	"net/http"
	"net/url"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// alive asks oEmbed, which needs no trust, whether an item is there: it answers 400 for what is gone, private or never
// was. It tells no counts and no date, so an item is never made of it.
func (s site) alive(ctx context.Context, address string) (bool, error) {
	a, err := s.fetcher.Fetch(ctx, sources.Request{URL: origin + "/oembed?url=" + url.QueryEscape(address)})
	if err != nil {
		return false, err
	}
	switch a.Status {
	case http.StatusBadRequest, http.StatusNotFound:
		return false, nil
	case http.StatusOK:
		if v, ok := wire.Object(a.Body); ok {
			return v.Get("embed_product_id").Exists() || v.Get("title").Exists(), nil
		}
	}
	return false, fault.New(fault.RouteDegraded)
}
