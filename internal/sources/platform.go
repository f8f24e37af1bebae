package sources

import (
	"slices"
	"strings"
	"time"

	"socialdata/internal/content"
)

// Platform describes a platform to the rest of the service: its names, the form of its links and ids, and the operations
// that it supports. Its routes know how it is read. A descriptor is never changed after it was built.
type Platform struct {
	Name  content.Platform // name in the API and in natural ids: "video_site"
	Title string           // as people know it: "YouTube"
	Mark  string           // SVG path data of its icon, drawn as lines on a grid of 16 by 16

	// Hosts are the domains that its routes may call, with their sub-domains: pages, endpoints and media.
	Hosts []string
	// MediaRange is how many bytes its media hosts send in one request without throttling; 0 means the whole file.
	MediaRange int64

	Links    LinkRules
	Items    ItemRules
	Accounts AccountRules

	Linked   []ListKind    // lists other than an account's that its routes read, by their links
	Lists    Parameters    // further parameters of GET /v1/items, beside account, cursor and maxAge
	Comments *CommentRules // nil: comments cannot be listed
	Search   *SearchRules  // nil: it has no search for visitors
	Capture  *CaptureRules // nil: what it sent to a browser is not read
}

// ListsLinked reports whether routes of the platform read lists of a kind by their links.
func (p Platform) ListsLinked(kind ListKind) bool { return slices.Contains(p.Linked, kind) }

// LinkRules say how links of the platform are recognised, without any network.
type LinkRules struct {
	// Hosts are the exact hosts of links: other sub-domains of a platform may serve anything.
	Hosts []string
	// HasHost reports whether a host that is not in Hosts serves links, too; nil if there is none.
	HasHost func(host string) bool
	// Recognize reads an address on one of the hosts. It is only called for the scheme's default port.
	Recognize func(Address) Link
	// Others describes in messages what other links of the platform lead to: "a playlist".
	Others string
	// RecognizeOwner reads addresses that name an account only as the owner of a list of items; nil if there are none.
	RecognizeOwner func(Address) (Link, bool)
	// RecognizeList reads the addresses of lists other than an account's, readable or not; nil if there are none.
	RecognizeList func(Address) (ListLink, bool)
}

// ItemRules describe the items of the platform.
type ItemRules struct {
	Kinds []content.Kind       // kinds that its items have, for the details of errors
	IsID  func(id string) bool // reports whether id can be an item's own id
	Link  func(id string) Link // the link to the item of that id
	// MadeAt returns roughly when the item of that id was created, which is up to a day before its publication; ok is false
	// if the id does not show it. MadeAt is nil if ids contain no time, or if rows already state the time of publication.
	MadeAt func(id string) (at time.Time, ok bool)
	// NotOffered lists, by kind, the fields that the platform has for no item of that kind, named as in
	// unavailableFields: a null there does not mean that the author hides the value.
	NotOffered map[content.Kind][]string
}

// Offers reports whether items of a kind can have a field. The platform may still hide it for a single item.
func (r ItemRules) Offers(kind content.Kind, field string) bool {
	return !slices.Contains(r.NotOffered[kind], field)
}

// AccountRules describe how accounts of the platform are named and read.
type AccountRules struct {
	IsID     func(id string) bool         // reports whether id can be an account's stable id
	IsHandle func(handle string) bool     // reports whether handle, without its @, can be an account's; nil if accounts have none
	Address  func(AccountSelector) string // the canonical address of an account that is named by id or handle; "" if there is none

	Lookup    bool   // GET /v1/accounts/lookup reads its accounts
	IDPattern string // regular expression of the ids that the lookup reads; "" if it reads handles alone
	// ListByHandle says that lists need the handle: an account can be listed by its id only if its handle was seen before.
	ListByHandle bool
	// Feed says that routes have a cheaper call for the new items of a list that is sorted newest first.
	Feed bool
}

// CommentRules describe the parameters of GET /v1/comments, beside the item, parent, cursor and maxAge.
type CommentRules struct{ Parameters Parameters }

// SearchRules describe the parameters of GET /v1/search, beside the query, cursor and maxAge.
type SearchRules struct {
	Accounts   bool // accounts can be searched for as well
	Parameters Parameters
}

// Parameter is a query parameter that only some platforms read.
type Parameter struct {
	Name    string
	Values  []string // values that the platform accepts; nil: all that the contract allows
	Default string   // "" if it has none
	Newest  string   // for a sort, the value that lists the newest first; "" if none does
	Doc     string   // for the contract, where Values do not explain it
}

// Parameters are the parameters that one platform supports for one operation.
type Parameters []Parameter

// Find returns the parameter of that name.
func (list Parameters) Find(name string) (Parameter, bool) {
	i := slices.IndexFunc(list, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		return Parameter{}, false
	}
	return list[i], true
}

// Value returns given, or the default if given is ""; it returns "" if the platform does not support the parameter.
func (list Parameters) Value(name, given string) string {
	p, reads := list.Find(name)
	switch {
	case !reads:
		return ""
	case given != "":
		return given
	}
	return p.Default
}

// AdFilter returns given with defaults filled in, and without the fields that the platform does not support.
func (list Parameters) AdFilter(given AdFilter) AdFilter {
	return AdFilter{
		Status:      list.Value("status", given.Status),
		Country:     list.Value("country", given.Country),
		MediaKind:   list.Value("mediaKind", given.MediaKind),
		StartedFrom: list.Value("startedFrom", given.StartedFrom),
		StartedTo:   list.Value("startedTo", given.StartedTo),
	}
}

// NewestFirst reports whether sort lists an account's items newest first. A platform without a sort parameter does.
func (p Platform) NewestFirst(sort string) bool {
	by, has := p.Lists.Find("sort")
	return !has || by.Newest != "" && by.Newest == sort
}

// Known returns the known objects with these local ids, each "" if there is none; account may be "@" and a handle. Its
// lists use the default parameters.
func (p Platform) Known(item, account, query string) Known {
	k := Known{Search: SearchRequest{Query: query}}
	k.List = ListRequest{Collection: p.Lists.Value("collection", ""), Sort: p.Lists.Value("sort", ""), Ads: p.Lists.AdFilter(AdFilter{})}
	if p.Items.IsID(item) {
		link := p.Items.Link(item)
		k.Item = &link
	}
	if handle, named := strings.CutPrefix(account, "@"); named {
		k.Account.Handle = handle
	} else {
		k.Account.ID = account
	}
	if p.Comments != nil {
		k.CommentSort = p.Comments.Parameters.Value("sort", "")
	}
	if p.Search != nil {
		k.Search.Sort, k.Search.Ads = p.Search.Parameters.Value("sort", ""), p.Search.Parameters.AdFilter(AdFilter{})
	}
	return k
}
