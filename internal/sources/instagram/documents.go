package instagram

import (
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/meta"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/shapes"
)

// query identifies one of the GraphQL calls of the platform's pages.
type query struct {
	name string // name in the pages
	path string // of the endpoint: documents of logged-out pages work on the first, others on the second
	root string // the member of data that holds the answer
	of   func(*shapes.PhotoQueries) []string
}

const (
	guestPath = "/api/graphql"
	usersPath = "/graphql/query"
)

// The queries of the pages, as of autumn 2026. accountQuery is one of the signed-in pages, which visitors may send if
// they send all of its variables.
var (
	postQuery     = query{"PolarisLoggedOutDesktopWWWPostRootContentQuery", guestPath, "xig_polaris_media", func(q *shapes.PhotoQueries) []string { return q.Post }}
	commentsQuery = query{"PolarisLoggedOutDesktopWWWPostCommentsPaginationQuery", guestPath, "xig_polaris_media", func(q *shapes.PhotoQueries) []string { return q.Comments }}
	profileQuery  = query{"PolarisLoggedOutDesktopWWWProfileRootContentQuery", guestPath, "xig_user_by_username", func(q *shapes.PhotoQueries) []string { return q.Profile }}
	postsQuery    = query{"PolarisLoggedOutDesktopWWWProfilePostsTabContentQuery", guestPath, "xig_user_by_username", func(q *shapes.PhotoQueries) []string { return q.Posts }}
	reelsQuery    = query{"PolarisLoggedOutDesktopWWWProfileReelsTabContentQuery", guestPath, "xig_user_by_username", func(q *shapes.PhotoQueries) []string { return q.Reels }}
	searchQuery   = query{"PolarisLoggedOutPopularSearchPageQuery", guestPath, "xig_logged_out_popular_search_media_info", func(q *shapes.PhotoQueries) []string { return q.Search }}
	accountQuery  = query{"PolarisProfilePageContentQuery", usersPath, "user", func(q *shapes.PhotoQueries) []string { return q.Account }}
)

var (
	errStale     = errors.New("the platform does not know the document")
	errNull      = errors.New("the platform answered null")
	errVariables = errors.New("the document wants another variable")
)

// isRenewed reports whether a query was refused because its document or variables changed; a page may have the new ones.
func isRenewed(err error) bool { return errors.Is(err, errStale) || errors.Is(err, errVariables) }

func isStale(err error) bool { return errors.Is(err, errStale) }
func isNull(err error) bool  { return errors.Is(err, errNull) }

// nullError returns the error for a null instead of an object. The platform returns null both for missing objects and
// for those that it hides from a visitor, so without a second source it counts as a block.
func nullError() error { return apierror.Wrap(errNull, apierror.CodeRouteDegraded) }

// parse returns the root of the query's answer.
func (q query) parse(a *sources.Answer, id string) (gjson.Result, error) {
	v, err := parseResponse(a)
	root := v.Get("data").Map()[q.root]
	switch said := v.Get("errors").Raw; {
	case meta.IsStale([]byte(said)), strings.Contains(v.Get("message").Str, "Unauthorized logged out query"):
		return root, meta.StaleDocument(errStale, q.name, id)
	case strings.Contains(said, "missing_required_variable_value"), strings.Contains(said, "1675012"):
		return root, apierror.Wrap(errVariables, apierror.CodeSourceChanged, "missing", []string{"a variable of document " + q.name + " (" + id + ")"})
	case root.IsObject():
		return root, nil
	case err != nil:
		return root, err
	case root.Raw == "null":
		return root, nullError()
	}
	return root, sources.Missing(q.root)
}

// documents remembers which id of each document worked last, and the ids and variables found in pages.
type documents struct {
	mu    sync.Mutex
	last  map[string]string // by the name of the query
	named map[string]naming
}

// naming is what a page contains about one query.
type naming struct {
	id        string
	variables map[string]bool // relay providers, with the page's values
}

// of returns the ids of a query's document in the order in which to try them.
func (d *documents) of(q query, now *shapes.Shapes) []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	ids := append([]string{d.last[q.name]}, q.of(&now.PhotoSite.Documents)...)
	ids = append(ids, d.named[q.name].id)
	var out []string
	for _, id := range ids {
		if id != "" && !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// keep remembers an id that works.
func (d *documents) keep(q query, id string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.last == nil {
		d.last = map[string]string{}
	}
	d.last[q.name] = id
}

// complete returns the variables of a query, with those that its document also requires: the names in the shapes, set to
// false, and those found in a page.
func (d *documents) complete(q query, now *shapes.Shapes, variables map[string]any) map[string]any {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := map[string]any{}
	for _, name := range q.of(&now.PhotoSite.Variables) {
		all[name] = false
	}
	for name, value := range d.named[q.name].variables {
		all[name] = value
	}
	maps.Copy(all, variables)
	return all
}

// pageDocument matches the two formats in which a page names its documents.
var pageDocument = regexp.MustCompile(`"adp_(Polaris\w{1,80}?)RelayPreloader_\w{1,64}","queryID":"(\d{6,25})"(?:,"variables":(\{[^{}]*\}))?|` +
	`"queryID":"(\d{6,25})","variables":(\{[^{}]*\}),"queryName":"(Polaris\w{1,80})"`)

// learn reads the document id and the variables of a query from a page, and reports whether they changed. page must be
// the platform's own; only digits, names of relay providers and booleans are read from it.
func (d *documents) learn(q query, page []byte) bool {
	for _, m := range pageDocument.FindAllSubmatch(page, 50) {
		if string(m[1])+string(m[6]) != q.name {
			continue
		}
		now := naming{id: string(m[2]) + string(m[4]), variables: providers(m[3], m[5])}
		d.mu.Lock()
		defer d.mu.Unlock()
		before := d.named[q.name]
		if d.named == nil {
			d.named = map[string]naming{}
		}
		d.named[q.name] = now
		return now.id != before.id || !maps.Equal(now.variables, before.variables)
	}
	return false
}

// maxProviders is how many variables a page may add to a query.
const maxProviders = 16

// providers returns the relay providers among the variables in a page.
func providers(texts ...[]byte) map[string]bool {
	found := map[string]bool{}
	for _, text := range texts {
		v, _ := scan.Object(text)
		v.ForEach(func(name, value gjson.Result) bool {
			if shapes.IsVariable(name.Str) && value.IsBool() {
				found[strings.Clone(name.Str)] = value.Bool()
			}
			return len(found) < maxProviders
		})
	}
	return found
}
