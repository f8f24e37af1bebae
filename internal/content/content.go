// Package content holds the public shapes of the service: what an Item, an Account, a page and their parts look like on
// the wire, and the closed words they use. It may not import any other package of ours and knows no database, no HTTP
// and no platform's format. Lengths are code points; times are UTC; nil means "not known", never "zero".
package content

// Platform is one of the four neutral platform names of the wire.
type Platform string

// The supported platforms, in the order of the specification.
const (
	VideoSite Platform = "video_site"
	ClipSite  Platform = "clip_site"
	PhotoSite Platform = "photo_site"
	AdLibrary Platform = "ad_library"
)

// Platforms lists every Platform once.
func Platforms() []Platform { return []Platform{VideoSite, ClipSite, PhotoSite, AdLibrary} }

// Valid tells whether p is one of Platforms.
func (p Platform) Valid() bool {
	switch p {
	case VideoSite, ClipSite, PhotoSite, AdLibrary:
		return true
	}
	return false
}

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
