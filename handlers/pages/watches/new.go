package watches

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/references"
	"socialdata/models/watches"
	"socialdata/views"
)

// newWatch shows the form to create a watch: first what to watch, then how.
func (h *Handlers) newWatch(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	h.followLink(f)
	return h.showNewWatch(c, fiber.StatusOK, f)
}

// followLink chooses the kind that a pasted link is for, whichever was chosen.
func (h *Handlers) followLink(f *page.Form) {
	typed := f.Text(askedField(watchKind(f)))
	link, isLink := h.ReadLink(typed)
	if kind := link.WatchKind(); isLink && kind != "" {
		f.Values.Set("kind", string(kind))
		f.Values.Set(askedField(kind), typed)
	}
}

// makeWatch creates a watch, which runs immediately.
func (h *Handlers) makeWatch(c *fiber.Ctx) error {
	f := page.ReadForm(c)
	bounds := slices.Concat(h.sourceBounds(f, "source."), parameterBounds(f), watchBounds(f, watchKind(f)), []page.Bound{backfillBound})
	in := page.Bind[operations.CreateWatch](h.Service, f, bounds...)
	if !f.OK() {
		return h.showNewWatch(c, fiber.StatusBadRequest, f)
	}
	w, err := h.CreateWatch(c.UserContext(), page.Caller(c), in)
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.AddProblem("", fmt.Sprintf("A workspace has at most %v watches. Delete one first.", apierror.From(err).Details["limit"]))
		return h.showNewWatch(c, fiber.StatusUnprocessableEntity, f)
	}
	if err != nil {
		status, err := h.refuseSource(f, bounds, err)
		if err != nil {
			return err
		}
		return h.showNewWatch(c, status, f)
	}
	return h.Redirect(c, page.WorkspacePath(c, "watches/"+w.ID), "The watch is made. Its first run remembers what is there.")
}

// priceOfRun describes what a run costs, after the validation that its lookup performs.
func (h *Handlers) priceOfRun(c *fiber.Ctx, it *watched) (string, error) {
	request, err := h.Lookup.WatchRequest(page.Caller(c).WorkspaceID, billing.Spender{}, it.source, "", 0)
	if err != nil {
		return "", err
	}
	e, err := h.Lookup.Estimate(c.UserContext(), request)
	if err != nil {
		return "", err
	}
	price := views.Credits(h.Lookup.WatchPrice(it.source.Kind))
	said := price + "."
	if it.source.Kind != watches.Single {
		said = fmt.Sprintf("%s a page: one page as a rule, and up to %d where much is new.", price, watches.MostPages)
		if list, _ := h.Platforms.ListOf(it.source.URL); list.Kind == sources.ListPlaylist {
			said = fmt.Sprintf("%s a page: all of its pages, up to %d, because what is added may stand anywhere.", price, watches.MostPages)
		}
	}
	if !e.Sufficient() {
		said += " The balance does not pay that now."
	}
	return said, nil
}

func (h *Handlers) showNewWatch(c *fiber.Ctx, status int, f *page.Form) error {
	it, wrong, err := h.readWatched(c, f)
	if err != nil {
		return err
	}
	v := views.NewWatch{Kind: string(it.source.Kind), Refusal: f.Problems[""]}
	for _, kind := range watches.Kinds() {
		v.Kinds = append(v.Kinds, views.Choice{Word: kindWords[kind], Href: page.Address(page.WorkspacePath(c, "watches/new"), "kind", string(kind)), On: kind == it.source.Kind})
	}
	if it.known {
		price, err := h.priceOfRun(c, &it)
		if err != nil {
			return err
		}
		v.Found = h.watchFound(&it, price)
		same, err := h.AlreadyWatching(c.UserContext(), page.Caller(c), it.source)
		if err != nil {
			return err
		}
		for _, w := range same {
			v.Found.Already = append(v.Found.Already, views.TagLink{Tag: w.Name, Href: page.WorkspacePath(c, "watches/"+w.ID)})
		}
		name, err := h.nameOf(c, &it)
		if err != nil {
			return err
		}
		v.Form = h.watchForm(f, it.source.Kind, name)
		v.Form.Choices, v.Form.Days = parameterFields(f, &it)
		v.Form.More = v.Form.More || slices.ContainsFunc(it.reads, func(p sources.Parameter) bool {
			return f.Problems[p.Name] != "" || it.reads.Value(p.Name, f.Text(p.Name)) != it.reads.Value(p.Name, "")
		})
	}
	v.Ask, v.Where = h.askWatched(f, &it)
	return page.Show(c, max(status, wrong), views.NewWatchPage(h.Frame(c, "Add a watch", "watches"), v))
}

// nameOf returns the default name of a watch: what the workspace knows its source by, else what the source says.
func (h *Handlers) nameOf(c *fiber.Ctx, it *watched) (name string, err error) {
	switch it.source.Kind {
	case watches.Account:
		name, err = h.accountName(c, it.source.Account)
	case watches.Single:
		name, err = h.itemTitle(c, it)
	case watches.List, watches.Search: // no answer names them
	}
	name = cmp.Or(strings.Join(strings.Fields(name), " "), sourceName(it.source))
	if runes := []rune(name); len(runes) > operations.MostOf[operations.Name]() {
		name = string(runes[:operations.MostOf[operations.Name]()])
	}
	return name, err
}

// sourceName returns the words of a source, or its address without what all addresses have.
func sourceName(s watches.Source) string {
	name := cmp.Or(s.Query, s.Account, s.URL)
	if _, address, isLink := strings.Cut(name, "://"); isLink {
		return strings.TrimPrefix(address, "www.")
	}
	if _, handle, found := strings.Cut(name, ":@"); found && s.Kind == watches.Account {
		return "@" + handle
	}
	return name
}

// accountName returns the name of an account as the workspace's newest reference has it, else as the workspace was served it; "" if it
// has neither.
func (h *Handlers) accountName(c *fiber.Ctx, selector string) (string, error) {
	workspace := page.Caller(c).WorkspaceID
	id, err := h.Lookup.AccountNamed(c.UserContext(), selector)
	if apierror.Is(err, apierror.CodePolicyBlocked) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	rows, err := h.Store.References.References(c.UserContext(), workspace, references.Filter{Account: id}, db.PageRequest{Limit: 1})
	if err != nil {
		return "", err
	}
	if len(rows.Items) > 0 && page.OrEmpty(rows.Items[0].Observed().ChannelName) != "" {
		return *rows.Items[0].Observed().ChannelName, nil
	}
	a, err := h.Lookup.ServedAccount(c.UserContext(), workspace, selector)
	if err != nil || a == nil {
		return "", err
	}
	return page.OrEmpty(a.Name), nil
}

// itemTitle returns the title of an item's reference, else of the item as the workspace was served it; "" if it has neither.
func (h *Handlers) itemTitle(c *fiber.Ctx, it *watched) (string, error) {
	workspace := page.Caller(c).WorkspaceID
	saved, err := h.Store.References.Saved(c.UserContext(), workspace, []string{it.canonical})
	if err != nil {
		return "", err
	}
	if r := saved[it.canonical]; r != nil && r.Title() != r.CanonicalURL {
		return r.Title(), nil
	}
	var links []sources.Link
	if link, problem := h.Platforms.Recognize(it.source.URL); problem == nil && link.Supported() {
		links = append(links, link)
	}
	known, err := h.Lookup.Previews(c.UserContext(), workspace, links)
	return known[it.canonical].Title, err
}

// kindWords names the kinds of watches.
var kindWords = map[watches.Kind]string{watches.Account: "An account", watches.Search: "A search", watches.Single: "A single item",
	watches.List: "A playlist or hashtag"}

func (h *Handlers) watchFound(it *watched, price string) *views.WatchFound {
	what := map[watches.Kind]string{watches.Account: "The items of an account", watches.Search: "A search for " + h.sourceWords(it.source), watches.Single: "A single item",
		watches.List: "The items of a list"}
	v := &views.WatchFound{What: what[it.source.Kind], Canonical: it.canonical, Platform: h.PlatformOf(h.watchedPlatform(it.source)), Price: price, Source: h.sourceWords(it.source)}
	asked := it.query()
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		v.Hidden = append(v.Hidden, views.Hidden{Name: name, Value: asked.Get(name)})
	}
	return v
}

// askWatched returns the fields that ask what to watch.
func (h *Handlers) askWatched(f *page.Form, it *watched) (ask []views.Field, where []views.Option) {
	field := views.Field{Name: askedField(it.source.Kind), Value: f.Text(askedField(it.source.Kind)), Problem: f.Problems[askedField(it.source.Kind)], Required: true, Focus: !it.known}
	switch it.source.Kind {
	case watches.Account:
		field.Label, field.Mode, field.Mono = "Link to the account", "url", true
	case watches.Single:
		field.Label, field.Mode, field.Mono, field.Value = "Link to the item", "url", true, cmp.Or(it.source.URL, field.Value)
	case watches.List:
		field.Label, field.Mode, field.Mono, field.Value = "Link to the playlist or hashtag", "url", true, cmp.Or(it.source.URL, field.Value)
	case watches.Search:
		field.Label = "Search for"
		for _, p := range h.Platforms.All() {
			if p.Search != nil {
				where = append(where, views.Option{Value: string(p.Name), Word: p.Title, Chosen: p.Name == it.source.Platform})
			}
		}
	}
	return []views.Field{field}, where
}
