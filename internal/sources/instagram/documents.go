package instagram

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/shapes"
)

// query is one of the GraphQL calls of the logged-out pages.
type query struct {
	name string // as the pages call it
	root string // the member of data that holds the answer
	ids  func(*shapes.PhotoDocuments) []string
}

// The queries of the logged-out pages, as of autumn 2026.
var (
	postQuery     = query{"PolarisLoggedOutDesktopWWWPostRootContentQuery", "xig_polaris_media", func(d *shapes.PhotoDocuments) []string { return d.Post }}
	commentsQuery = query{"PolarisLoggedOutDesktopWWWPostCommentsPaginationQuery", "xig_polaris_media", func(d *shapes.PhotoDocuments) []string { return d.Comments }}
	profileQuery  = query{"PolarisLoggedOutDesktopWWWProfileRootContentQuery", "xig_user_by_username", func(d *shapes.PhotoDocuments) []string { return d.Profile }}
	postsQuery    = query{"PolarisLoggedOutDesktopWWWProfilePostsTabContentQuery", "xig_user_by_username", func(d *shapes.PhotoDocuments) []string { return d.Posts }}
	reelsQuery    = query{"PolarisLoggedOutDesktopWWWProfileReelsTabContentQuery", "xig_user_by_username", func(d *shapes.PhotoDocuments) []string { return d.Reels }}
)

var (
	errStale = errors.New("the platform does not know the document")
	errNull  = errors.New("the platform answered null")
)

func isStale(err error) bool { return errors.Is(err, errStale) }
func isNull(err error) bool  { return errors.Is(err, errNull) }

// nullError returns the error of a null in place of an object. The platform answers null for what is missing and for
// what it keeps from a visitor, so without a second source it is a block.
func nullError() error { return apierror.Wrap(errNull, apierror.CodeRouteDegraded) }

// parse returns the root of the query's answer.
func (q query) parse(a *sources.Answer, id string) (gjson.Result, error) {
	v, err := parseResponse(a)
	root := v.Get("data").Map()[q.root]
	switch said := v.Get("errors").Raw; {
	case meta.IsStale([]byte(said)), strings.Contains(v.Get("message").Str, "Unauthorized logged out query"):
		return root, meta.StaleDocument(errStale, q.name, id)
	case root.IsObject():
		return root, nil
	case err != nil:
		return root, err
	case root.Raw == "null":
		return root, nullError()
	}
	return root, apierror.New(apierror.CodeSourceChanged, "missing", []string{q.root})
}

// documents remembers which id of each document worked last, and which one a page named.
type documents struct {
	mu    sync.Mutex
	last  map[string]string // by the name of the query
	named map[string]string
}

// of returns the ids of a query's document in the order in which to try them.
func (d *documents) of(q query, now *shapes.Shapes) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	ids := append([]string{d.last[q.name]}, q.ids(&now.PhotoSite.Documents)...)
	ids = append(ids, d.named[q.name])
	var out []string
	for _, id := range ids {
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// keep remembers an id that the platform knows.
func (d *documents) keep(q query, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last == nil {
		d.last = map[string]string{}
	}
	d.last[q.name] = id
}

// pageDocument matches the two ways in which a page names its documents.
var pageDocument = regexp.MustCompile(`"adp_(Polaris\w{1,80}?)RelayPreloader_\w{1,64}","queryID":"(\d{6,25})"|` +
	`"queryID":"(\d{6,25})","variables":\{[^{}]*\},"queryName":"(Polaris\w{1,80})"`)

// learn reads the id of a query's document from a page, and reports whether it is another one than before. Only the
// platform's own page names it, and only digits are taken.
func (d *documents) learn(q query, page []byte) bool {
	for _, m := range pageDocument.FindAllSubmatch(page, 50) {
		name, id := string(m[1])+string(m[4]), string(m[2])+string(m[3])
		if name != q.name {
			continue
		}
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.named == nil {
			d.named = map[string]string{}
		}
		before := d.named[q.name]
		d.named[q.name] = id
		return id != before
	}
	return false
}
