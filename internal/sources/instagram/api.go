package instagram

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/url"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
)

// visit fetches a page as a browser does after a click; the platform answers other requests with an empty shell.
func (s *site) visit(ctx context.Context, path string) (*sources.Answer, error) {
	return s.fetcher.Fetch(ctx, sources.Request{URL: origin + path, Header: meta.Navigation()})
}

// ask sends a query and returns the root of its answer. It tries each known id of the document until the platform
// accepts one. If the answer is a page, it starts a new visit at the home page, once.
func (s *site) ask(ctx context.Context, q query, variables map[string]any) (gjson.Result, error) {
	root, err := s.askOnce(ctx, q, variables)
	if errors.Is(err, errPage) && s.visitHome(ctx) {
		return s.askOnce(ctx, q, variables)
	}
	return root, err
}

func (s *site) askOnce(ctx context.Context, q query, variables map[string]any) (gjson.Result, error) {
	vars, err := json.Marshal(s.documents.complete(q, s.shapes.Now(), variables))
	if err != nil {
		return gjson.Result{}, apierror.Wrap(err, apierror.CodeInternalError)
	}
	var stale error
	for _, id := range s.documents.of(q, s.shapes.Now()) {
		a, err := s.fetcher.Fetch(ctx, s.request(q, id, string(vars)))
		if err != nil {
			return gjson.Result{}, err
		}
		root, err := q.parse(a, id)
		if !isStale(err) {
			s.documents.keep(q, id)
			return root, err
		}
		if stale == nil {
			stale = err
		}
	}
	return gjson.Result{}, stale
}

// request returns the request of a logged-out page.
func (s *site) request(q query, document, variables string) sources.Request {
	form := url.Values{"av": {"0"}, "__d": {"www"}, "__user": {"0"}, "__a": {"1"}, "__comet_req": {"7"}}
	header := s.apiHeader()
	if asbd := s.shapes.Now().PhotoSite.ASBD; asbd != "" {
		header["X-ASBD-ID"] = asbd
	}
	tokens := s.session.tokens()
	if !s.hasCookies() { // a signed-in browser's token is in its cookies
		header["X-CSRFToken"], header["Cookie"] = tokens.csrf, tokens.cookies
	}
	call := meta.Call{Origin: origin, Path: q.path, Referer: origin + "/", Name: q.name, Document: document, Variables: variables, Token: tokens.lsd}
	return call.Request(form, header)
}

func (s *site) apiHeader() map[string]string {
	return map[string]string{
		"Accept": "*/*", "X-IG-App-ID": s.shapes.Now().PhotoSite.App, "Origin": origin, "Referer": origin + "/",
		"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty",
	}
}

// parseResponse reads a JSON answer; it returns an error for a refusal.
func parseResponse(a *sources.Answer) (gjson.Result, error) {
	v, ok := scan.Object(a.Body)
	if !ok { // a streamed answer has one part on each line
		first, _, _ := bytes.Cut(bytes.TrimSpace(a.Body), []byte{'\n'})
		v, ok = scan.Object(first)
	}
	switch {
	case ok:
		return v, refusalError(a.Status, v)
	case bytes.HasPrefix(bytes.TrimSpace(a.Body), []byte{'<'}):
		return v, apierror.Wrap(errPage, apierror.CodeRouteDegraded)
	case isWall(a), !bytes.HasPrefix(bytes.TrimSpace(a.Body), []byte{'{'}):
		return v, apierror.New(apierror.CodeRouteDegraded)
	}
	return v, sources.Missing("a JSON answer")
}
