package adlibrary

import (
	"context"
	"encoding/json"
	"net/url"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// visit is what a page gives its visitor to go on with; cursors belong to it. As JSON it is the token of a list.
type visit struct {
	LSD     string `json:"lsd"`
	Session string `json:"session"`
	Version string `json:"v"`
	Cursor  string `json:"cursor"`
}

// readVisit reads the visit of a page.
func readVisit(page []byte) visit {
	variables := wire.Member(page, "variables") // of the query that painted the page
	return visit{LSD: wire.LSD(page), Session: variables.Get("sessionID").String(), Version: variables.Get("v").String()}
}

// token is "" without a cursor: the list ends there.
func (v visit) token(cursor string) string {
	if cursor == "" {
		return ""
	}
	v.Cursor = cursor
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

func visitOf(token string) (v visit, err error) {
	if err := json.Unmarshal([]byte(token), &v); err != nil || v.Cursor == "" {
		return v, fault.Wrap(err, fault.InternalError)
	}
	return v, nil
}

// query names one of the page's GraphQL calls. The platform renews doc ids; a stale one is answered with an error, which
// reads as source_changed.
type query struct{ name, doc string }

// The queries of the library's pages, as of autumn 2026.
const (
	searchQuery, searchDoc   = "AdLibrarySearchPaginationQuery", "24922295957467452"
	detailsQuery, detailsDoc = "AdLibraryV3AdDetailsQuery", "25068828942793558"
)

// graphQL calls a query as the page of the visit does, and answers the body.
func (w web) graphQL(ctx context.Context, q query, v visit, variables map[string]any) ([]byte, error) {
	vars, err := json.Marshal(variables)
	if err != nil {
		return nil, fault.Wrap(err, fault.InternalError)
	}
	form := url.Values{
		"fb_api_caller_class": {"RelayModern"}, "fb_api_req_friendly_name": {q.name}, "server_timestamps": {"true"},
		"doc_id": {q.doc}, "variables": {string(vars)}, "lsd": {v.LSD},
	}
	a, err := w.fetcher.Fetch(ctx, sources.Request{URL: origin + "/api/graphql/", Body: []byte(form.Encode()), Header: map[string]string{
		"Content-Type": "application/x-www-form-urlencoded", "X-FB-Friendly-Name": q.name, "X-FB-LSD": v.LSD,
		"Origin": origin, "Referer": library, "Sec-Fetch-Site": "same-origin",
	}})
	if err != nil {
		return nil, err
	}
	return a.Body, nil
}
