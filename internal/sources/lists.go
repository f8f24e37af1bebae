package sources

import (
	"context"
	"slices"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// ListKind says what a list of items belongs to.
type ListKind string

// The kinds of lists. All but an account's have a page and a link of their own.
const (
	ListAccount  ListKind = "account"
	ListPlaylist ListKind = "playlist"
	ListHashtag  ListKind = "hashtag"
	ListSound    ListKind = "sound"
)

// ListLink is a link to a list that does not belong to an account.
type ListLink struct {
	Canonical string
	Platform  content.Platform
	Kind      ListKind
	ID        string // the platform's own id of a playlist or sound; the word of a hashtag, without "#"
	Missing   string // what the link lacks to be listed; "" if it lacks nothing, though the platform may still not list its kind
}

// NaturalID returns the natural id of the list.
func (l ListLink) NaturalID() string { return content.NaturalID(l.Platform, l.ID) }

// Operation returns the operation of a route that reads lists of the kind: they are called alike.
func (k ListKind) Operation() Operation { return Operation(k) }

// ListSource describes the list that a page is part of. Unknown fields are nil.
type ListSource struct {
	Kind  ListKind `json:"kind" enum:"account,playlist,hashtag,sound"`
	ID    *string  `json:"id" doc:"Natural id: of the account, or the platform's id of the playlist, or the hashtag's word"`
	Title *string  `json:"title" doc:"As the platform shows it"`
	URL   *string  `json:"url"`
}

// LinkedListRequest asks for one page of a list that is not an account's. Token is "" for the first page.
type LinkedListRequest struct {
	List  ListLink
	Token string
}

// ReadsLists returns the route's function for lists of kind k other than an account's; nil if it has none.
func (r Route) ReadsLists(k ListKind) func(context.Context, LinkedListRequest) (*Page[content.ItemSummary], error) {
	switch k {
	case ListPlaylist:
		return r.Playlist
	case ListHashtag:
		return r.Hashtag
	case ListAccount, ListSound:
	}
	return nil
}

// ListOf returns the list that an address names, readable or not, without any network; ok is false if it names none.
func (set Platforms) ListOf(raw string) (l ListLink, ok bool) {
	a, reason := parseAddress(raw)
	if reason != "" {
		return l, false
	}
	p := set.ofLink(&a)
	if p == nil || p.Links.RecognizeList == nil {
		return l, false
	}
	if l, ok = p.Links.RecognizeList(a); ok && l.Missing == "" && !p.ListsLinked(l.Kind) {
		l.Missing = "evidence that visitors are shown the pages of a " + string(l.Kind)
	}
	return l, ok
}

// PointToList rewrites the message of refused to name the operation that reads the link, if the link is a readable list.
func (set Platforms) PointToList(refused *apierror.Error, raw string) *apierror.Error {
	if l, ok := set.ListOf(raw); ok && l.Missing == "" && refused.Code == apierror.CodeUnsupportedObject {
		refused.Message = "This link is a " + string(l.Kind) + ": GET /v1/items?url=… reads it."
	}
	return refused
}

// RecognizeList returns the list that an address names. A malformed address is invalid_input on the field "url"; an
// address of anything else, or of a list that cannot be read, is unsupported_object with what is missing.
func (set Platforms) RecognizeList(raw string) (ListLink, *apierror.Error) {
	l, ok := set.ListOf(raw)
	if ok && l.Missing == "" {
		return l, nil
	}
	link, problem := set.Recognize(raw)
	if problem != nil {
		return l, problem
	}
	reason := link.Reason
	switch {
	case link.Supported() && link.Target == TargetAccount:
		reason = AccountNotSupported
	case ok, link.Supported():
		reason = ObjectNotSupported
	}
	var platform any
	if link.Platform != "" {
		platform = link.Platform
	}
	f := apierror.New(apierror.CodeUnsupportedObject, "platform", platform, "reason", reason, "supported", set.listed(link.Platform))
	if ok {
		f.With("missing", []string{l.Missing})
	}
	return l, f
}

// listed names the kinds of lists, other than an account's, that the platform has; for an unknown platform, those of any.
func (set *Platforms) listed(name content.Platform) []string {
	names := []string{}
	for _, kind := range []ListKind{ListPlaylist, ListHashtag, ListSound} {
		if slices.ContainsFunc(set.all, func(p Platform) bool { return (name == "" || name == p.Name) && p.ListsLinked(kind) }) {
			names = append(names, string(kind))
		}
	}
	return names
}
