// Package media serves kept bytes under signed links, whole or in ranges. It may import handlers/session, internal/media, models and their
// sub-packages; it requires no credential, because the link is one, and never trusts a file: what it is was measured when
// it was kept, and a browser may neither guess nor run it.
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

	Cookies *session.Cookies // of strangers who gave the password of a share
}

// The patterns that Serve and ServeShared are mounted at.
const (
	Path       = media.LinkPath + ":token"
	SharedPath = "/s/:share" + Path
)

// types are what may be shown under its own name; anything else is a plain download.
var types = [...]string{
	"application/json", "audio/mp4", "audio/mpeg", "image/avif", "image/gif", "image/heic", "image/jpeg", "image/png", "image/webp",
	"text/vtt", "video/mp4", "video/quicktime", "video/webm", "video/x-matroska",
}

// Serve answers one file. A link that is forged or over, and media that is gone, are not_found.
func (h *Handlers) Serve(c *fiber.Ctx) error {
	link, err := h.verify(c, "")
	if err != nil {
		return err
	}
	return h.serve(c, link, cacheControl(link, h.Store.Now()))
}

// revalidated lets a browser keep a file and ask each time whether it may still show it.
const revalidated = "private, no-cache"

// ServeShared answers one file of a share's page. With the share, all its links are over.
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

// verify reads the link of a request that was signed for a share, or for none.
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

// serve answers the file of a link.
func (h *Handlers) serve(c *fiber.Ctx, link media.Link, cache string) error {
	m, err := h.Store.References.FindMedia(c.UserContext(), "", link.MediaID)
	if err != nil {
		return err
	}
	describe(c, m, link.Disposition)
	c.Set(fiber.HeaderCacheControl, cache)
	tag := `"` + m.SHA256 + `"`
	c.Set(fiber.HeaderETag, tag)
	if matches(c.Get(fiber.HeaderIfNoneMatch), tag) {
		c.Status(http.StatusNotModified)
		return nil
	}
	from, to, err := asked(c, m.Bytes, tag)
	if err != nil {
		c.Set(fiber.HeaderContentRange, "bytes */"+strconv.FormatInt(m.Bytes, 10))
		c.Status(http.StatusRequestedRangeNotSatisfiable)
		return nil //nolint:nilerr // the status says it
	}
	return h.send(c, m.BlobKey, from, to-from+1)
}

// describe sets what a browser may make of the file.
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

// longestCached bounds how long a browser shows a file without asking, which may be deleted meanwhile.
const longestCached = 30 * time.Minute

// cacheControl lets the browser of who was shown a file keep it while its link works; a download is not kept.
func cacheControl(link media.Link, now time.Time) string {
	if link.Disposition != media.Inline {
		return "private, no-store"
	}
	left := min(link.ExpiresAt.Sub(now), longestCached)
	return "private, max-age=" + strconv.Itoa(int(left.Seconds()))
}

// matches reads If-None-Match.
func matches(header, tag string) bool {
	for _, one := range strings.Split(header, ",") {
		if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
			return true
		}
	}
	return false
}

var errNoSuchBytes = errors.New("the range holds no byte of the file")

// asked returns the first and the last byte of the requested range, or an error if the file has no such bytes. Several ranges, and a range
// of another version, are answered with the whole file.
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

// send streams n bytes of a blob from a place on.
func (h *Handlers) send(c *fiber.Ctx, key string, from, n int64) error {
	blob, err := h.Blobs.Open(c.UserContext(), key)
	if errors.Is(err, blobs.ErrNotFound) { // it went while we looked
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

// part is some of a file on its way out.
type part struct {
	io.Reader
	io.Closer
}
