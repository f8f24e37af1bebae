package adlibrary

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

const officialAnswer = `{"data":[
{"id":"408322803338111","ad_creative_bodies":["Read the old maps"],"ad_creative_link_titles":["Maps"],"ad_delivery_start_time":"2026-05-13","bylines":"The Map Room","currency":"EUR","eu_total_reach":5123,"total_reach_by_location":[{"key":"United Kingdom","value":77}],"beneficiary_payers":[{"beneficiary":"The Map Room","payer":"Old Maps Ltd","current":true},{"beneficiary":"Before","payer":"Before","current":false}],"target_ages":["22","65+"],"target_gender":"Women","target_locations":[{"name":"Polska","num_obfuscated":0,"type":"countries","excluded":false},{"name":"Kraków, Polska","num_obfuscated":1,"type":"CITY","excluded":true}],"impressions":{"lower_bound":"1000000"},"page_id":"48034275355","page_name":"The Map Room","publisher_platforms":["facebook","instagram"],"spend":{"lower_bound":"100","upper_bound":"499"},"languages":["pl"],"age_country_gender_reach_breakdown":[{"country":"PL","age_gender_breakdowns":[{"age_range":"18-24","male":6,"female":1},{"age_range":"65+","female":3,"unknown":null}]}],"demographic_distribution":[{"percentage":"0.25","age":"18-24","gender":"female"},{"percentage":"none","age":"65+"}],"delivery_by_region":[{"percentage":"1","region":"Lesser Poland"}],"estimated_audience_size":{"lower_bound":1000001},"br_total_reach":12},
{"ad_snapshot_url":"https://www.facebook.com/ads/archive/render_ad/?id=693682157733222&access_token=SECRET","ad_creative_body":"An older row","ad_delivery_start_time":"2019-05-13T15:30:13+0000","funding_entity":"The Map Room","page_id":"48034275355","page_name":"The Map Room","spend":{"lower_bound":"0","upper_bound":"99"}},
{"page_id":"48034275355"}],
"paging":{"cursors":{"after":"c2"},"next":"https://graph.facebook.com/v25.0/ads_archive?access_token=SECRET&after=c2"}}`

// official plays the official API: it answers what the test says to a call with the right token.
func official(t *testing.T, status int, body string) sources.Route {
	t.Helper()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, "/graph.facebook.com/v25.0/") {
			t.Errorf("asked for %s", r.URL.Path)
		}
		if r.Header.Get("Authorization") != "Bearer SECRET" || strings.Contains(r.URL.RawQuery, "SECRET") {
			t.Errorf("the token is not in the header alone: %s", r.URL)
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	return Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{Token: "SECRET"})[1]
}

func TestOfficial(t *testing.T) {
	r := official(t, http.StatusOK, officialAnswer)
	page, err := r.Items(context.Background(), sources.ListRequest{Account: sources.AccountSelector{ID: "48034275355"}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range page.Rows {
		sourcestest.CheckRow(t, content.AdLibrary, &page.Rows[i])
	}
	sourcestest.Golden(t, "official", page)
	if r.Item != nil || r.ID != "ad_library.api" {
		t.Errorf("%s has a lookup by id", r.ID)
	}
}

func TestOfficialRefused(t *testing.T) {
	for body, want := range map[string]apierror.Code{
		`{"error":{"message":"(#4) limit","code":4}}`:                             apierror.CodeRouteDegraded,
		`{"error":{"message":"Error validating access token SECRET","code":190}}`: apierror.CodeRouteDegraded,
		`{"error":{"message":"Invalid parameter","code":100}}`:                    apierror.CodeSourceChanged,
		`<html>`: apierror.CodeSourceChanged,
	} {
		_, err := official(t, http.StatusBadRequest, body).Search(context.Background(), sources.SearchRequest{Query: "maps"})
		if !apierror.Is(err, want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "SECRET") {
			t.Errorf("the error holds the token: %v", err)
		}
	}
}

// TestOfficialSaysWhatItCovers: no rows for a country whose ads the API does not hold are no list; the message says why.
func TestOfficialSaysWhatItCovers(t *testing.T) {
	for country, covered := range map[string]bool{"DE": true, "GB": true, "gb": true, "US": false, "ALL": false, "": false} {
		ask := sources.SearchRequest{Query: "maps", Ads: sources.AdFilter{Country: country}}
		page, err := official(t, http.StatusOK, `{"data":[]}`).Search(t.Context(), ask)
		if covered && (err != nil || len(page.Rows) != 0) {
			t.Errorf("%q: %+v, %v", country, page, err)
		}
		if !covered && (!apierror.Is(err, apierror.CodeRouteDegraded) || !errors.Is(err, sources.ErrNotCovered) || !strings.Contains(apierror.From(err).SafeMessage(), "EU")) {
			t.Errorf("%q: %+v, %v", country, page, err)
		}
		if page, err = official(t, http.StatusOK, officialAnswer).Search(t.Context(), ask); err != nil || len(page.Rows) != 2 {
			t.Errorf("%q with rows: %+v, %v", country, page, err)
		}
	}
}

// TestOfficialWithoutNewFields asks a version of the API that lacks a field for the others.
func TestOfficialWithoutNewFields(t *testing.T) {
	asked := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if asked++; strings.Contains(r.URL.Query().Get("fields"), "br_total_reach") {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = w.Write([]byte(`{"error":{"message":"(#100) Tried accessing nonexisting field (br_total_reach)","code":100}}`))
			return
		}
		_, _ = w.Write([]byte(officialAnswer))
	})
	r := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{Token: "SECRET"})[1]
	if page, err := r.Search(t.Context(), sources.SearchRequest{Query: "maps"}); err != nil || len(page.Rows) != 2 || asked != 2 {
		t.Errorf("%+v, %v after %d calls", page, err, asked)
	}
}

func TestNoTokenNoRoute(t *testing.T) {
	if routes := Routes(nil, Options{}); len(routes) != 1 {
		t.Errorf("%d routes without a token", len(routes))
	}
}
