// Package content defines the public types of the service: Item, Account, list rows and their parts as in the API, their
// enums and limits. It may not import any other package of ours and knows no database, HTTP or platform's format.
// Lengths are in code points; times are UTC; nil means "unknown", never "zero".
package content

// Platform is the name of a platform in the API. The set is open: package platforms lists the supported ones.
type Platform string

// The names used by several packages: platforms with fields of their own in Account.
const (
	VideoSite Platform = "video_site"
	ClipSite  Platform = "clip_site"
	PhotoSite Platform = "photo_site"
	AdLibrary Platform = "ad_library"
)

// Kind is the kind of an item.
type Kind string

// The kinds of an item: shorts, reels and clips are KindShort; a post of several media is KindCarousel.
const (
	KindVideo    Kind = "video"
	KindShort    Kind = "short"
	KindImage    Kind = "image"
	KindCarousel Kind = "carousel"
	KindAd       Kind = "ad"
)

// Kinds lists every Kind once.
func Kinds() []Kind { return []Kind{KindVideo, KindShort, KindImage, KindCarousel, KindAd} }

// NaturalID joins a platform and a platform's own id: "clip_site:7571863205253778710".
func NaturalID(p Platform, local string) string { return string(p) + ":" + local }
