package pages

import (
	"context"
	"net/url"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
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

// readWatched recognises what is to be watched. A platform is asked only where a short link leads.
func (h *Handlers) readWatched(ctx context.Context, f *form) watched {
	it := watched{source: watches.Source{Kind: watchKind(f)}}
	switch it.source.Kind {
	case watches.Account:
		h.readWatchedAccount(ctx, f, &it)
	case watches.Search:
		h.readWatchedSearch(f, &it)
	case watches.List:
		h.readWatchedList(ctx, f, &it)
	case watches.Single:
		h.readWatchedItem(ctx, f, &it)
	}
	if it.known {
		readParameters(f, &it)
	}
	return it
}

func (h *Handlers) readWatchedAccount(ctx context.Context, f *form, it *watched) {
	if !f.values.Has("account") {
		return
	}
	if it.source.Account = h.followed(ctx, f, "account"); f.problems["account"] != "" {
		return
	}
	name, _, problem := h.Platforms.ParseSelector(it.source.Account)
	p, known := h.Platforms.Find(name)
	if problem != nil || !known {
		f.addProblem("account", "This is no link to an account that can be read. Paste the address of its page.")
		return
	}
	it.reads, it.known = p.Lists, true
	if link, problem := h.Platforms.Recognize(it.source.Account); problem == nil && link.Supported() {
		it.canonical = link.Canonical
	}
}

// followed reads a link, or where it leads if it is a short one. If that cannot be found out, the field says so.
func (h *Handlers) followed(ctx context.Context, f *form, field string) string {
	typed := withScheme(f.text(field))
	target, err := h.Lookup.FollowText(ctx, typed)
	if err != nil {
		f.addProblem(field, h.unsupported(sources.Link{Reason: sources.ShortLink}))
		return typed
	}
	return target
}

func (h *Handlers) readWatchedSearch(f *form, it *watched) {
	if !f.values.Has("q") {
		return
	}
	it.source.Platform, it.source.Query = content.Platform(f.text("platform")), f.text("q")
	f.checkLength("q", it.source.Query, "What to search for", 1, input.MaxSearch)
	f.checkOneLine("q", it.source.Query)
	p, _ := h.Platforms.Find(it.source.Platform)
	if p.Search == nil {
		f.addProblem("q", "Choose a platform with a search.")
		return
	}
	it.reads, it.known = p.Search.Parameters, f.problems["q"] == ""
}

func (h *Handlers) readWatchedItem(ctx context.Context, f *form, it *watched) {
	if !f.values.Has("url") {
		return
	}
	if it.source.URL = h.followed(ctx, f, "url"); f.problems["url"] != "" {
		return
	}
	link, problem := h.Platforms.Recognize(it.source.URL)
	switch {
	case problem != nil:
		f.addProblem("url", "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters.")
	case !link.Supported():
		f.addProblem("url", h.unsupported(link))
	case isAccount(link):
		f.addProblem("url", "This is a link to an account. Watch it as one.")
	default:
		it.canonical, it.known = link.Canonical, true
	}
}

func (h *Handlers) readWatchedList(ctx context.Context, f *form, it *watched) {
	if !f.values.Has("url") {
		return
	}
	if it.source.URL = h.followed(ctx, f, "url"); f.problems["url"] != "" {
		return
	}
	list, problem := h.Platforms.RecognizeList(it.source.URL)
	switch {
	case problem == nil:
		it.canonical, it.known = list.Canonical, true
	case problem.Code == apierror.CodeInvalidInput:
		f.addProblem("url", "This is not a link: it needs to begin with https:// or http://, and to have at most 2,048 characters.")
	default:
		f.addProblem("url", "This is no link to a playlist or hashtag that can be read.")
	}
}

// parameterOf is where a source keeps a parameter of a list.
func parameterOf(s *watches.Source, name string) *string {
	return map[string]*string{"collection": &s.Collection, "sort": &s.Sort, "status": &s.Status, "country": &s.Country, "mediaKind": &s.MediaKind,
		"startedFrom": &s.StartedFrom, "startedTo": &s.StartedTo}[name]
}

// readParameters reads how the list is asked for, as far as the platform can be told.
func readParameters(f *form, it *watched) {
	for _, p := range it.reads {
		given, at := f.text(p.Name), parameterOf(&it.source, p.Name)
		if given == "" || at == nil {
			continue
		}
		switch {
		case len(p.Values) > 0 && !slices.Contains(p.Values, given):
			f.addProblem(p.Name, "Choose one of these.")
		case p.Name == "country" && !input.IsCountry(given):
			f.addProblem(p.Name, "Two letters, as in DE, or ALL.")
		case strings.HasPrefix(p.Name, "started") && !input.IsDay(given):
			f.addProblem(p.Name, "Enter a day.")
		}
		if *at = given; p.Name == "country" {
			*at = strings.ToUpper(given)
		}
	}
	if !input.InOrder(it.source.StartedFrom, it.source.StartedTo) {
		f.addProblem("startedTo", "Enter a day at or after the first one.")
	}
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
		case parameterOf(&it.source, p.Name) == nil:
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
func watchLink(c *fiber.Ctx, url string, link sources.Link) (path, word string) {
	switch {
	case !caller(c).Has(accounts.Owner):
		return "", ""
	case isAccount(link):
		return address(workspacePath(c, "watches/new"), "kind", string(watches.Account), "account", url), "Watch this account"
	}
	return address(workspacePath(c, "watches/new"), "kind", string(watches.Single), "url", url), "Watch this item"
}
