// Package media serves stored files under signed links, whole or in ranges. It may import handlers/session,
// internal/media, models and their subpackages. It requires no credential, because the link is one. It never trusts a
// file: the content type was detected when the file was stored, and browsers may neither guess another nor execute
// it.
package media

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/export"
	"socialdata/internal/media"
	"socialdata/internal/media/blobs"
	"socialdata/models"
	"socialdata/models/references"
)

// Handlers serve media.
type Handlers struct {
	Store *models.Store
	Blobs *blobs.Store
	Links *media.Signer

	Cookies *session.Cookies // of visitors who have entered the password of a share
}

// The patterns that Serve and ServeShared are mounted at.
const (
	Path       = media.LinkPath + ":token"
	SharedPath = "/s/:share" + Path
)

// types lists the content types that are served as they are. Files of other types are plain downloads.
var types = [...]string{
	"application/json", "audio/mp4", "audio/mpeg", "image/avif", "image/gif", "image/heic", "image/jpeg", "image/png", "image/webp",
	"text/vtt", "video/mp4", "video/quicktime", "video/webm", "video/x-matroska",
}

// Serve serves one file. It returns not_found for a forged or expired link and for media that no longer exists.
func (h *Handlers) Serve(c *fiber.Ctx) error {
	link, err := h.verify(c, "")
	if err != nil {
		return err
	}
	return h.serve(c, link, cacheControl(link, h.Store.Now()))
}

// revalidated lets a browser cache a file but makes it ask each time whether it may still show it.
const revalidated = "private, no-cache"

// ServeShared serves one file of a share's page. All its links end when the share ends.
func (h *Handlers) ServeShared(c *fiber.Ctx) error {
	share, err := h.Store.Shares.Open(c.UserContext(), c.Params("share"))
	if err != nil {
		return err
	}
	if !h.Cookies.OpensShare(share, c.Cookies(session.ShareName), h.Store.Now()) {
		return apierror.New(apierror.CodeNotFound, "resource", "share")
	}
	link, err := h.verify(c, share.ID)
	if err != nil {
		return err
	}
	c.Set("X-Robots-Tag", "noindex")
	return h.serve(c, link, revalidated)
}

// verify checks the link of a request. share is the share that it must be signed for, or "" for a link without one.
func (h *Handlers) verify(c *fiber.Ctx, share string) (media.Link, error) {
	link, err := h.Links.Verify(c.Params("token"), share, h.Store.Now())
	switch {
	case errors.Is(err, media.ErrLinkExpired):
		return link, apierror.Wrap(err, apierror.CodeNotFound, "resource", "media", "reason", "link_expired")
	case err != nil:
		return link, apierror.Wrap(err, apierror.CodeNotFound, "resource", "media")
	}
	return link, nil
}

// serve serves the file of a link.
func (h *Handlers) serve(c *fiber.Ctx, link media.Link, cache string) error {
	m, err := h.Store.References.FindMedia(c.UserContext(), "", link.MediaID)
	if err != nil {
		return err
	}
	describe(c, m, link.Disposition)
	c.Set(fiber.HeaderCacheControl, cache)
	tag := `"` + m.SHA256 + `"`
	c.Set(fiber.HeaderETag, tag)
	if HasTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return nil
	}
	from, to, err := asked(c, m.Bytes, tag)
	if err != nil {
		c.Set(fiber.HeaderContentRange, "bytes */"+strconv.FormatInt(m.Bytes, 10))
		c.Status(http.StatusRequestedRangeNotSatisfiable)
		return nil //nolint:nilerr // the status is the response
	}
	return h.send(c, m.BlobKey, from, to-from+1)
}

// describe sets the headers that say how a browser may use the file.
func describe(c *fiber.Ctx, m *references.KeptMedia, disposition media.Disposition) {
	contentType := m.ContentType
	if bare, _, _ := strings.Cut(contentType, ";"); !slices.Contains(types[:], bare) {
		contentType, disposition = fiber.MIMEOctetStream, media.Attachment
	}
	c.Set(fiber.HeaderContentType, contentType)
	c.Set(fiber.HeaderContentDisposition, mime.FormatMediaType(string(disposition), map[string]string{"filename": m.Filename}))
	c.Set(fiber.HeaderXContentTypeOptions, "nosniff")
	c.Set(fiber.HeaderContentSecurityPolicy, "sandbox; default-src 'none'")
	c.Set(fiber.HeaderReferrerPolicy, "no-referrer")
	c.Set(fiber.HeaderAcceptRanges, "bytes")
}

// longestCached is how long a browser may show a file without asking, even if it was deleted in the meantime.
const longestCached = 30 * time.Minute

// cacheControl lets a browser cache a file that is shown on a page while its link is valid. Downloads are not cached.
func cacheControl(link media.Link, now time.Time) string {
	if link.Disposition != media.Inline {
		return "private, no-store"
	}
	left := min(link.ExpiresAt.Sub(now), longestCached)
	return "private, max-age=" + strconv.Itoa(int(left.Seconds()))
}

// HasTag reports whether an If-None-Match header contains a tag. A weak tag also matches, because tags cover the whole body.
func HasTag(header, tag string) bool {
	for given := range strings.SplitSeq(header, ",") {
		if given = strings.TrimSpace(given); given == "*" || strings.TrimPrefix(given, "W/") == tag {
			return true
		}
	}
	return false
}

var errNoSuchBytes = errors.New("the range holds no byte of the file")

// asked returns the first and the last byte of the requested range, or an error if the file has no such bytes. If
// several ranges or a range of another version are requested, it returns the whole file.
func asked(c *fiber.Ctx, size int64, tag string) (from, to int64, err error) {
	header := c.Get(fiber.HeaderRange)
	condition := c.Get(fiber.HeaderIfRange)
	first, last, ok := byteRange(header, size)
	switch {
	case !ok, condition != "" && condition != tag, strings.Contains(header, ","):
		return 0, size - 1, nil
	case first > last:
		return 0, 0, errNoSuchBytes
	}
	c.Status(http.StatusPartialContent)
	c.Set(fiber.HeaderContentRange, fmt.Sprintf("bytes %d-%d/%d", first, last, size))
	return first, last, nil
}

// send streams n bytes of a blob, starting at from.
func (h *Handlers) send(c *fiber.Ctx, key string, from, n int64) error {
	blob, err := h.Blobs.Open(c.UserContext(), key)
	if errors.Is(err, blobs.ErrNotFound) { // deleted in the meantime
		return apierror.Wrap(err, apierror.CodeNotFound, "resource", "media", "reason", "media_expired")
	}
	if err != nil {
		return err
	}
	if _, err := blob.Seek(from, io.SeekStart); err != nil {
		_ = blob.Close()
		return apierror.Wrap(err, apierror.CodeStorageUnavailable).After(time.Second)
	}
	c.Context().Response.SetBodyStream(export.Paced(part{io.LimitReader(blob, n), blob}, c.Context().Conn()), int(n))
	return nil
}

// part is the section of a file that is being sent.
type part struct {
	io.Reader
	io.Closer
}
