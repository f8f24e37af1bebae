package adlibrary

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/shapes"
)

// fields are what the rows of a list need.
const fields = "id,ad_creative_bodies,ad_creative_link_titles,ad_delivery_start_time,ad_delivery_stop_time,bylines,currency," +
	"eu_total_reach,total_reach_by_location,beneficiary_payers,target_ages,target_gender,target_locations,impressions,page_id,page_name," +
	"publisher_platforms,spend"

// api reads the official API. The token travels in a header, so that no address, and so no error, holds it. Political
// ads are there from anywhere, all others only where they reached the EU or the UK; it shows no media and no groups.
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

// page reads one page; the token of the next is the API's own cursor.
func (a api) page(ctx context.Context, q url.Values, filter sources.AdFilter, after string) (*sources.Page[content.ItemSummary], error) {
	q.Set("ad_reached_countries", `["`+cmp.Or(filter.Country, "ALL")+`"]`)
	q.Set("ad_active_status", officialStatus(filter.Status))
	q.Set("media_type", officialMedia(filter.MediaKind))
	q.Set("ad_type", "ALL")
	q.Set("fields", fields)
	q.Set("limit", "25")
	for key, value := range map[string]string{"ad_delivery_date_min": filter.StartedFrom, "ad_delivery_date_max": filter.StartedTo, "after": after} {
		if value != "" {
			q.Set(key, value)
		}
	}
	answer, err := a.fetcher.Fetch(ctx, sources.Request{
		URL: "https://graph.facebook.com/" + a.shapes.Now().AdLibrary.GraphVersion + "/ads_archive?" + q.Encode(), Stay: true, // the token goes nowhere else
		Header: map[string]string{"Authorization": "Bearer " + a.token},
	})
	if err != nil {
		return nil, err
	}
	v, ok := scan.Object(answer.Body)
	if !ok {
		return nil, apierror.New(apierror.CodeSourceChanged, "missing", []string{"a JSON answer"})
	}
	if e := v.Get("error"); e.Exists() {
		return nil, officialRefusal(e)
	}
	return officialPage(v, filter.Status, after)
}

func officialPage(v gjson.Result, status, asked string) (*sources.Page[content.ItemSummary], error) {
	m := v.Map()
	if !m["data"].IsArray() {
		return nil, apierror.New(apierror.CodeSourceChanged, "missing", []string{"data"})
	}
	page := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}}
	m["data"].ForEach(func(_, row gjson.Result) bool {
		if a, ok := readOfficial(row, status); ok {
			page.Rows = append(page.Rows, a.summary())
		}
		return true
	})
	// paging.next is the whole address, token included: only whether it is there counts.
	if after := m["paging"].Get("cursors.after").String(); m["paging"].Get("next").Exists() && after != asked {
		page.Next = after
	}
	return page, nil
}

// officialRefusal maps the API's error codes: 4, 17, 32 and 613 are its rate limits, 190 and 10 mean that the operator's
// token is no longer good.
func officialRefusal(e gjson.Result) error {
	cause := fmt.Errorf("the API answered code %d, subcode %d", e.Get("code").Int(), e.Get("error_subcode").Int())
	switch e.Get("code").Int() {
	case 1, 2, 4, 17, 32, 613:
		return apierror.Wrap(cause, apierror.CodeRouteDegraded)
	case 10, 190, 200:
		return apierror.Wrap(errors.Join(errors.New("the token of the official API is refused"), cause), apierror.CodeInternalError)
	}
	return apierror.Wrap(cause, apierror.CodeSourceChanged, "missing", []string{"data"})
}

func officialStatus(status string) string {
	switch status {
	case "inactive":
		return "INACTIVE"
	case "all":
		return "ALL"
	}
	return "ACTIVE"
}

func officialMedia(kind string) string {
	switch kind {
	case "image":
		return "IMAGE"
	case "video":
		return "VIDEO"
	}
	return "ALL"
}
