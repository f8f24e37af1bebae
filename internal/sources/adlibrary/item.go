package adlibrary

import (
	"context"
	"net/url"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// item reads the ad that a link shows. The id of the link is a deeplink: the platform picks the ad, whose own archive id
// may differ; that is no reason to call it not found.
func (w web) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	id := r.Link.LocalID
	q := url.Values{"active_status": {"all"}, "ad_type": {"all"}, "country": {"ALL"}, "id": {id}, "media_type": {"all"}}
	page, err := w.fetcher.Fetch(ctx, sources.Request{URL: library + "?" + q.Encode()})
	if err != nil {
		return nil, err
	}
	found, err := readPage(page)
	if err != nil {
		return nil, err
	}
	if len(found.adverts) == 0 {
		return nil, fault.New(fault.NotFound, "resource", "item")
	}
	a := found.adverts[0]
	for _, other := range found.adverts {
		if other.ad.ArchiveID == id {
			a = other
			break
		}
	}
	if a.gated {
		return nil, fault.New(fault.UnavailableRestricted)
	}
	a.ad.DeeplinkID = &id
	if a.inEurope {
		a.ad.Reach = w.reach(ctx, a, readVisit(page.Body))
	}
	return a.item(), nil
}

// reach asks the details of an ad that was shown in Europe. They add one number: without them the ad is still told.
func (w web) reach(ctx context.Context, a *advert, v visit) *int64 {
	body, err := w.graphQL(ctx, query{detailsQuery, detailsDoc}, v, map[string]any{
		"adArchiveID": a.ad.ArchiveID, "pageID": a.ad.PageID, "country": "ALL", "sessionID": v.Session, "source": nil,
		"isAdNonPolitical": !a.political, "isAdNotAAAEligible": false,
	})
	if err != nil {
		return nil
	}
	if n := wire.Int(wire.Member(body, "eu_total_reach")); n != nil {
		return n
	}
	return wire.Int(wire.Member(body, "uk_transparency").Get("total_reach"))
}

func (a *advert) author() *content.AccountRef {
	return &content.AccountRef{
		ID: content.NaturalID(content.AdLibrary, a.ad.PageID), Platform: content.AdLibrary, Name: a.ad.PageName, URL: a.shown.pageURL,
	}
}

func (a *advert) item() *content.Item {
	a.ad.Creatives = a.shown.creatives()
	return &content.Item{
		ID: content.NaturalID(content.AdLibrary, a.ad.ArchiveID), Platform: content.AdLibrary, Kind: content.KindAd,
		URL: advertURL(a.ad.ArchiveID), Author: a.author(), Title: a.shown.title, Text: a.shown.text, PublishedAt: a.ad.StartedAt,
		Thumbnails: a.shown.thumbnails(), Ad: &a.ad,
	}
}

func (a *advert) summary() content.ItemSummary {
	ad := &a.ad
	s := content.ItemSummary{
		ID: content.NaturalID(content.AdLibrary, ad.ArchiveID), Platform: content.AdLibrary, Kind: content.KindAd,
		URL: advertURL(ad.ArchiveID), Author: a.author(), Title: a.shown.title, Text: a.shown.text, PublishedAt: ad.StartedAt,
		Thumbnails: a.shown.thumbnails(),
		Ad: &content.AdSummary{
			ArchiveID: ad.ArchiveID, PageID: ad.PageID, PageName: ad.PageName, Active: ad.Active, StartedAt: ad.StartedAt,
			EndedAt: ad.EndedAt, CollationID: ad.CollationID, CollationCount: ad.CollationCount, DisplayFormat: ad.DisplayFormat,
			Platforms: ad.Platforms, Spend: ad.Spend, Impressions: ad.Impressions, Reach: ad.Reach, Currency: ad.Currency,
		},
	}
	if pieces := a.shown.pieces(); len(pieces) > 0 {
		s.Ad.MediaKind = new(pieces[0].kind())
	}
	return s
}
