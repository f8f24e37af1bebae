package pages

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/input"
	"socialdata/models/billing"
	"socialdata/models/watches"
	"socialdata/views"
)

// newWatch asks what to watch, and then how.
func (h *Handlers) newWatch(c *fiber.Ctx) error {
	f := readQuery(c)
	it := h.readWatched(c.UserContext(), f)
	return h.showNewWatch(c, formStatus(f), f, &it)
}

func formStatus(f *form) int {
	if f.ok() {
		return fiber.StatusOK
	}
	return fiber.StatusBadRequest
}

// makeWatch makes a watch, which runs at once.
func (h *Handlers) makeWatch(c *fiber.Ctx) error {
	f := readForm(c)
	it := h.readWatched(c.UserContext(), f)
	s := readWatchSettings(f, it.source.Kind)
	if !it.known || !f.ok() {
		return h.showNewWatch(c, fiber.StatusBadRequest, f, &it)
	}
	if _, err := h.priceOfRun(c, &it); err != nil {
		return h.refuseWatch(c, f, &it, err)
	}
	w, err := h.Store.Watches.Create(c.UserContext(), watches.NewWatch{WorkspaceID: caller(c).WorkspaceID, Name: s.name, Source: it.source, Every: s.every,
		Import: s.how, DailyCredits: s.credit})
	if apierror.Is(err, apierror.CodeLimitExceeded) {
		f.addProblem("", fmt.Sprintf("A workspace has at most %v watches. Delete one first.", apierror.From(err).Details["limit"]))
		return h.showNewWatch(c, fiber.StatusUnprocessableEntity, f, &it)
	}
	if err != nil {
		return err
	}
	return h.redirect(c, workspacePath(c, "watches/"+w.ID), "The watch is made. Its first run remembers what is there.")
}

// refuseWatch shows why what is to be watched cannot be asked for.
func (h *Handlers) refuseWatch(c *fiber.Ctx, f *form, it *watched, err error) error {
	if err := ourOwn(err); err != nil {
		return err
	}
	fault := apierror.From(err)
	f.addProblem(askedField(it.source.Kind), errorText(fault.Code))
	it.known = false
	return h.showNewWatch(c, fault.HTTPStatus(), f, it)
}

// askedField is the field that says what to watch.
func askedField(kind watches.Kind) string {
	return map[watches.Kind]string{watches.Account: "account", watches.Search: "q", watches.Single: "url"}[kind]
}

// priceOfRun says what a run costs, after the checks that its lookup makes.
func (h *Handlers) priceOfRun(c *fiber.Ctx, it *watched) (string, error) {
	request, err := h.Lookup.WatchRequest(caller(c).WorkspaceID, billing.Spender{}, it.source, "", 0)
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
	}
	if !e.Sufficient() {
		said += " The balance does not pay that now."
	}
	return said, nil
}

func (h *Handlers) showNewWatch(c *fiber.Ctx, status int, f *form, it *watched) error {
	v := views.NewWatch{Kind: string(it.source.Kind), Refusal: f.problems[""]}
	for _, kind := range watches.Kinds() {
		v.Kinds = append(v.Kinds, views.Choice{Word: kindWords[kind], Href: address(workspacePath(c, "watches/new"), "kind", string(kind)), On: kind == it.source.Kind})
	}
	if it.known {
		price, err := h.priceOfRun(c, it)
		if err != nil {
			return h.refuseWatch(c, f, it, err)
		}
		v.Found = h.watchFound(it, price)
		v.Form = h.watchForm(f, it.source.Kind, nameOf(it.source))
		v.Form.Choices, v.Form.Days = parameterFields(f, it)
	}
	v.Ask, v.Where = h.askWatched(f, it)
	return show(c, status, views.NewWatchPage(h.frame(c, "Add a watch", "watches"), v))
}

// nameOf is what a watch is called unless its owner says otherwise.
func nameOf(s watches.Source) string {
	name := cmp.Or(s.Query, s.Account, s.URL)
	if _, address, isLink := strings.Cut(name, "://"); isLink {
		name = strings.TrimPrefix(address, "www.")
	} else if _, handle, found := strings.Cut(name, ":@"); found && s.Kind == watches.Account {
		name = "@" + handle
	}
	if runes := []rune(name); len(runes) > input.MaxName {
		return string(runes[:input.MaxName])
	}
	return name
}

// kindWords name the kinds of watches.
var kindWords = map[watches.Kind]string{watches.Account: "An account", watches.Search: "A search", watches.Single: "A single item"}

func (h *Handlers) watchFound(it *watched, price string) *views.WatchFound {
	what := map[watches.Kind]string{watches.Account: "The items of an account", watches.Search: "A search for " + sourceWords(it.source), watches.Single: "A single item"}
	v := &views.WatchFound{What: what[it.source.Kind], Canonical: it.canonical, Platform: h.platformOf(h.watchedPlatform(it.source)), Price: price}
	asked := it.query()
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		v.Hidden = append(v.Hidden, views.Hidden{Name: name, Value: asked.Get(name)})
	}
	return v
}

// askWatched asks what to watch.
func (h *Handlers) askWatched(f *form, it *watched) (ask []views.Field, where []views.Option) {
	field := views.Field{Name: askedField(it.source.Kind), Value: f.text(askedField(it.source.Kind)), Problem: f.problems[askedField(it.source.Kind)], Required: true, Focus: !it.known}
	switch it.source.Kind {
	case watches.Account:
		field.Label, field.Mode, field.Mono, field.Value = "Link to the account", "url", true, cmp.Or(it.source.Account, field.Value)
	case watches.Single:
		field.Label, field.Mode, field.Mono, field.Value = "Link to the item", "url", true, cmp.Or(it.source.URL, field.Value)
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
