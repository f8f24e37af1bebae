package references

import (
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/feeds"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/db"
	"socialdata/models/references"
)

// feedEntries is the number of references in a board's feed, last saved first.
const feedEntries = 30

// sharedFeed serves a shared board as an Atom feed (RFC 4287). Shares with a password have no feed, because feed
// readers cannot enter one.
func (h *Handlers) sharedFeed(c *fiber.Ctx, s *stranger) error {
	if s.share.BoardID == nil || s.share.PasswordHash != "" {
		return apierror.New(apierror.CodeNotFound, "resource", "feed")
	}
	b, list, err := h.sharedList(c, s)
	if err != nil {
		return err
	}
	list.Sort = references.NewestFirst
	rows, err := h.Store.References.ListReferences(c.UserContext(), s.share.WorkspaceID, list, db.PageRequest{Limit: feedEntries})
	if err != nil {
		return err
	}
	home, updated := h.Origin+s.path, s.share.CreatedAt
	feed := &feeds.AtomFeed{Xmlns: "http://www.w3.org/2005/Atom", Id: "urn:uuid:" + s.share.ID, Title: b.Name, Subtitle: b.Description,
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: s.from.Name}}, Link: &feeds.AtomLink{Href: home + "/feed.xml", Rel: "self", Type: "application/atom+xml"}}
	for _, r := range rows.Items {
		updated = max(updated, r.UpdatedAt)
		feed.Entries = append(feed.Entries, feedEntry(&r, home))
	}
	feed.Updated = atomTime(updated)
	return page.SendAtom(c, feed)
}

// feedEntry converts a reference to a feed entry that links to its page below the share. Its id is the same in every
// feed. Text from platforms is marked as text, because the library's own conversion would declare it HTML.
func feedEntry(r *references.Reference, home string) *feeds.AtomEntry {
	o := r.Observed()
	e := &feeds.AtomEntry{Id: "urn:uuid:" + r.ID, Title: sharedTitle(r), Published: atomTime(r.CreatedAt), Updated: atomTime(r.UpdatedAt),
		Links: []feeds.AtomLink{{Href: home + "/references/" + r.ID, Rel: "alternate", Type: "text/html"}, {Href: r.CanonicalURL, Rel: "via"}}}
	if text := strings.Trim(page.OrEmpty(o.SourceDescription)+"\n\n"+originSentence(r), "\n"); text != "" {
		e.Summary = &feeds.AtomSummary{Type: "text", Content: text}
	}
	if name := page.OrEmpty(o.ChannelName); name != "" {
		e.Author = &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: name}}
	}
	return e
}

func atomTime(us int64) string { return db.FromMicros(us).UTC().Format(time.RFC3339) }
