package shown

import (
	"strings"

	"socialdata/handlers/pages/page"
	"socialdata/internal/sources"
)

// NotALink says what a link is.
const NotALink = "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters."

// WhyUnsupported says why a link cannot be read.
func WhyUnsupported(b *page.Base, l sources.Link) string {
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
