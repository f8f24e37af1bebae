package adlibrary

import (
	"cmp"
	"context"
	"net/url"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// listQuery holds the criteria of a list or a search: the ads of a page, or those that match words.
type listQuery struct {
	pageID, words string
	sort          string
	filter        sources.AdFilter
}

// items lists an advertiser's ads.
func (w web) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	if r.Account.ID == "" {
		return nil, apierror.New(apierror.CodeUnsupportedObject, "reason", string(sources.AccountNotSupported), "supported", []content.Kind{})
	}
	page, err := w.page(ctx, listQuery{pageID: r.Account.ID, sort: r.Sort, filter: r.Ads}, r.Token)
	if err != nil {
		return nil, err
	}
	page.Account = advertiser(page.Rows, r)
	return page, nil
}

// search finds ads by words.
func (w web) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	return w.page(ctx, listQuery{words: r.Query, sort: r.Sort, filter: r.Ads}, r.Token)
}

// advertiser returns the account that the rows belong to; for an empty list only its id is known.
func advertiser(rows []content.ItemSummary, r sources.ListRequest) *content.AccountRef {
	id := content.NaturalID(content.AdLibrary, r.Account.ID)
	for _, row := range rows {
		if row.Author.ID == id {
			return row.Author
		}
	}
	if r.Known != nil {
		return r.Known
	}
	return &content.AccountRef{ID: id, Platform: content.AdLibrary}
}

func (w web) page(ctx context.Context, q listQuery, token string) (*sources.Page[content.ItemSummary], error) {
	if token != "" {
		return w.continuation(ctx, q, token)
	}
	var found answer
	a, err := w.fetchPage(ctx, q.params(), func(a *sources.Answer) (err error) {
		found, err = readPage(a)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found.page(readVisit(a)), nil
}

func (w web) continuation(ctx context.Context, q listQuery, token string) (*sources.Page[content.ItemSummary], error) {
	v, err := visitOf(token)
	if err != nil {
		return nil, err
	}
	body, err := w.graphQL(ctx, searchQuery, v, q.variables(v))
	if err != nil {
		return nil, err
	}
	found, err := readContinuation(body)
	if err != nil {
		return nil, err
	}
	if found.cursor == v.Cursor { // would loop forever
		found.cursor = ""
	}
	return found.page(v), nil
}

// page returns a page with one row for each ad, with the ads of a group next to each other. The platform rounds the count.
func (out answer) page(v visit) *sources.Page[content.ItemSummary] {
	p := &sources.Page[content.ItemSummary]{
		Rows: make([]content.ItemSummary, 0, len(out.adverts)), Next: v.token(out.cursor),
		Total: out.count, TotalApproximate: out.count != nil,
	}
	for _, a := range out.adverts {
		p.Rows = append(p.Rows, a.summary())
	}
	return p
}

// params returns the parameters of the page's address. It always sets a country, because the platform would otherwise
// use the visitor's.
func (q listQuery) params() url.Values {
	v := url.Values{
		"active_status": {cmp.Or(q.filter.Status, "active")}, "ad_type": {"all"}, "country": {cmp.Or(q.filter.Country, "ALL")},
		"media_type": {cmp.Or(q.filter.MediaKind, "all")}, "sort_data[direction]": {"desc"}, "sort_data[mode]": {"total_impressions"},
	}
	if q.sort == "relevance" {
		v.Set("sort_data[mode]", "relevancy_monthly_grouped")
	}
	if q.filter.StartedFrom != "" {
		v.Set("start_date[min]", q.filter.StartedFrom)
	}
	if q.filter.StartedTo != "" {
		v.Set("start_date[max]", q.filter.StartedTo)
	}
	if q.pageID != "" {
		v.Set("view_all_page_id", q.pageID)
		v.Set("search_type", "page")
		return v
	}
	v.Set("q", q.words)
	v.Set("search_type", "keyword_unordered")
	return v
}

// variables returns the same criteria for the continuation.
func (q listQuery) variables(v visit) map[string]any {
	p := q.params()
	vars := map[string]any{
		"activeStatus": p.Get("active_status"), "adType": "ALL", "bylines": []string{}, "collationToken": nil,
		"contentLanguages": []string{}, "countries": []string{p.Get("country")}, "cursor": v.Cursor, "excludedIDs": nil,
		"first": 10, "isTargetedCountry": false, "location": nil, "mediaType": p.Get("media_type"),
		"multiCountryFilterMode": nil, "pageIDs": []string{}, "potentialReachInput": nil, "publisherPlatforms": []string{},
		"queryString": p.Get("q"), "regions": nil, "searchType": p.Get("search_type"), "sessionID": v.Session,
		"sortData": map[string]string{"direction": "DESCENDING", "mode": "SORT_BY_TOTAL_IMPRESSIONS"}, "source": nil,
		"startDate": nil, "v": v.Version, "viewAllPageID": cmp.Or(q.pageID, "0"),
	}
	if q.sort == "relevance" {
		vars["sortData"] = map[string]string{"direction": "DESCENDING", "mode": "SORT_BY_RELEVANCY_MONTHLY_GROUPED"}
	}
	if from, to := q.filter.StartedFrom, q.filter.StartedTo; from != "" || to != "" {
		vars["startDate"] = map[string]string{"min": from, "max": to}
	}
	return vars
}
