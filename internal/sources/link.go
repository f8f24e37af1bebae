package sources

import "socialdata/internal/content"

// Target is the kind of object that a link points to.
type Target string

// The targets of a Resolution.
const (
	TargetItem    Target = "item"
	TargetAccount Target = "account"
)

// Reason says why a link is not supported.
type Reason string

// The reasons of a Resolution.
const (
	UnsupportedHost     Reason = "unsupported_host"
	ShortLink           Reason = "short_link"
	AccountNotSupported Reason = "account_not_supported"
	ObjectNotSupported  Reason = "object_not_supported"
	UnrecognizedURL     Reason = "unrecognized_url"
)

// Link is the result of recognising an address, without any network.
type Link struct {
	Canonical string           // https, no tracking, no user info; the normalised input if unsupported
	Platform  content.Platform // "" on a foreign host
	Target    Target           // "" if unknown
	LocalID   string           // item: video id, post id, shortcode, deeplink id of an ad; account: UC… id or page id; else ""
	Handle    string           // account name in the link, without @; "" if the link has none
	Kind      content.Kind     // what the path alone says (short for /shorts/), else ""
	Reason    Reason           // "" if supported

	// IsAlias reports that the platform's answers may call the item by another id than LocalID, so the link has no
	// natural id: ad library links carry deeplink ids, while ads are identified by archive ids.
	IsAlias bool
}

// Supported reports whether the service can read what the link points to.
func (l Link) Supported() bool { return l.Reason == "" }

// NaturalID returns the natural id that the link certainly has, else "".
func (l Link) NaturalID() string {
	if !l.Supported() || l.LocalID == "" || l.IsAlias {
		return ""
	}
	return content.NaturalID(l.Platform, l.LocalID)
}
