package photosite

import (
	"context"
	"net/url"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/fault"
)

// query names one of the GraphQL calls that the web makes. The platform renews doc ids every few weeks; a stale one is
// answered with an execution error, which reads as source_changed.
type query struct{ name, doc string }

// The queries of the visitors' pages, as of autumn 2026.
const (
	postQuery, postDoc         = "PolarisLoggedOutDesktopWWWPostRootContentQuery", "27130156389949648"
	commentsQuery, commentsDoc = "PolarisPostCommentsContainerQuery", "26103263252639102"
)

// visit fetches a page as a browser that follows a link does; the platform answers anything else with an empty shell.
func (s site) visit(ctx context.Context, path string) (*sources.Answer, error) {
	return s.fetcher.Fetch(ctx, sources.Request{URL: origin + path, Header: map[string]string{
		"Accept":         "text/html,application/xhtml+xml",
		"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none",
	}})
}

// api is the base of the v1 endpoints.
const api = origin + "/api/v1/"

// get calls a v1 endpoint. resource names what is not found.
func (s site) get(ctx context.Context, path, resource string) (gjson.Result, error) {
	return s.call(ctx, sources.Request{URL: api + path, Header: apiHeader("")}, resource)
}

// graphQL calls one of the web's queries; variables are JSON, lsd is the token of the page that was seen before, or "".
func (s site) graphQL(ctx context.Context, q query, variables, lsd, resource string) (gjson.Result, error) {
	form := url.Values{
		"fb_api_caller_class": {"RelayModern"}, "fb_api_req_friendly_name": {q.name}, "server_timestamps": {"true"},
		"doc_id": {q.doc}, "variables": {variables}, "lsd": {lsd},
	}
	header := apiHeader(lsd)
	header["X-FB-Friendly-Name"] = q.name
	return s.call(ctx, sources.Request{URL: origin + "/graphql/query", Header: header, Body: []byte(form.Encode())}, resource)
}

func apiHeader(lsd string) map[string]string {
	h := map[string]string{
		"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded", "X-IG-App-ID": webApp,
		"X-Requested-With": "XMLHttpRequest", "Referer": origin + "/",
	}
	if lsd != "" {
		h["X-FB-LSD"] = lsd
	}
	return h
}

func (s site) call(ctx context.Context, r sources.Request, resource string) (gjson.Result, error) {
	a, err := s.fetcher.Fetch(ctx, r)
	if err != nil {
		return gjson.Result{}, err
	}
	return answered(a, resource)
}

// answered reads a JSON answer that is no refusal.
func answered(a *sources.Answer, resource string) (gjson.Result, error) {
	v, ok := wire.Object(a.Body)
	if !ok {
		if walled(a) {
			return v, fault.New(fault.RouteDegraded)
		}
		return v, fault.New(fault.SourceChanged, "missing", []string{"a JSON answer"})
	}
	return v, refused(a.Status, v, resource)
}
