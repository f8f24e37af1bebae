// Package media downloads and analyses the bytes of an item: it verifies and measures them, makes a poster, finds the
// shots, and signs the links under which they are served. The packages below it walk files (container), find shots
// (shots), make lines of the text on screen (screentext), read provenance marks (provenance), describe a creative (creative), have speech written down
// (speech) by the operator's server (modelserver) and store bytes (blobs).
//
// It may import container, screentext, shots, internal/child, internal/httpx, internal/content and internal/apierror. It knows no
// platform, database or caller; the outbound client is passed to it as an http.RoundTripper. All bytes are untrusted:
// their type is detected from the bytes, never taken from a name or header; decoders run as child processes limited in
// time, CPU, memory and output, and never see an address.
package media

import (
	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// Facts holds the measurements of verified bytes; nil means not measured.
type Facts struct {
	Kind        content.MediaKind
	ContentType string // detected, refined by the tracks: an MP4 without video is audio/mp4
	Bytes       int64
	DurationMs  *int64   // nil for an image
	Width       *int64   // pixels as displayed, rotation applied
	Height      *int64   // pixels as displayed, rotation applied
	HasVideo    *bool    // nil for an image
	HasAudio    *bool    // nil for an image
	FrameRate   *float64 // frames per second of a video
}

// SupportedKinds returns the details.supported of unsupported_media.
func SupportedKinds() []content.MediaKind {
	return []content.MediaKind{content.MediaVideo, content.MediaImage}
}

// Reasons of media_invalid.
const (
	ReasonEmpty         = "empty"
	ReasonTooLarge      = "too_large" // more bytes than allowed
	ReasonTruncated     = "truncated"
	ReasonHTML          = "html"
	ReasonPlaylist      = "playlist"
	ReasonUnrecognised  = "unrecognised" // text, or an unknown format
	ReasonPolyglot      = "polyglot"     // a second file is appended to the first
	ReasonNested        = "nested"
	ReasonTooManyPixels = "too_many_pixels"
	ReasonLengthLies    = "length_lies" // headers and samples state different lengths
	ReasonNoTracks      = "no_tracks"
	ReasonUndecodable   = "undecodable"
	ReasonTooCostly     = "too_costly" // analysing it reached a limit
)

func invalid(reason string) *apierror.Error {
	return apierror.New(apierror.CodeMediaInvalid, "reason", reason)
}

func invalidBy(cause error, reason string) *apierror.Error {
	return apierror.Wrap(cause, apierror.CodeMediaInvalid, "reason", reason)
}
