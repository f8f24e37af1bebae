// Package sources is how the service reads the platforms. It holds what a platform says about itself (a Platform) and
// what an adapter does (a Route), recognises links by the descriptors without any network, and owns the one guarded
// client that may call the platforms' hosts. Each platform has a package of its own, which package platforms lists;
// simulator plays all of them for the demo and the tests. It may import internal/content, internal/apierror and
// internal/httpx only: it knows no database, no credits and no caller.
package sources

import (
	"context"
	"errors"

	"socialdata/internal/content"
)

// Operation is one thing that a route can do.
type Operation string

// The operations, as GET /v1/source-routes names them.
const (
	OpItem       Operation = "item"
	OpAccount    Operation = "account"
	OpItems      Operation = "items"
	OpComments   Operation = "comments"
	OpSearch     Operation = "search"
	OpTranscript Operation = "transcript"
	OpMedia      Operation = "media"
	OpPlaylist   Operation = "playlist"
	OpHashtag    Operation = "hashtag"
)

// Route is one way to read one platform: its public web answers, or an official API. A nil function is an operation
// that the route does not have. Every function is safe for concurrent use, returns only errors of the catalogue, and
// never invents: what the platform hides is nil, what the contract needs and the answer lacks is source_changed with
// "missing", the platform's own throttling is route_degraded. The caller adds platform and routeId.
type Route struct {
	ID              string // "video_site.web"
	Platform        content.Platform
	ContractVersion string                 // raised when what the route reads changes meaning
	Official        bool                   // an official API, by a credential of the operator
	Captions        bool                   // Item honours ItemRequest.Transcript
	Known           func() Known           // nil, or the objects by which the route is checked
	Unproven        []Operation            // nothing proves that visitors are answered: named once they have succeeded here
	Evidence        map[Operation]Evidence // by what their answers are known; an operation may be missing

	Item     func(context.Context, ItemRequest) (*content.Item, error)
	Account  func(context.Context, AccountSelector) (*content.Account, error)
	Items    func(context.Context, ListRequest) (*Page[content.ItemSummary], error)
	Comments func(context.Context, CommentsRequest) (*Page[content.Comment], error)
	Search   func(context.Context, SearchRequest) (*Page[content.ItemSummary], error)
	Accounts func(context.Context, SearchRequest) (*Page[content.AccountRow], error) // search for accounts
	Media    func(context.Context, ItemRequest) (*Media, error)                      // where the bytes of an item are
	Playlist func(context.Context, LinkedListRequest) (*Page[content.ItemSummary], error)
	Hashtag  func(context.Context, LinkedListRequest) (*Page[content.ItemSummary], error)
}

// Evidence says by what the answers of an operation are known.
type Evidence string

// Recorded answers were seen from a platform itself; described ones only in other programs that read them.
const (
	EvidenceRecorded  Evidence = "recorded"
	EvidenceDescribed Evidence = "described"
)

// ErrNotCovered is the cause of an error of a route that works and does not cover what was asked for.
var ErrNotCovered = errors.New("the route does not cover this")

// Operations lists what the route can do.
func (r Route) Operations() []Operation {
	ops := []Operation{}
	add := func(has bool, op Operation) {
		if has {
			ops = append(ops, op)
		}
	}
	add(r.Item != nil, OpItem)
	add(r.Account != nil, OpAccount)
	add(r.Items != nil, OpItems)
	add(r.Comments != nil, OpComments)
	add(r.Search != nil || r.Accounts != nil, OpSearch)
	add(r.Item != nil && r.Captions, OpTranscript)
	add(r.Media != nil, OpMedia)
	add(r.Playlist != nil, OpPlaylist)
	add(r.Hashtag != nil, OpHashtag)
	return ops
}

// ItemRequest asks for one item. Link is a supported link with target item. Transcript asks for captions too: without
// any the item's Transcript is nil; captions that exist and cannot be fetched are an error. Language chooses among those
// that exist, which the item's Captions lists; "" is the spoken one.
type ItemRequest struct {
	Link       Link
	Transcript bool
	Language   string // a canonical BCP 47 tag
}

// Media is an item together with where its bytes are, read from one answer of the platform. Files is empty where the
// platform gives none to visitors. Those of a video are its renditions, the preferred one first; those of any other item
// are its parts, in the platform's order.
type Media struct {
	Item  *content.Item // as Item would give it, with its transcript where it was asked for
	Files []MediaFile
}

// MediaFile is one downloadable file of an item. Addresses are https on one of the platform's own media hosts.
type MediaFile struct {
	Kind      content.MediaKind
	URL       string            // "" where the platform names the part and no address that may be fetched
	Name      string            // the platform's own name of the part, the same at every look; "" where it gives none
	AltText   *string           // of a picture, as its author or the platform describes it
	Others    []string          // further addresses of the same file, in the order in which they are tried
	Type      string            // content type as the platform says; "" unknown
	Width     int64             // pixels; 0 unknown
	Height    int64             // pixels; 0 unknown
	Header    map[string]string // that the media host wants, such as Referer
	MaxRange  int64             // bytes that the media host sends at once; 0 is the whole file
	ExpiresAt *content.Time
	Sound     *MediaFile // nil, or the sound of a file that holds the picture alone: both have to be joined
}

// AccountSelector names an account: by its stable local id, by its handle (without @), or by the canonical link of a
// legacy name that only the platform can resolve. At least one is set; ID wins.
type AccountSelector struct {
	ID     string
	Handle string
	URL    string
}

// ListRequest asks for one page of an account's items. Token is "" for the first page, else the Next of the page
// before, whose content only the route understands. Known is the account as the first page showed it, because later
// pages of some platforms no longer say.
type ListRequest struct {
	Account    AccountSelector
	Known      *content.AccountRef
	Collection string // one of the platform's parameter of that name, or ""
	Sort       string // the same
	Ads        AdFilter
	Token      string
	// Newest asks only for what is new: the first page may be shorter, and its rows need not tell lengths or what runs now.
	Newest bool
}

// AdFilter narrows a list or search of the ad library. Dates are yyyy-mm-dd or "".
type AdFilter struct {
	Status      string // active|inactive|all
	Country     string // ALL or two capital letters
	MediaKind   string // all|video|image
	StartedFrom string
	StartedTo   string
}

// CommentsRequest asks for one page of an item's comments, or of the replies to Parent.
type CommentsRequest struct {
	Link   Link
	Parent string
	Sort   string // one of the platform's parameter of that name, or ""
	Token  string
}

// SearchRequest asks for one page of a search.
type SearchRequest struct {
	Query string
	Sort  string // one of the platform's parameter of that name, or ""
	Ads   AdFilter
	Token string
}

// Page is one page of observed rows in the platform's order.
type Page[T any] struct {
	Rows             []T
	Next             string // the route's own token; "" if the platform says that this is the end
	Total            *int64
	TotalApproximate bool
	Account          *content.AccountRef // lists: whose items these are
	Item             *ItemRef            // comments: whose comments these are
	Title            *string             `json:",omitempty"` // lists that are no account's: what the platform calls it
}

// ItemRef names an item inside a page of comments.
type ItemRef struct {
	ID  string `json:"id"`
	URL string `json:"url"`
}
