package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/accounts"
	"socialdata/models/watches"
	"socialdata/views"
)

// watched is what a form asks to watch, as far as it is recognised.
type watched struct {
	source    watches.Source
	reads     sources.Parameters // of the list that is asked for
	canonical string
	known     bool
}

// watchKind reads what kind of thing is to be watched; at first an account.
func watchKind(f *form) watches.Kind {
	if kind := watches.Kind(f.text("kind")); slices.Contains(watches.Kinds(), kind) {
		return kind
	}
	return watches.Account
}

// askedField is the field that says what to watch.
func askedField(kind watches.Kind) string {
	return map[watches.Kind]string{watches.Account: "account", watches.Search: "q", watches.Single: "url", watches.List: "url"}[kind]
}

// sourceBounds fill what is to be watched, without the parameters of its list. under is "" or the property that holds it.
func (h *Handlers) sourceBounds(f *form, under string) []bound {
	kind := watchKind(f)
	asked := bound{property: under + askedField(kind), field: askedField(kind), label: "What to search for"}
	if kind != watches.Search {
		asked.given = []string{h.linkText(f, asked.field)}
		asked.label, asked.words = "The link", h.notWatchable(kind, asked.given[0])
	}
	list := []bound{{property: under + "kind", field: "kind", given: []string{string(kind)}}, asked}
	if kind == watches.Search {
		list = append(list, bound{property: under + "platform", field: "q", given: []string{f.text("platform")}, words: "Choose a platform with a search."})
	}
	return list
}

// parameterBounds fill how the list is asked for.
func parameterBounds(f *form) (list []bound) {
	words := map[string]string{"country": "Two letters, as in DE, or ALL.", "startedFrom": "Enter a day.", "startedTo": "Enter a day at or after the first one."}
	for _, name := range operations.ListParams {
		if f.values.Has(name) {
			list = append(list, bound{property: "source." + name, field: name, label: parameterLabels[name], words: words[name]})
		}
	}
	return list
}

// readWatched recognises what is to be watched, as the operation does that makes the watch, and notes beside the field why it
// cannot be. It returns the status of the answer, and an error of ours.
func (h *Handlers) readWatched(c *fiber.Ctx, f *form) (it watched, status int, err error) {
	it.source.Kind = watchKind(f)
	if !f.values.Has(askedField(it.source.Kind)) {
		return it, fiber.StatusOK, nil
	}
	alone, bounds := newForm(f.values), h.sourceBounds(f, "")
	in := bind[operations.WatchSource](h.Service, alone, bounds...)
	if alone.ok() {
		var source watches.Source
		if source, err = h.CheckSource(c.UserContext(), caller(c), in); err == nil {
			it.source, it.known = source, true
			it.reads, it.canonical = h.readsOf(source)
			return it, fiber.StatusOK, nil
		}
		if status, err = h.refuseSource(alone, bounds, err); err != nil {
			return it, 0, err
		}
	}
	for field, words := range alone.problems {
		f.addProblem(field, words)
	}
	return it, cmp.Or(status, fiber.StatusBadRequest), nil
}

// refuseSource notes why something cannot be watched; an error of ours is returned.
func (h *Handlers) refuseSource(f *form, bounds []bound, err error) (status int, ours error) {
	if refused(f, err, bounds) {
		return fiber.StatusBadRequest, nil
	}
	if err := ourOwn(err); err != nil {
		return 0, err
	}
	fault, asked := apierror.From(err), askedField(watchKind(f))
	link, _ := h.ReadLink(f.text(asked))
	if words := h.notWatchable(watchKind(f), f.text(asked)); words != "" && (fault.Code == apierror.CodeUnsupportedObject || link.Reason == sources.ShortLink) {
		f.addProblem(asked, words)
		return fiber.StatusBadRequest, nil
	}
	f.addProblem(asked, errorText(fault.Code))
	return fault.HTTPStatus(), nil
}

// notWatchable says why a link cannot be watched as a kind of thing; "" where the link does not tell.
func (h *Handlers) notWatchable(kind watches.Kind, typed string) string {
	link, isLink := h.ReadLink(typed)
	switch {
	case link.Reason == sources.ShortLink:
		return h.unsupported(link.Link)
	case kind == watches.Account:
		return "This is no link to an account that can be read. Paste the address of its page."
	case !isLink:
		return notALink
	case kind == watches.List:
		return "This is no link to a playlist or hashtag that can be read."
	case !link.Supported():
		return h.unsupported(link.Link)
	case link.IsAccount():
		return "This is a link to an account. Watch it as one."
	}
	return ""
}

// readsOf returns the parameters that the list of a source reads, and the address of what is watched; "" for none.
func (h *Handlers) readsOf(s watches.Source) (reads sources.Parameters, canonical string) {
	p, _ := h.Platforms.Find(h.watchedPlatform(s))
	switch s.Kind {
	case watches.Account:
		reads = p.Lists
	case watches.Search:
		return operations.SearchReads(p), ""
	case watches.List:
		list, _ := h.Platforms.ListOf(s.URL)
		return nil, list.Canonical
	case watches.Single:
	}
	if link, problem := h.Platforms.Recognize(cmp.Or(s.Account, s.URL)); problem == nil && link.Supported() {
		canonical = link.Canonical
	}
	return reads, canonical
}

// parameterLabels name the parameters of lists.
var parameterLabels = map[string]string{"collection": "Which", "sort": "Order", "status": "Status", "country": "Country", "mediaKind": "Media",
	"startedFrom": "Started from", "startedTo": "Started until"}

// parameterFields are the choices of how the list is asked for.
func parameterFields(f *form, it *watched) (choices []views.WatchChoice, texts []views.Field) {
	for _, p := range it.reads {
		field := views.Field{Name: p.Name, Label: parameterLabels[p.Name], Problem: f.problems[p.Name]}
		chosen := it.reads.Value(p.Name, f.text(p.Name))
		switch {
		case !slices.Contains(operations.ListParams, p.Name):
		case len(p.Values) > 0:
			choices = append(choices, views.WatchChoice{Field: field, Options: valueOptions(p.Values, chosen)})
		case strings.HasPrefix(p.Name, "started"):
			field.Type, field.Value = "date", chosen
			texts = append(texts, field)
		default:
			field.Value, field.Max, field.Hint = chosen, 3, "Two letters, or ALL."
			texts = append(texts, field)
		}
	}
	return choices, texts
}

func valueOptions(values []string, chosen string) []views.Option {
	list := make([]views.Option, len(values))
	for n, v := range values {
		list[n] = views.Option{Value: v, Word: strings.ToUpper(v[:1]) + v[1:], Chosen: v == chosen}
	}
	return list
}

// query is what is watched as the query of the page that makes a watch of it.
func (it *watched) query() url.Values {
	q := url.Values{"kind": {string(it.source.Kind)}}
	for name, value := range map[string]string{"account": it.source.Account, "platform": string(it.source.Platform), "q": it.source.Query, "url": it.source.URL} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}

// watchLink leads an owner to the page that watches what a link points to.
func watchLink(c *fiber.Ctx, link operations.TypedLink) (path, word string) {
	field, kind, word := "url", watches.Single, "Watch this item"
	switch {
	case !caller(c).Has(accounts.Owner):
		return "", ""
	case link.List != nil:
		kind, word = watches.List, "Watch this list"
	case link.IsAccount():
		field, kind, word = "account", watches.Account, "Watch this account"
	}
	return address(workspacePath(c, "watches/new"), "kind", string(kind), field, link.URL), word
}
