package adlibrary

import (
	"context"
	"encoding/json"
	"errors"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/shapes"
)

// visit holds the values that a page gives its visitor for further requests; cursors are only valid together with them.
// Encoded as JSON it is the token of a list.
type visit struct {
	LSD     string `json:"lsd"`
	Session string `json:"session"`
	Version string `json:"v"`
	Cursor  string `json:"cursor"`

	cookie string // set by the page; only sent with calls of the same visit
}

// readVisit reads the visit from a page.
func readVisit(a *sources.Answer) visit {
	variables := scan.Member(a.Body, "variables") // of the query whose results are in the page
	return visit{LSD: meta.FormToken(a.Body), Session: variables.Get("sessionID").String(), Version: variables.Get("v").String(), cookie: a.CookieHeader()}
}

// token returns the token of the next page; "" at the end of the list, where there is no cursor.
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
	err = json.Unmarshal([]byte(token), &v)
	if err == nil && v.Cursor == "" {
		err = errors.New("a token without a cursor")
	}
	if err != nil {
		return v, apierror.Wrap(err, apierror.CodeInternalError)
	}
	return v, nil
}

// query identifies one of the page's GraphQL calls.
type query struct {
	name string
	ids  func(*shapes.AdDocuments) []string
}

// The queries of the library's pages, as of autumn 2026.
var (
	searchQuery  = query{"AdLibrarySearchPaginationQuery", func(d *shapes.AdDocuments) []string { return d.Search }}
	detailsQuery = query{"AdLibraryV3AdDetailsQuery", func(d *shapes.AdDocuments) []string { return d.Details }}
)

// graphQL sends a query as the visit's page does and returns the body. The platform renews document ids, so each known
// one is tried until one works.
func (w web) graphQL(ctx context.Context, q query, v visit, variables map[string]any) ([]byte, error) {
	vars, err := json.Marshal(variables)
	if err != nil {
		return nil, apierror.Wrap(err, apierror.CodeInternalError)
	}
	ids := q.ids(&w.shapes.Now().AdLibrary.Documents)
	for _, id := range ids {
		a, err := w.fetcher.Fetch(ctx, q.request(id, v, string(vars)))
		if err != nil {
			return nil, err
		}
		if err := w.challengeError(a); err != nil {
			return nil, err
		}
		if !meta.IsStale(a.Body) {
			return a.Body, nil
		}
	}
	return nil, meta.StaleDocument(nil, q.name, ids...)
}

func (q query) request(document string, v visit, variables string) sources.Request {
	header := map[string]string{}
	if v.cookie != "" {
		header["Cookie"] = v.cookie
	}
	call := meta.Call{Origin: origin, Path: "/api/graphql/", Referer: library, Name: q.name, Document: document, Variables: variables, Token: v.LSD}
	return call.Request(nil, header)
}
