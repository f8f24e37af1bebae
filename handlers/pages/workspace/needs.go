package workspace

import (
	"context"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// need is something that someone should act on, if its count is not 0.
type need struct {
	role  accounts.Role // role required to act on it
	count func(ctx context.Context, workspaceID string) (int64, error)
	most  int64 // count stops at this number
	says  string
	one   string
	do    string
	href  string
}

// needs returns what someone should act on, besides the alerts: imports that may succeed if retried, media that will
// soon be deleted, and new items that watches found.
func (h *Handlers) needs(c *fiber.Ctx) (list []views.Alert, err error) {
	who, ends := page.Caller(c), h.Store.Now().Add(page.EndsSoon)
	holdsEnding := func(ctx context.Context, workspaceID string) (int64, error) {
		return h.Store.References.Count(ctx, workspaceID, references.Listing{HoldEnds: &ends})
	}
	worthAnother := func(ctx context.Context, workspaceID string) (int64, error) {
		ids, err := h.Store.Imports.WorthAnother(ctx, workspaceID)
		return int64(len(ids)), err
	}
	for _, n := range []need{
		{accounts.Editor, worthAnother, references.MostCounted, "Failed in the last seven days and may succeed now", "import",
			"See them", page.Address(page.WorkspacePath(c, "imports"), "state", page.WorthAnother)},
		{accounts.Owner, holdsEnding, references.MostCounted, "Media that is deleted within three days, when its hold ends", "reference",
			"See it", page.Address(page.WorkspacePath(c, "references"), "state", page.Ending)},
	} {
		if !who.Has(n.role) {
			continue
		}
		count, err := n.count(c.UserContext(), who.WorkspaceID)
		if err != nil {
			return nil, err
		}
		if count > 0 {
			list = append(list, views.Alert{Says: n.says + ": " + page.AtMost(count, n.most, n.one) + ".", Do: n.do, Href: n.href, Quiet: true})
		}
	}
	now := h.Store.Now()
	news, err := h.Store.Watches.Finders(c.UserContext(), who.WorkspaceID, who.UserID())
	return append(list, newsOf(c, news, now)...), err
}

// watchesNamed is how many watches with news the overview names at most.
const watchesNamed = 3

// newsOf says what watches found lately: each watch leads to its new items, unless there are too many watches or items to name them.
// Each can be marked as seen until now.
func newsOf(c *fiber.Ctx, news []watches.Finder, now time.Time) (list []views.Alert) {
	say := func(of string, count int64, path, watch string) {
		list = append(list, views.Alert{Says: "New in the last seven days from " + of + ": " + page.AtMost(count, watches.MostFreshCounted, "item") + ".", Do: "See what is new",
			Href: page.WorkspacePath(c, path), Quiet: true,
			Seen: &views.Seen{Action: page.WorkspacePath(c, "news/seen"), Watch: watch, Until: now.UTC().Format(time.RFC3339Nano), Of: of}})
	}
	total := int64(0)
	for _, w := range news {
		total += w.Count
	}
	if len(news) > 1 && (len(news) > watchesNamed || total > watches.MostFreshCounted) {
		say("watches", total, "watches", "")
		return list
	}
	for _, w := range news {
		say("“"+w.Name+"”", w.Count, "watches/"+w.ID+"?show=new", w.ID)
	}
	return list
}

// seeNews takes what a watch found, or all watches, off the person's overview until there is more.
func (h *Handlers) seeNews(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	until, err := time.Parse(time.RFC3339Nano, f.Text("until"))
	if err != nil {
		return apierror.InvalidInput(apierror.Field{Name: "until", In: "body", Reason: "format", Expected: "a time of RFC 3339"})
	}
	err = h.SeeNews(c.UserContext(), page.Caller(c), f.Word("watch"), until)
	return h.RedirectAfter(c, err, strings.TrimSuffix(page.WorkspacePath(c, ""), "/"), "Dismissed. What is new stays on the page of each watch for seven days.")
}
