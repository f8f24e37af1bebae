package page

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/media"
	"socialdata/internal/sources"
)

// Address returns a path with a query of the pairs whose value is not empty.
func Address(path string, pairs ...string) string {
	q := url.Values{}
	for n := 0; n+1 < len(pairs); n += 2 {
		if pairs[n+1] != "" {
			q.Set(pairs[n], pairs[n+1])
		}
	}
	return WithQuery(path, q)
}

// WithQuery returns a path with a query, if there is one.
func WithQuery(path string, q url.Values) string {
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// UnsavedLink returns the address for importing a link that was not found, or "" if typed is not a link. Without a scheme it must lead to a
// platform: handles have dots, too.
func (b *Base) UnsavedLink(c *fiber.Ctx, typed string) string {
	link, _ := b.ReadLink(typed)
	if strings.Contains(typed, "://") || link.Platform != "" || link.List != nil {
		return Address(WorkspacePath(c, "try"), "url", link.URL)
	}
	return ""
}

// FileLink returns the signed link to a stored file, valid for as long as links can be, or "" if id is nil.
func (b *Base) FileLink(id *string, hold *int64, how media.Disposition) string {
	if id == nil {
		return ""
	}
	return b.ShownMedia(*id, hold, how)
}

// LinkText returns the link in a field, with its scheme.
func (b *Base) LinkText(f *Form, name string) string {
	link, _ := b.ReadLink(f.Text(name))
	return link.URL
}

// NotALink explains what a link is.
const NotALink = "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters."

// WhyUnsupported explains why a link is not supported.
func (b *Base) WhyUnsupported(l sources.Link) string {
	switch l.Reason {
	case sources.UnsupportedHost:
		titles := Map(b.Platforms.All(), func(p sources.Platform) string { return p.Title })
		return "Only links of these platforms can be read: " + strings.Join(titles, ", ") + "."
	case sources.ShortLink:
		return "This is a short link, and we could not follow it to something that we can read. Open it in a browser and paste the full address."
	case sources.AccountNotSupported:
		return "This kind of account link is not supported."
	case sources.ObjectNotSupported:
		if p, known := b.Platforms.Find(l.Platform); known && p.Links.Others != "" {
			return "This link leads to something on " + p.Title + " that we do not support, such as " + p.Links.Others + "."
		}
		return "This link leads to something that we do not support."
	case sources.UnrecognizedURL:
	}
	return "We know this site, but not this kind of link."
}
