package watches

import (
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/gorilla/feeds"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/watches"
	"socialdata/views"
)

// feed serves what a watch tells as an Atom feed (RFC 4287). Whoever knows its address can read it.
func (h *Handlers) feed(c *fiber.Ctx) error {
	f, err := h.OpenWatchFeed(c.UserContext(), h.Origin, c.Params("token"))
	if apierror.Is(err, apierror.CodeNotFound) {
		return page.Show(c, fiber.StatusNotFound, views.SharedGonePage())
	}
	if err != nil {
		return err
	}
	feed := &feeds.AtomFeed{Xmlns: "http://www.w3.org/2005/Atom", Id: "urn:uuid:" + f.ID, Title: f.Watch, Updated: f.Updated.UTC().Format(time.RFC3339),
		Author: &feeds.AtomAuthor{AtomPerson: feeds.AtomPerson{Name: "Social Data"}}, Link: &feeds.AtomLink{Href: operations.FeedLink(h.Origin, c.Params("token")), Rel: "self", Type: "application/atom+xml"}}
	for _, e := range f.Entries {
		at := e.At.UTC().Format(time.RFC3339)
		feed.Entries = append(feed.Entries, &feeds.AtomEntry{Id: "urn:uuid:" + e.ID, Title: e.Title, Published: at, Updated: at,
			Links: []feeds.AtomLink{{Href: e.Link, Rel: "alternate", Type: "text/html"}}, Summary: &feeds.AtomSummary{Type: "text", Content: e.Text}})
	}
	return page.SendAtom(c, feed)
}

// feeds lists the feeds of a watch.
func (h *Handlers) feeds(c *fiber.Ctx) error { return h.showFeeds(c, fiber.StatusOK, "", "") }

// makeFeed creates a feed and shows its address in the response to the form. It cannot be shown later, because only a digest
// of the token is stored.
func (h *Handlers) makeFeed(c *fiber.Ctx) error {
	_, token, err := h.CreateWatchFeed(c.UserContext(), page.Caller(c), c.Params("watchId"))
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		return h.showFeeds(c, fiber.StatusUnprocessableEntity, "", "A watch has at most "+views.Count(watches.MostFeeds, "feed")+". Revoke one first.")
	}
	if err != nil {
		return err
	}
	return h.showFeeds(c, fiber.StatusCreated, operations.FeedLink(h.Origin, token), "")
}

func (h *Handlers) showFeeds(c *fiber.Ctx, status int, made, refusal string) error {
	w, err := h.Store.Watches.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("watchId"))
	if err != nil {
		return err
	}
	rows, err := h.Store.Watches.Feeds(c.UserContext(), w.WorkspaceID, w.ID, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	at := page.WorkspacePath(c, "watches/"+w.ID)
	v := views.WatchFeeds{Name: w.Name, Back: at, At: at + "/feeds", Made: made, Refusal: refusal, MayMake: page.Caller(c).Has(accounts.Editor)}
	names, err := h.Store.Accounts.MemberNames(c.UserContext(), w.WorkspaceID, page.Map(rows.Items, func(f watches.Feed) string { return f.UserID }))
	if err != nil {
		return err
	}
	for _, f := range rows.Items {
		row := views.WatchFeedRow{Made: h.When(&f.CreatedAt), By: names[f.UserID]}
		switch {
		case f.KeyID != "":
			row.By = "an API key"
		case row.By == "":
			row.By = "someone who has left"
		}
		if v.MayMake {
			row.Revoke = at + "/feeds/" + f.ID + "/revoke"
		}
		v.Rows = append(v.Rows, row)
	}
	return page.Show(c, status, views.WatchFeedsPage(h.Frame(c, "Feeds of a watch", "watches"), v))
}

// confirmRevokeFeed asks before a feed is revoked.
func (h *Handlers) confirmRevokeFeed(c *fiber.Ctx) error {
	w, err := h.Store.Watches.Find(c.UserContext(), page.Caller(c).WorkspaceID, c.Params("watchId"))
	if err != nil {
		return err
	}
	return page.Show(c, fiber.StatusOK, views.ConfirmPage(h.Frame(c, "Revoke a feed", "watches"), views.Confirm{Question: "Revoke a feed of “" + w.Name + "”?",
		Goes: "Programs that read it get nothing from now on. The watch itself stays.", Verb: "Revoke the feed", Back: page.WorkspacePath(c, "watches/"+w.ID+"/feeds"), BackWord: "Feeds"}))
}

func (h *Handlers) revokeFeed(c *fiber.Ctx) error {
	err := h.RevokeWatchFeed(c.UserContext(), page.Caller(c), c.Params("watchId"), c.Params("feedId"))
	return h.RedirectAfter(c, err, page.WorkspacePath(c, "watches/"+c.Params("watchId")+"/feeds"), "The feed is revoked. Its address works no more.")
}
