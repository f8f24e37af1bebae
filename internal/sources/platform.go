package sources

import (
	"slices"
	"strings"
	"time"

	"socialdata/internal/content"
)

// Platform describes a platform to the rest of the service: its names, how its links and ids look, and which questions
// it answers. How it is read is the business of its routes. A descriptor is never changed after it was made.
type Platform struct {
	Name  content.Platform // on the wire, as in natural ids: "video_site"
	Title string           // as people know it: "YouTube"
	Mark  string           // SVG path data of its icon, drawn as lines on a grid of 16 by 16

	// Hosts are the domains that its routes may call, with their sub-domains: pages, endpoints and media.
	Hosts []string
	// MediaRange is how many bytes its media hosts send at once without slowing down; 0 is the whole file.
	MediaRange int64

	Links    LinkRules
	Items    ItemRules
	Accounts AccountRules

	Linked   []ListKind    // lists beside an account's that its routes read, by their links
	Lists    Parameters    // what GET /v1/items reads, beside account, cursor and maxAge
	Comments *CommentRules // nil: comments cannot be listed
	Search   *SearchRules  // nil: it has no search for visitors
}

// ListsLinked reports whether routes of the platform read lists of a kind by their links.
func (p Platform) ListsLinked(kind ListKind) bool { return slices.Contains(p.Linked, kind) }

// LinkRules say how links of the platform are recognised, without any network.
type LinkRules struct {
	// Hosts are all hosts of links, exactly: another sub-domain of a platform may serve anything.
	Hosts []string
	// HasHost reports whether a host that is not in Hosts is one all the same; nil if there is none.
	HasHost func(host string) bool
	// Recognize reads an address on one of the hosts, whose port is the scheme's own.
	Recognize func(Address) Link
	// Others names, for people, what its links lead to beside items and accounts: "a playlist".
	Others string
	// RecognizeOwner reads the addresses that name an account only to a list of its items; nil if there are none.
	RecognizeOwner func(Address) (Link, bool)
	// RecognizeList reads the addresses of lists that are no account's, whether they can be read or not; nil if there are none.
	RecognizeList func(Address) (ListLink, bool)
}

// ItemRules say what the items of the platform are.
type ItemRules struct {
	Kinds []content.Kind       // that its items have, for errors' details
	IsID  func(id string) bool // reports whether id can be an item's own id
	Link  func(id string) Link // the link to the item of that id
	// MadeAt returns about when the item of that id was made, up to a day before its publication; ok is false if the id does
	// not tell. nil: ids of the platform tell no time, or its rows tell the time of publication.
	MadeAt func(id string) (at time.Time, ok bool)
	// NotOffered names, by kind, the fields that the platform has for no item of that kind, as unavailableFields names
	// them: a null there is no secret of the author's.
	NotOffered map[content.Kind][]string
}

// Offers reports whether items of a kind can have a field. The platform may still hide it of one of them.
func (r ItemRules) Offers(kind content.Kind, field string) bool {
	return !slices.Contains(r.NotOffered[kind], field)
}

// AccountRules say how accounts of the platform are named and read.
type AccountRules struct {
	IsID     func(id string) bool     // reports whether id can be an account's stable id
	IsHandle func(handle string) bool // the same of a handle without its @; nil if accounts have none

	Lookup    bool   // GET /v1/accounts/lookup reads its accounts
	IDPattern string // regular expression of the ids that the lookup reads; "" if it reads handles alone
	// ListByHandle says that lists need the handle: an account that is asked for by its id needs one that was seen with
	// it.
	ListByHandle bool
	// Feed says that routes have a cheaper way to tell what is new in a list that begins with the newest.
	Feed bool
}

// CommentRules say what GET /v1/comments reads, beside the item, parent, cursor and maxAge.
type CommentRules struct{ Parameters Parameters }

// SearchRules say what GET /v1/search reads, beside the query, cursor and maxAge.
type SearchRules struct {
	Accounts   bool // accounts can be searched for, too
	Parameters Parameters
}

// Parameter is a query parameter that only some platforms read.
type Parameter struct {
	Name    string
	Values  []string // that the platform reads; nil: all that the contract allows
	Default string   // "" if it has none
	Newest  string   // of a sort, the value that lists the newest first; "" if none does
	Doc     string   // for the contract, where Values do not say it all
}

// Parameters are what one operation reads of one platform.
type Parameters []Parameter

// Find returns the parameter of that name.
func (list Parameters) Find(name string) (Parameter, bool) {
	i := slices.IndexFunc(list, func(p Parameter) bool { return p.Name == name })
	if i < 0 {
		return Parameter{}, false
	}
	return list[i], true
}

// Value returns the value of a parameter: as given, its default if given is "", and "" if the platform does not read it.
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

// AdFilter returns the filter of the ad library with the defaults filled in, and what the platform does not read left
// out.
func (list Parameters) AdFilter(given AdFilter) AdFilter {
	return AdFilter{
		Status:      list.Value("status", given.Status),
		Country:     list.Value("country", given.Country),
		MediaKind:   list.Value("mediaKind", given.MediaKind),
		StartedFrom: list.Value("startedFrom", given.StartedFrom),
		StartedTo:   list.Value("startedTo", given.StartedTo),
	}
}

// NewestFirst reports whether an account's items come newest first when they are listed by sort. Without a sort platforms
// list them so.
func (p Platform) NewestFirst(sort string) bool {
	by, has := p.Lists.Find("sort")
	return !has || by.Newest != "" && by.Newest == sort
}

// Known returns the known objects of the platform by their local ids, each "" if there is none. account may be "@" and
// a handle. The lists that it asks for are those of a caller who names no parameter.
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
