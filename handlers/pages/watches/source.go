package watches

import (
	"cmp"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/models/watches"
	"socialdata/views"
)

// watched is what a form asks to watch, as far as it was recognized.
type watched struct {
	source    watches.Source
	reads     sources.Parameters // of the requested list
	canonical string
	known     bool
}

// watchKind returns the kind of source to watch; the default is an account.
func watchKind(f *page.Form) watches.Kind {
	if kind := watches.Kind(f.Text("kind")); slices.Contains(watches.Kinds(), kind) {
		return kind
	}
	return watches.Account
}

// askedField returns the name of the field that says what to watch.
func askedField(kind watches.Kind) string {
	return map[watches.Kind]string{watches.Account: "account", watches.Search: "q", watches.Single: "url", watches.List: "url"}[kind]
}

// sourceBounds returns the bounds of the source, without the parameters of its list. under is the prefix of their
// properties, or "".
func (h *Handlers) sourceBounds(f *page.Form, under string) []page.Bound {
	kind := watchKind(f)
	asked := page.Bound{Property: under + askedField(kind), Field: askedField(kind), Label: "What to search for"}
	if kind != watches.Search {
		asked.Given = []string{h.LinkText(f, asked.Field)}
		if _, _, problem := h.Platforms.ParseSelector(f.Text(asked.Field)); kind == watches.Account && problem == nil {
			asked.Given = []string{f.Text(asked.Field)} // the page of an account names one without a readable address by its id
		}
		asked.Label, asked.Words = "The link", h.notWatchable(kind, asked.Given[0])
	}
	list := []page.Bound{{Property: under + "kind", Field: "kind", Given: []string{string(kind)}}, asked}
	if kind == watches.Search {
		list = append(list, page.Bound{Property: under + "platform", Field: "q", Given: []string{f.Text("platform")}, Words: "Choose a platform with a search."})
	}
	return list
}

// parameterBounds returns the bounds of the list's parameters.
func parameterBounds(f *page.Form) (list []page.Bound) {
	words := map[string]string{"country": "Two letters, as in DE, or ALL.", "startedFrom": "Enter a day.", "startedTo": "Enter a day at or after the first one."}
	for _, name := range operations.ListParams {
		if f.Values.Has(name) {
			list = append(list, page.Bound{Property: "source." + name, Field: name, Label: parameterLabels[name], Words: words[name]})
		}
	}
	return list
}

// readWatched recognizes the source in the same way as creating the watch does, and adds a problem to the field if it
// cannot be watched. It returns the status of the response, or an error of the service itself.
func (h *Handlers) readWatched(c *fiber.Ctx, f *page.Form) (it watched, status int, err error) {
	it.source.Kind = watchKind(f)
	if !f.Values.Has(askedField(it.source.Kind)) {
		return it, fiber.StatusOK, nil
	}
	alone, bounds := page.NewForm(f.Values), h.sourceBounds(f, "")
	in := page.Bind[operations.WatchSource](h.Service, alone, bounds...)
	if alone.OK() {
		var source watches.Source
		if source, err = h.CheckSource(c.UserContext(), page.Caller(c), in); err == nil {
			it.source, it.known = source, true
			it.reads, it.canonical = h.readsOf(source)
			return it, fiber.StatusOK, nil
		}
		if status, err = h.refuseSource(alone, bounds, err); err != nil {
			return it, 0, err
		}
	}
	for field, words := range alone.Problems {
		f.AddProblem(field, words)
	}
	return it, cmp.Or(status, fiber.StatusBadRequest), nil
}

// refuseSource adds to the form why something cannot be watched. It returns errors of the service itself.
func (h *Handlers) refuseSource(f *page.Form, bounds []page.Bound, err error) (status int, ours error) {
	if page.Refused(f, err, bounds) {
		return fiber.StatusBadRequest, nil
	}
	if err := page.OurOwn(err); err != nil {
		return 0, err
	}
	fault, asked := apierror.From(err), askedField(watchKind(f))
	link, _ := h.ReadLink(f.Text(asked))
	if words := h.notWatchable(watchKind(f), f.Text(asked)); words != "" && (fault.Code == apierror.CodeUnsupportedObject || link.Reason == sources.ShortLink) {
		f.AddProblem(asked, words)
		return fiber.StatusBadRequest, nil
	}
	f.AddProblem(asked, shown.ErrorText(fault.Code))
	return fault.HTTPStatus(), nil
}

// notWatchable explains why a link cannot be watched as the given kind, or returns "" if the link alone does not say.
func (h *Handlers) notWatchable(kind watches.Kind, typed string) string {
	link, isLink := h.ReadLink(typed)
	switch {
	case link.Reason == sources.ShortLink:
		return h.WhyUnsupported(link.Link)
	case kind == watches.Account:
		return "This is no link to an account that can be read. Paste the address of its page."
	case !isLink:
		return page.NotALink
	case kind == watches.List:
		return "This is no link to a playlist or hashtag that can be read."
	case !link.Supported():
		return h.WhyUnsupported(link.Link)
	case link.IsAccount():
		return "This is a link to an account. Watch it as one."
	}
	return ""
}

// readsOf returns the parameters that the source's list supports, and the address of what is watched, or "" if it has
// none.
func (h *Handlers) readsOf(s watches.Source) (reads sources.Parameters, canonical string) {
	p, _ := h.Platforms.Find(h.watchedPlatform(s))
	switch s.Kind {
	case watches.Account:
		return p.Lists, h.Platforms.AccountAddress(s.Account)
	case watches.Search:
		return operations.SearchReads(p), ""
	case watches.List:
		list, _ := h.Platforms.ListOf(s.URL)
		return nil, list.Canonical
	case watches.Single:
	}
	if link, problem := h.Platforms.Recognize(s.URL); problem == nil && link.Supported() {
		canonical = link.Canonical
	}
	return nil, canonical
}

// parameterLabels names the parameters of lists.
var parameterLabels = map[string]string{"collection": "Which", "sort": "Order", "status": "Status", "country": "Country", "mediaKind": "Media",
	"startedFrom": "Started from", "startedTo": "Started until"}

// parameterFields returns the fields for the parameters of the list.
func parameterFields(f *page.Form, it *watched) (choices []views.WatchChoice, texts []views.Field) {
	for _, p := range it.reads {
		field := views.Field{Name: p.Name, Label: parameterLabels[p.Name], Problem: f.Problems[p.Name]}
		chosen := it.reads.Value(p.Name, f.Text(p.Name))
		switch {
		case !slices.Contains(operations.ListParams, p.Name):
		case len(p.Values) > 0:
			options, _ := page.Options("", chosen, p.Values, views.UpperFirst)
			choices = append(choices, views.WatchChoice{Field: field, Options: options})
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

// query returns what is watched as the query of the page that creates a watch for it.
func (it *watched) query() url.Values {
	q := url.Values{"kind": {string(it.source.Kind)}}
	for name, value := range map[string]string{"account": it.source.Account, "platform": string(it.source.Platform), "q": it.source.Query, "url": it.source.URL} {
		if value != "" {
			q.Set(name, value)
		}
	}
	return q
}
