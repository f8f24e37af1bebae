package adlibrary

import (
	"context"
	"errors"
	"net/url"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
)

// item reads the ad that a link shows. The link has a deeplink id: the platform chooses the ad, whose archive id may
// differ, which is not an error.
func (w web) item(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
	id := r.Link.LocalID
	q := url.Values{"active_status": {"all"}, "ad_type": {"all"}, "country": {"ALL"}, "id": {id}, "media_type": {"all"}}
	var a *advert
	page, err := w.fetchPage(ctx, q, func(page *sources.Answer) (err error) {
		a, err = readLinked(page, id)
		return err
	})
	if err != nil {
		return nil, err
	}
	if a.gated {
		return nil, apierror.New(apierror.CodeUnavailableRestricted)
	}
	a.ad.DeeplinkID = &id
	incomplete := false
	if a.inEurope {
		incomplete = w.addDetails(ctx, a, readVisit(page)) != nil
	}
	item := a.item()
	item.Incomplete = incomplete
	return item, nil
}

// fetchPage fetches a page of the library and reads it. A page without its results is fetched a second time.
func (w web) fetchPage(ctx context.Context, q url.Values, read func(*sources.Answer) error) (*sources.Answer, error) {
	for first := true; ; first = false {
		page, err := w.fetcher.Fetch(ctx, sources.Request{URL: library + "?" + q.Encode(), Header: meta.Navigation()})
		if err == nil {
			err = w.challengeError(page)
		}
		if err == nil {
			err = read(page)
		}
		if !first || !errors.Is(err, errHeldBack) {
			return page, err
		}
	}
}

// addDetails fetches the details of an ad that was shown in Europe, the only source of its reach and transparency.
func (w web) addDetails(ctx context.Context, a *advert, v visit) error {
	body, err := w.graphQL(ctx, detailsQuery, v, map[string]any{
		"adArchiveID": a.ad.ArchiveID, "pageID": a.ad.PageID, "country": "DE", "sessionID": v.Session, "source": nil,
		"isAdNonPolitical": !a.political, "isAdNotAAAEligible": false,
	})
	if err != nil {
		return err
	}
	details := scan.Member(body, "ad_details")
	if !details.IsObject() {
		return refusalError(body)
	}
	a.ad.Transparency = readDetails(details)
	a.ad.Reach = totalReach(a.ad.Transparency)
	return nil
}

func (a *advert) author() *content.AccountRef {
	return &content.AccountRef{
		ID: content.NaturalID(content.AdLibrary, a.ad.PageID), Platform: content.AdLibrary, Name: a.ad.PageName, URL: a.shown.pageURL,
	}
}

func (a *advert) item() *content.Item {
	a.ad.Creatives, a.ad.ExtraTexts, a.ad.ExtraLinks = a.shown.creatives(), a.shown.extraTexts, a.shown.extraLinks
	return &content.Item{
		ID: content.NaturalID(content.AdLibrary, a.ad.ArchiveID), Platform: content.AdLibrary, Kind: content.KindAd,
		URL: advertURL(a.ad.ArchiveID), Author: a.author(), Title: a.shown.title, Text: a.shown.text, PublishedAt: a.ad.StartedAt,
		Thumbnails: a.shown.thumbnails(), Ad: &a.ad, Extras: content.Extras{Media: mediaOf(a.ad.Creatives), Facts: a.facts()},
	}
}

func (a *advert) summary() content.ItemSummary {
	ad := &a.ad
	s := content.ItemSummary{
		ID: content.NaturalID(content.AdLibrary, ad.ArchiveID), Platform: content.AdLibrary, Kind: content.KindAd,
		URL: advertURL(ad.ArchiveID), Author: a.author(), Title: a.shown.title, Text: a.shown.text, PublishedAt: ad.StartedAt,
		Thumbnails: a.shown.thumbnails(), Facts: a.facts(),
		Ad: &content.AdSummary{
			ArchiveID: ad.ArchiveID, PageID: ad.PageID, PageName: ad.PageName, Active: ad.Active, StartedAt: ad.StartedAt,
			EndedAt: ad.EndedAt, CollationID: ad.CollationID, CollationCount: ad.CollationCount, DisplayFormat: ad.DisplayFormat,
			Platforms: ad.Platforms, Spend: ad.Spend, Impressions: ad.Impressions, Reach: ad.Reach, Currency: ad.Currency, Transparency: ad.Transparency,
		},
	}
	if pieces := a.shown.pieces(); len(pieces) > 0 {
		s.Ad.MediaKind = new(pieces[0].kind())
	}
	if main := a.shown.main(); len(main) > 0 {
		s.Ad.LinkURL = a.shown.creative(main[0]).LinkURL
	}
	return s
}
