package public

import (
	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/feeds"

	"socialdata/handlers/pages/page"
)

// statusFeed serves the incidents of the sources as an Atom feed (RFC 4287). It is public. An incident that has ended is the same
// entry, updated.
func (h *Handlers) statusFeed(c *fiber.Ctx) error {
	v, err := h.readStatusPage(c)
	if err != nil {
		return err
	}
	home := h.Origin + "/status"
	feed := &feeds.AtomFeed{Xmlns: "http://www.w3.org/2005/Atom", Id: home, Title: "Social Data: sources", Updated: v.Counted,
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: "Social Data"}}, Link: &feeds.AtomLink{Href: home + "/feed.xml", Rel: "self", Type: "application/atom+xml"}}
	for _, i := range v.Incidents {
		text := i.Sentence()
		updated := i.Began.Machine
		if i.Ended.Machine != "" {
			updated = i.Ended.Machine
		}
		feed.Entries = append(feed.Entries, &feeds.AtomEntry{Id: "urn:uuid:" + i.ID, Title: text, Published: i.Began.Machine, Updated: updated,
			Links: []feeds.AtomLink{{Href: home, Rel: "alternate", Type: "text/html"}}, Summary: &feeds.AtomSummary{Type: "text", Content: text}})
	}
	return page.SendAtom(c, feed)
}
