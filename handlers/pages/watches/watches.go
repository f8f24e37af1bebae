package watches

import (
	"cmp"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/models/accounts"
	"socialdata/models/watches"
	"socialdata/views"
)

// watches lists the watches of the workspace.
func (h *Handlers) watches(c *fiber.Ctx) error {
	list, err := h.Store.Watches.List(c.UserContext(), page.Caller(c).WorkspaceID, page.ReadQuery(c).PageRequest())
	if err != nil {
		return err
	}
	v := views.Watches{}
	if page.Caller(c).Has(accounts.Owner) {
		v.New = page.WorkspacePath(c, "watches/new")
	}
	fresh, err := h.freshOf(c, page.Map(list.Items, func(w watches.Seen) string { return w.ID }))
	if err != nil {
		return err
	}
	for _, w := range list.Items {
		row := h.watchRow(c, &w)
		if row.New = fresh[w.ID]; row.New.Count != "" {
			row.New.Href = row.Href + "?show=new"
		}
		v.Rows = append(v.Rows, row)
		v.Moving = v.Moving || h.watchMoves(&w.Watch)
	}
	v.Older, v.Newest = page.PageLinks(c, list.NextCursor)
	return page.Show(c, fiber.StatusOK, views.WatchesPage(h.LiveFrame(c, "Watches", "watches", v.Moving, 5), v))
}

func (h *Handlers) watchRow(c *fiber.Ctx, w *watches.Seen) views.WatchRow {
	s := w.Source()
	r := views.WatchRow{Name: w.Name, Href: page.WorkspacePath(c, "watches/"+w.ID), Source: h.sourceWords(s), State: h.watchState(&w.Watch), Why: pausedWords[w.PausedReason],
		Every: everyWords[w.Every], Moves: h.watchMoves(&w.Watch), Next: h.When(w.NextRunAt)}
	if numbered(r.Source) {
		r.Source = "" // its name says more
	}
	if name := h.watchedPlatform(s); name != "" {
		r.Platform = h.PlatformOf(name)
	}
	if w.LastRun != nil {
		r.Last, r.Found = h.When(&w.LastRun.StartedAt), runWords(s.Kind, w.LastRun)
	}
	return r
}

// watchedPlatform returns the platform of what is watched.
func (h *Handlers) watchedPlatform(s watches.Source) content.Platform {
	switch s.Kind {
	case watches.Account:
		name, _, _ := h.Platforms.ParseSelector(s.Account)
		return name
	case watches.Single:
		link, problem := h.Platforms.Recognize(s.URL)
		if problem == nil {
			return link.Platform
		}
	case watches.List:
		list, _ := h.Platforms.ListOf(s.URL)
		return list.Platform
	case watches.Search:
	}
	return s.Platform
}

// watchMoves reports whether a watch is running or due.
func (h *Handlers) watchMoves(w *watches.Watch) bool {
	return w.Running(h.Store.Now()) || w.NextRunAt != nil && *w.NextRunAt <= h.Store.Now().UnixMicro()
}

// numbered reports whether a source is described by a number alone, as an advertiser is.
func numbered(source string) bool { return source != "" && strings.Trim(source, "0123456789") == "" }

// sourceWords describes what is watched, beside which its platform is shown: an account by its handle or number, also where an older
// watch has a link to it.
func (h *Handlers) sourceWords(s watches.Source) string {
	switch s.Kind {
	case watches.Search:
		return "“" + s.Query + "”"
	case watches.Account:
		account, _ := h.Platforms.NameAccount(s.Account)
		if !strings.Contains(account, "://") {
			_, account, _ = strings.Cut(account, ":")
		}
		return cmp.Or(account, s.Account)
	case watches.Single, watches.List:
	}
	return s.URL
}
