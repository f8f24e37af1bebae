// Package meta builds the GraphQL calls of Meta's own pages, which instagram and adlibrary share: the form with the id
// of a document, the headers that such a form needs, and the token that every page gives its visitor. It may import
// internal/sources and internal/apierror; it sends nothing, and of answers it only recognises the refusal of a document.
package meta

import (
	"bytes"
	"maps"
	"net/url"
	"strings"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// maxToken bounds a form token, in bytes; those of 2026 have 11 to 22.
const maxToken = 64

// FormToken returns the token that a page gives every visitor and that its GraphQL calls carry: "LSD" in the page, or "l" in
// its block __eqmc. It returns "" if the page shows none.
func FormToken(page []byte) string {
	if token := between(page, `["LSD",[],{"token":"`, `"`); token != "" {
		return token
	}
	_, block, _ := bytes.Cut(page, []byte(`id="__eqmc"`))
	block, _, _ = bytes.Cut(block, []byte(`</script>`))
	return between(block, `"l":"`, `"`)
}

// between returns the text between before and behind; "" if it is missing or too long for a token.
func between(text []byte, before, behind string) string {
	_, rest, found := bytes.Cut(text, []byte(before))
	token, _, closed := bytes.Cut(rest, []byte(behind))
	if !found || !closed || len(token) > maxToken {
		return ""
	}
	return string(token)
}

// Navigation returns the headers that a browser sends when a user opens an address. Without them Meta's pages answer an
// error page or an empty shell.
func Navigation() map[string]string {
	return map[string]string{
		"Accept":         "text/html,application/xhtml+xml",
		"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "none", "Sec-Fetch-User": "?1",
		"Upgrade-Insecure-Requests": "1",
	}
}

// Call is one GraphQL call of a page.
type Call struct {
	Origin    string // of the page: "https://www.instagram.com"
	Path      string // of the endpoint
	Referer   string
	Name      string // of the query, as the page names it
	Document  string // id of the document that holds the query; the platforms renew it every few weeks
	Variables string // JSON
	Token     string // FormToken of the page
}

// Request returns the form request that the page sends. Without the Sec-Fetch headers the platforms answer with an HTML
// page. form and header are additions of one platform.
func (c Call) Request(form url.Values, header map[string]string) sources.Request {
	all := url.Values{
		"fb_api_caller_class": {"RelayModern"}, "fb_api_req_friendly_name": {c.Name}, "server_timestamps": {"true"},
		"doc_id": {c.Document}, "variables": {c.Variables}, "lsd": {c.Token},
	}
	maps.Copy(all, form)
	headers := map[string]string{
		"Content-Type": "application/x-www-form-urlencoded", "X-FB-Friendly-Name": c.Name, "X-FB-LSD": c.Token,
		"Origin": c.Origin, "Referer": c.Referer,
		"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors", "Sec-Fetch-Dest": "empty",
	}
	maps.Copy(headers, header)
	return sources.Request{URL: c.Origin + c.Path, Header: headers, Body: []byte(all.Encode())}
}

// IsStale reports whether an answer, or the errors in it, says that the document no longer exists.
func IsStale(answer []byte) bool {
	return bytes.Contains(answer, []byte("The GraphQL document with ID"))
}

// StaleDocument returns the error for a query whose document ids have all been refused; cause may be nil.
func StaleDocument(cause error, query string, ids ...string) error {
	return apierror.Wrap(cause, apierror.CodeSourceChanged, "missing", []string{"a current id of document " + query + " (" + strings.Join(ids, ", ") + ")"})
}
