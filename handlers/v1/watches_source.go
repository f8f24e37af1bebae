package v1

import (
	"context"
	"strings"

	"socialdata/handlers/operations"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/watches"
)

// watchSource checks what a watch shall look at as the lookup that it makes would be checked. A platform is asked only where a
// short link leads: the watch looks at what it led to when the watch was made.
func (h *Handlers) watchSource(ctx context.Context, workspace string, s WatchSource, imports bool) (watches.Source, error) {
	if err := h.followSource(ctx, &s); err != nil {
		return watches.Source{}, err
	}
	src := watches.Source{Kind: s.Kind, Account: s.Account, Collection: s.Collection, Platform: content.Platform(s.Platform), Query: string(s.Query), URL: string(s.URL),
		Sort: s.Sort, Status: s.Status, Country: strings.ToUpper(s.Country), MediaKind: s.MediaKind, StartedFrom: s.StartedFrom, StartedTo: s.StartedTo}
	if fields := h.sourceProblems(s); len(fields) > 0 {
		return src, apierror.InvalidInput(inSource(fields)...)
	}
	if imports {
		if err := importsLists(s.Kind); err != nil {
			return src, err
		}
	}
	request, err := h.Lookup.WatchRequest(workspace, billing.Spender{}, src, "", 0)
	if err == nil {
		_, err = h.Lookup.Estimate(ctx, request)
	}
	if f := apierror.From(err); err != nil && f.Code == apierror.CodeInvalidInput {
		fields, _ := f.Details["fields"].([]apierror.Field)
		return src, apierror.InvalidInput(inSource(fields)...)
	}
	return src, err
}

// followSource replaces a short link by the link to which it leads.
func (h *Handlers) followSource(ctx context.Context, s *WatchSource) (err error) {
	switch s.Kind {
	case watches.Account:
		s.Account, err = h.Lookup.FollowText(ctx, s.Account)
	case watches.Single, watches.List:
		var target string
		target, err = h.Lookup.FollowText(ctx, string(s.URL))
		s.URL = operations.Link(target)
	case watches.Search:
	}
	return err
}

// importsLists refuses imports of a single item, of which nothing is ever new.
func importsLists(kind watches.Kind) error {
	if kind != watches.Single {
		return nil
	}
	return apierror.InvalidInput(apierror.Field{Name: "import", In: "body", Reason: "conflict", Expected: "null: a single item is not imported"})
}

// inSource moves problems of parameters to the source of a watch.
func inSource(fields []apierror.Field) []apierror.Field {
	moved := make([]apierror.Field, len(fields))
	for n, f := range fields {
		f.Name, f.In = "source."+f.Name, "body"
		moved[n] = f
	}
	return moved
}

// sourceProblems names the members that its kind needs and lacks, and those that its kind or platform does not read.
func (h *Handlers) sourceProblems(s WatchSource) []apierror.Field {
	given := s.given()
	var needed, read []string
	var params sources.Parameters
	switch s.Kind {
	case watches.Account:
		needed, read = []string{"account"}, listParams
		name, _, problem := h.Platforms.ParseSelector(s.Account)
		if p, known := h.Platforms.Find(name); problem == nil && known {
			params = p.Lists
		}
	case watches.Search:
		needed, read = []string{"platform", "q"}, searchParams
		p, known := h.Platforms.Find(content.Platform(s.Platform))
		if s.Platform != "" && (!known || p.Search == nil) {
			return []apierror.Field{{Name: "platform", Reason: "enum", Expected: "a platform with a search"}}
		}
		params = searchReads(p)
	case watches.List:
		needed, read = []string{"url"}, listParams
	case watches.Single:
		needed = []string{"url"}
	}
	fields := []apierror.Field{}
	for _, name := range needed {
		if _, ok := given[name]; !ok {
			fields = append(fields, apierror.Field{Name: name, Reason: "required", Expected: "a value, of a source of this kind"})
		}
		delete(given, name)
	}
	if len(fields) == 0 {
		fields = append(fields, parameterProblems(params, given, read)...)
	}
	for _, name := range read {
		delete(given, name)
	}
	for name := range given {
		fields = append(fields, apierror.Field{Name: name, Reason: "conflict", Expected: "no such member of a source of this kind"})
	}
	return fields
}

// given are the members that were sent, but for the kind.
func (s WatchSource) given() map[string]string {
	all := map[string]string{"account": s.Account, "collection": s.Collection, "platform": s.Platform, "q": string(s.Query), "url": string(s.URL), "sort": s.Sort,
		"status": s.Status, "country": s.Country, "mediaKind": s.MediaKind, "startedFrom": s.StartedFrom, "startedTo": s.StartedTo}
	for name, value := range all {
		if value == "" {
			delete(all, name)
		}
	}
	return all
}
