// Package sources reads the platforms. It defines how a platform is described (Platform) and what an adapter can do
// (Route), recognises links from the descriptors without any network, and contains the one guarded client that may call
// the platforms' hosts. Each platform has a package of its own, listed by package platforms; simulator simulates all of
// them for the demo and the tests. It may import internal/content, internal/apierror and internal/httpx only: it knows
// no database, no credits and no caller.
package sources

import (
	"context"
	"errors"

	"socialdata/internal/content"
)

// Operation is one operation of a route.
type Operation string

// The operations, named as in GET /v1/source-routes.
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

// Route is one way to read one platform: its public web answers, or an official API. A nil function means that the route
// does not have the operation. Every function is safe for concurrent use, returns only catalogue errors, and never
// invents values: what the platform hides is nil; if the answer lacks what the contract requires, the error is
// source_changed with "missing"; throttling by the platform is route_degraded. The caller adds platform and routeId.
type Route struct {
	ID              string // "video_site.web"
	Platform        content.Platform
	ContractVersion string                 // increased when values that the route reads change their meaning
	Official        bool                   // an official API, called with a credential of the operator
	Captions        bool                   // Item honours ItemRequest.Transcript
	Known           func() Known           // returns the objects by which the route is checked; may be nil
	Unproven        []Operation            // operations not known to work for visitors: listed only after they have succeeded here
	Evidence        map[Operation]Evidence // how the answers of an operation are known; may lack operations

	Item     func(context.Context, ItemRequest) (*content.Item, error)
	Account  func(context.Context, AccountSelector) (*content.Account, error)
	Items    func(context.Context, ListRequest) (*Page[content.ItemSummary], error)
	Comments func(context.Context, CommentsRequest) (*Page[content.Comment], error)
	Search   func(context.Context, SearchRequest) (*Page[content.ItemSummary], error)
	Accounts func(context.Context, SearchRequest) (*Page[content.AccountRow], error) // search for accounts
	Media    func(context.Context, ItemRequest) (*Media, error)                      // addresses of an item's files
	Playlist func(context.Context, LinkedListRequest) (*Page[content.ItemSummary], error)
	Hashtag  func(context.Context, LinkedListRequest) (*Page[content.ItemSummary], error)
}

// Evidence is how the answers of an operation are known.
type Evidence string

// Recorded answers were seen from the platform itself; described ones only in other programs that read it.
const (
	EvidenceRecorded  Evidence = "recorded"
	EvidenceDescribed Evidence = "described"
)

// ErrNotCovered is the cause of an error when the route works but does not support the request.
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

// ItemRequest asks for one item. Link is a supported link with target item. If Transcript is set, captions are read,
// too: an item without captions has a nil Transcript; captions that exist and cannot be fetched are an error. Language
// selects one of the item's Captions; "" is the spoken language.
type ItemRequest struct {
	Link       Link
	Transcript bool
	Language   string // a canonical BCP 47 tag
}

// Media is an item together with the addresses of its files, read from one answer of the platform. Files is empty if the
// platform offers none to visitors. The files of a video are its renditions, the preferred one first; those of any other
// item are its parts, in the platform's order.
type Media struct {
	Item  *content.Item // as the route's Item returns it, with its transcript if requested
	Files []MediaFile
}

// MediaFile is one downloadable file of an item. Its addresses are https on one of the platform's own media hosts.
type MediaFile struct {
	Kind      content.MediaKind
	URL       string            // "" if the platform names the part without an address that may be fetched
	Name      string            // the platform's own name of the part, the same at every fetch; "" if it has none
	AltText   *string           // of a picture, as its author or the platform describes it
	Others    []string          // alternative addresses of the same file, in the order in which they are tried
	Type      string            // content type stated by the platform; "" if unknown
	Width     int64             // pixels; 0 unknown
	Height    int64             // pixels; 0 unknown
	Header    map[string]string // headers that the media host requires, such as Referer
	MaxRange  int64             // bytes that the media host sends in one request; 0 means the whole file
	ExpiresAt *content.Time
	Sound     *MediaFile // for a file without sound, the file of its sound, which must be merged; else nil
}

// Parts returns how many files are downloaded for it: 2 if its sound is a file of its own.
func (f MediaFile) Parts() int {
	if f.Sound != nil {
		return 2
	}
	return 1
}

// AccountSelector identifies an account by its stable local id, by its handle (without @), or by the canonical link of a
// legacy name that only the platform can resolve. At least one is set; ID takes precedence.
type AccountSelector struct {
	ID     string
	Handle string
	URL    string
}

// ListRequest asks for one page of an account's items. Token is "" for the first page, else the previous page's Next, which
// only the route understands. Known is the account as the first page showed it, because later pages of some platforms omit it.
type ListRequest struct {
	Account    AccountSelector
	Known      *content.AccountRef
	Collection string // a value of the platform's collection parameter, or ""
	Sort       string // a value of the platform's sort parameter, or ""
	Ads        AdFilter
	Token      string
	// Newest asks only for new items: the first page may be shorter, and rows may lack lengths and live status.
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
	Sort   string // a value of the platform's sort parameter, or ""
	Token  string
}

// SearchRequest asks for one page of a search.
type SearchRequest struct {
	Query string
	Sort  string // a value of the platform's sort parameter, or ""
	Ads   AdFilter
	Token string
}

// Page is one page of observed rows in the platform's order.
type Page[T any] struct {
	Rows             []T
	Next             string // the route's own token; "" on the last page
	Total            *int64
	TotalApproximate bool
	Account          *content.AccountRef // lists: the owner of these items
	Item             *ItemRef            // comments: the item they belong to
	Title            *string             `json:",omitempty"` // lists other than an account's: the platform's title
	Unread           []string            `json:",omitempty"` // names of elements in the place of rows that the route does not know, without order
}

// ItemRef names an item inside a page of comments.
type ItemRef struct {
	ID  string `json:"id"`
	URL string `json:"url"`
}
