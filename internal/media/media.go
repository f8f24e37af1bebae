// Package media downloads the bytes of an item and says what they are: it verifies and measures them, takes a poster,
// finds the shots, and signs the links under which they are served. Its packages walk files (container), find takes
// (shots), read provenance marks (provenance), describe a creative (creative) and keep bytes (blobs).
//
// It may import container, shots, internal/child, internal/httpx, internal/content and internal/apierror. It knows no
// platform, no database and no caller; the outbound client is an http.RoundTripper that it is given. All bytes are
// untrusted: they are sniffed, never believed by name or header; decoders run as child processes bounded in time, CPU,
// memory and output, and never see an address.
package media

import (
	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// Facts holds the measurements of verified bytes; nil means not measured.
type Facts struct {
	Kind        content.MediaKind
	ContentType string // sniffed, refined by the tracks: an MP4 without pictures is audio/mp4
	Bytes       int64
	DurationMs  *int64   // nil for an image
	Width       *int64   // pixels as displayed, rotation applied
	Height      *int64   // pixels as displayed, rotation applied
	HasVideo    *bool    // nil for an image
	HasAudio    *bool    // nil for an image
	FrameRate   *float64 // frames per second of a video
}

// SupportedKinds returns what details.supported of unsupported_media names.
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
	ReasonUnrecognised  = "unrecognised" // text, or nothing that is known
	ReasonPolyglot      = "polyglot"     // a second file hides behind the first
	ReasonNested        = "nested"
	ReasonTooManyPixels = "too_many_pixels"
	ReasonLengthLies    = "length_lies" // what the headers say is not what the samples say
	ReasonNoTracks      = "no_tracks"
	ReasonUndecodable   = "undecodable"
	ReasonTooCostly     = "too_costly" // a bounded run reached its bound
)

func invalid(reason string) *apierror.Error {
	return apierror.New(apierror.CodeMediaInvalid, "reason", reason)
}

func invalidBy(cause error, reason string) *apierror.Error {
	return apierror.Wrap(cause, apierror.CodeMediaInvalid, "reason", reason)
}
