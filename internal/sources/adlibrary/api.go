package adlibrary

import (
	"cmp"
	"context"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/shapes"
)

// fields are required for the rows of a list; furtherFields may be missing in an older or newer version of the API.
const fields = "id,ad_creative_bodies,ad_creative_link_titles,ad_delivery_start_time,ad_delivery_stop_time,bylines,currency," +
	"eu_total_reach,total_reach_by_location,beneficiary_payers,target_ages,target_gender,target_locations,impressions,page_id,page_name," +
	"publisher_platforms,spend"

const furtherFields = ",languages,age_country_gender_reach_breakdown,demographic_distribution,delivery_by_region,estimated_audience_size,br_total_reach"

// api reads the official API. The token is sent in a header, so that no address and no error can contain it. It has
// political ads from all countries, but others only if they reached the EU or the UK; it has no media and no groups.
type api struct {
	fetcher sources.Fetcher
	token   string
	shapes  shapes.Source
}

func (a api) items(ctx context.Context, r sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	page, err := a.page(ctx, url.Values{"search_page_ids": {r.Account.ID}}, r.Ads, r.Token)
	if err != nil {
		return nil, err
	}
	page.Account = advertiser(page.Rows, r)
	return page, nil
}

func (a api) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	return a.page(ctx, url.Values{"search_terms": {r.Query}}, r.Ads, r.Token)
}

// page reads one page; the token of the next page is the API's own cursor.
func (a api) page(ctx context.Context, q url.Values, filter sources.AdFilter, after string) (*sources.Page[content.ItemSummary], error) {
	q.Set("ad_reached_countries", `["`+cmp.Or(filter.Country, "ALL")+`"]`)
	q.Set("ad_active_status", strings.ToUpper(cmp.Or(filter.Status, "active")))
	q.Set("media_type", strings.ToUpper(cmp.Or(filter.MediaKind, "all")))
	q.Set("ad_type", "ALL")
	q.Set("fields", fields+furtherFields)
	q.Set("limit", "25")
	for key, value := range map[string]string{"ad_delivery_date_min": filter.StartedFrom, "ad_delivery_date_max": filter.StartedTo, "after": after} {
		if value != "" {
			q.Set(key, value)
		}
	}
	v, err := a.ask(ctx, q)
	if err == nil && lacksField(v) {
		q.Set("fields", fields)
		v, err = a.ask(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	if e := v.Get("error"); e.Exists() {
		return nil, meta.OfficialRefusal(e, "data")
	}
	page, err := officialPage(v, filter.Status, after)
	if err == nil && after == "" && len(page.Rows) == 0 && !isCovered(filter.Country) {
		return nil, notCovered(filter.Country)
	}
	return page, err
}

// ask calls the API and returns its answer even if that is an error.
func (a api) ask(ctx context.Context, q url.Values) (gjson.Result, error) {
	answer, err := a.fetcher.Fetch(ctx, sources.Request{
		URL: "https://graph.facebook.com/" + a.shapes.Now().AdLibrary.GraphVersion + "/ads_archive?" + q.Encode(), Stay: true, // a redirect must not get the token
		Header: map[string]string{"Authorization": "Bearer " + a.token},
	})
	if err != nil {
		return gjson.Result{}, err
	}
	v, ok := scan.Object(answer.Body)
	if !ok {
		return v, sources.Missing("a JSON answer")
	}
	return v, nil
}

// lacksField reports whether the API refused the request because its version does not have a field.
func lacksField(v gjson.Result) bool {
	return v.Get("error.code").Int() == 100 && strings.Contains(v.Get("error.message").String(), "nonexisting field")
}

// notCovered returns the error for an empty answer about a country for which the official API has only political ads.
func notCovered(country string) error {
	f := apierror.Wrap(sources.ErrNotCovered, apierror.CodeRouteDegraded)
	f.Message = "The official API covers ads that were shown in the EU or the United Kingdom, and political ads. Of other ads in " +
		cmp.Or(country, "ALL") + " it knows nothing: name a country of these, or read the public pages."
	return f
}

// isCovered reports whether the official API has all ads shown in a country, not just political ones.
func isCovered(country string) bool {
	return country != "" && strings.Contains(" AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK ", " "+strings.ToUpper(country)+" ")
}

func officialPage(v gjson.Result, status, asked string) (*sources.Page[content.ItemSummary], error) {
	m := v.Map()
	if !m["data"].IsArray() {
		return nil, sources.Missing("data")
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	for row := range scan.Elements(m["data"]) {
		if a, ok := readOfficial(row, status); ok {
			page.Rows = append(page.Rows, a.summary())
		}
	}
	// paging.next is a whole address with the token, so only its presence is used.
	if after := m["paging"].Get("cursors.after").String(); m["paging"].Get("next").Exists() && after != asked {
		page.Next = after
	}
	return page, nil
}
