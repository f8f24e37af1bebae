// Package content holds the public shapes of the service: what an Item, an Account, a row of a list and their parts
// look like in the API, their enums and their bounds. It may not import any other package of ours and knows no
// database, no HTTP and no platform's format. Lengths are code points; times are UTC; nil means "not known", never
// "zero".
package content

// Platform is the name of a platform on the wire. The set of them is open: package platforms lists those that are read.
type Platform string

// The names that more than one package mentions: those whose accounts have a block of their own.
const (
	VideoSite Platform = "video_site"
	ClipSite  Platform = "clip_site"
	PhotoSite Platform = "photo_site"
	AdLibrary Platform = "ad_library"
)

// Kind says what an item is.
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
