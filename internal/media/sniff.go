package media

import (
	"io"

	"github.com/gabriel-vasile/mimetype"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// family is a group of content types with the same structure.
type family int

const (
	famMP4  family = iota // ISO base media with tracks
	famHEIF               // ISO base media with a still picture: HEIC, AVIF
	famWebM
	famJPEG
	famPNG
	famGIF
	famWebP
)

// contentKind is the kind of a file according to its first bytes.
type contentKind struct {
	contentType string
	family      family
	kind        content.MediaKind
}

// kindOf returns the kind of a content type; false if it is not supported.
func kindOf(contentType string) (contentKind, bool) {
	video, image := content.MediaVideo, content.MediaImage
	switch contentType {
	case "video/mp4", "video/x-m4v", "audio/mp4", "audio/x-m4a": // the tracks decide between video and audio
		return contentKind{"video/mp4", famMP4, video}, true
	case "video/quicktime", "video/3gpp", "video/3gpp2":
		return contentKind{contentType, famMP4, video}, true
	case "video/webm", "video/x-matroska":
		return contentKind{contentType, famWebM, video}, true
	case "image/heic", "image/heic-sequence":
		return contentKind{"image/heic", famHEIF, image}, true
	case "image/heif", "image/heif-sequence":
		return contentKind{"image/heif", famHEIF, image}, true
	case "image/avif":
		return contentKind{contentType, famHEIF, image}, true
	case "image/jpeg":
		return contentKind{contentType, famJPEG, image}, true
	case "image/png", "image/vnd.mozilla.apng":
		return contentKind{"image/png", famPNG, image}, true
	case "image/gif":
		return contentKind{contentType, famGIF, image}, true
	case "image/webp":
		return contentKind{contentType, famWebP, image}, true
	}
	return contentKind{}, false
}

// sniff detects the kind of a file from its first bytes. It returns media_invalid if the file is not media, and
// unsupported_media if its kind is not supported.
func sniff(r io.ReaderAt, size int64) (contentKind, error) {
	if size == 0 {
		return contentKind{}, invalid(ReasonEmpty)
	}
	found, err := mimetype.DetectReader(io.NewSectionReader(r, 0, size))
	if err != nil {
		return contentKind{}, invalidBy(err, ReasonUnrecognised)
	}
	for m := found; m != nil; m = m.Parent() {
		if s, ok := kindOf(m.String()); ok {
			return s, nil
		}
	}
	for m := found; m != nil; m = m.Parent() {
		switch {
		case m.Is("text/html"):
			return contentKind{}, invalid(ReasonHTML)
		case m.Is("application/vnd.apple.mpegurl"):
			return contentKind{}, invalid(ReasonPlaylist)
		case m.Is("image/svg+xml"):
			return contentKind{}, unsupported(m.String())
		case m.Is("text/plain"):
			return contentKind{}, invalid(ReasonUnrecognised)
		}
	}
	if found.Is("application/octet-stream") {
		return contentKind{}, invalid(ReasonUnrecognised)
	}
	return contentKind{}, unsupported(found.String())
}

func unsupported(contentType string) *apierror.Error {
	return apierror.New(apierror.CodeUnsupportedMedia, "reason", contentType, "supported", SupportedKinds())
}
