package page

import (
	"net/url"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/media"
	"socialdata/internal/sources"
)

// Address returns a path with a query of the pairs that have a value.
func Address(path string, pairs ...string) string {
	q := url.Values{}
	for n := 0; n+1 < len(pairs); n += 2 {
		if pairs[n+1] != "" {
			q.Set(pairs[n], pairs[n+1])
		}
	}
	if len(q) == 0 {
		return path
	}
	return path + "?" + q.Encode()
}

// UnsavedLink is where a link that nothing was found for can be imported; "" for an id, which is no link.
func (b *Base) UnsavedLink(c *fiber.Ctx, typed string) string {
	if link, _ := b.ReadLink(typed); strings.Contains(link.URL, "://") {
		return Address(WorkspacePath(c, "try"), "url", link.URL)
	}
	return ""
}

// FileLink is our own signed link to a kept file, for as long as links work; "" where there is none.
func (b *Base) FileLink(id *string, hold *int64, how media.Disposition) string {
	if id == nil {
		return ""
	}
	return b.ShownMedia(*id, hold, how)
}

// LinkText is a field that holds a link, with its scheme.
func (b *Base) LinkText(f *Form, name string) string {
	link, _ := b.ReadLink(f.Text(name))
	return link.URL
}

// NotALink says what a link is.
const NotALink = "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters."

// WhyUnsupported says why a link cannot be read.
func (b *Base) WhyUnsupported(l sources.Link) string {
	switch l.Reason {
	case sources.UnsupportedHost:
		titles := []string{}
		for _, p := range b.Platforms.All() {
			titles = append(titles, p.Title)
		}
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
