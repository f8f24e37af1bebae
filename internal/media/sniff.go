package media

import (
	"io"

	"github.com/gabriel-vasile/mimetype"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// family is a group of content types that share one structure.
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

// sniffed is what the first bytes of a file say that it is.
type sniffed struct {
	contentType string
	family      family
	kind        content.MediaKind
}

// known tells what a content type is read as. What is not here is refused.
func known(contentType string) (sniffed, bool) {
	video, image := content.MediaVideo, content.MediaImage
	switch contentType {
	case "video/mp4", "video/x-m4v", "audio/mp4", "audio/x-m4a": // the tracks decide between video and audio
		return sniffed{"video/mp4", famMP4, video}, true
	case "video/quicktime", "video/3gpp", "video/3gpp2":
		return sniffed{contentType, famMP4, video}, true
	case "video/webm", "video/x-matroska":
		return sniffed{contentType, famWebM, video}, true
	case "image/heic", "image/heic-sequence":
		return sniffed{"image/heic", famHEIF, image}, true
	case "image/heif", "image/heif-sequence":
		return sniffed{"image/heif", famHEIF, image}, true
	case "image/avif":
		return sniffed{contentType, famHEIF, image}, true
	case "image/jpeg":
		return sniffed{contentType, famJPEG, image}, true
	case "image/png", "image/vnd.mozilla.apng":
		return sniffed{"image/png", famPNG, image}, true
	case "image/gif":
		return sniffed{contentType, famGIF, image}, true
	case "image/webp":
		return sniffed{contentType, famWebP, image}, true
	}
	return sniffed{}, false
}

// sniff names a file by its first bytes. What is no media at all is media_invalid; a whole file of another kind is
// unsupported_media.
func sniff(r io.ReaderAt, size int64) (sniffed, error) {
	if size == 0 {
		return sniffed{}, invalid(ReasonEmpty)
	}
	found, err := mimetype.DetectReader(io.NewSectionReader(r, 0, size))
	if err != nil {
		return sniffed{}, invalidBy(err, ReasonUnrecognised)
	}
	for m := found; m != nil; m = m.Parent() {
		if s, ok := known(m.String()); ok {
			return s, nil
		}
	}
	for m := found; m != nil; m = m.Parent() {
		switch {
		case m.Is("text/html"):
			return sniffed{}, invalid(ReasonHTML)
		case m.Is("application/vnd.apple.mpegurl"):
			return sniffed{}, invalid(ReasonPlaylist)
		case m.Is("image/svg+xml"):
			return sniffed{}, unsupported(m.String())
		case m.Is("text/plain"):
			return sniffed{}, invalid(ReasonUnrecognised)
		}
	}
	if found.Is("application/octet-stream") {
		return sniffed{}, invalid(ReasonUnrecognised)
	}
	return sniffed{}, unsupported(found.String())
}

func unsupported(contentType string) *apierror.Error {
	return apierror.New(apierror.CodeUnsupportedMedia, "reason", contentType, "supported", SupportedKinds())
}
