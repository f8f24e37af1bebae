package operations

import (
	"context"
	"strings"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/watches"
)

// WatchSource is what a watch observes. Account, Collection and the filters are parameters of GET /v1/items;
// Platform, Query, Sort and the filters are parameters of GET /v1/search. The kinds and platforms that support them
// are the same as there.
type WatchSource struct {
	Kind        watches.Kind `json:"kind" doc:"account: the items of an account; list: another list of items, such as a playlist or a hashtag; search: what a search finds; item: a single item"`
	Account     string       `json:"account,omitempty" minLength:"1" maxLength:"2048" format:"selector" doc:"Of kind account: <platform>:<id>, <platform>:@<handle> or a link to an account, which is answered as one of these"`
	Collection  string       `json:"collection,omitempty" minLength:"1" maxLength:"64"`
	Platform    string       `json:"platform,omitempty" minLength:"1" maxLength:"64" doc:"Of kind search"`
	Query       SearchWords  `json:"q,omitempty" doc:"Of kind search: words to search for"`
	URL         Link         `json:"url,omitempty" doc:"Of kind item: link to the item; of kind list: link to the list"`
	Sort        string       `json:"sort,omitempty" minLength:"1" maxLength:"64"`
	Status      string       `json:"status,omitempty" enum:"active,inactive,all"`
	Country     string       `json:"country,omitempty" pattern:"^(ALL|[A-Za-z]{2})$"`
	MediaKind   string       `json:"mediaKind,omitempty" enum:"all,video,image"`
	StartedFrom string       `json:"startedFrom,omitempty" format:"day" minLength:"1"`
	StartedTo   string       `json:"startedTo,omitempty" format:"day" minLength:"1"`
}

// CheckSource validates the source of a watch exactly as the lookup it makes would be. It contacts a platform only to
// follow a short link: the watch then observes what the link led to at that time.
func (s *Service) CheckSource(ctx context.Context, c *session.Caller, in WatchSource) (watches.Source, error) {
	if err := s.followSource(ctx, &in); err != nil {
		return watches.Source{}, err
	}
	src := watches.Source{Kind: in.Kind, Account: in.Account, Collection: in.Collection, Platform: content.Platform(in.Platform), Query: string(in.Query), URL: string(in.URL),
		Sort: in.Sort, Status: in.Status, Country: strings.ToUpper(in.Country), MediaKind: in.MediaKind, StartedFrom: in.StartedFrom, StartedTo: in.StartedTo}
	if fields := s.sourceProblems(in); len(fields) > 0 {
		return src, apierror.InvalidInput(fields...)
	}
	if name, problem := s.Platforms.NameAccount(in.Account); in.Kind == watches.Account && problem == nil {
		src.Account = name // of a link the account that it names
	}
	request, err := s.Lookup.WatchRequest(c.WorkspaceID, billing.Spender{}, src, "", 0)
	if err == nil {
		_, err = s.Lookup.Estimate(ctx, request)
	}
	return src, err
}

// AlreadyWatching returns the workspace's watches of the same account, item, list or search, newest first, whatever the parameters of their
// lists are. Several are allowed: each looks, and costs, on its own.
func (s *Service) AlreadyWatching(ctx context.Context, c *session.Caller, source watches.Source) (same []watches.Seen, err error) {
	subject, err := s.watchSubject(ctx, source)
	if err != nil {
		return nil, err
	}
	for p := (db.PageRequest{Limit: 100}); ; {
		list, err := s.Store.Watches.List(ctx, c.WorkspaceID, p)
		if err != nil {
			return nil, err
		}
		for _, w := range list.Items {
			if w.Source().Kind != source.Kind {
				continue
			}
			have, err := s.watchSubject(ctx, w.Source())
			if err != nil {
				return nil, err
			}
			if have == subject {
				same = append(same, w)
			}
		}
		if p.Cursor = list.NextCursor; p.Cursor == "" {
			return same, nil
		}
	}
}

// watchSubject names what a source looks at: an account by its id if an answer has told whose its name is, a link by its canonical form.
func (s *Service) watchSubject(ctx context.Context, source watches.Source) (string, error) {
	switch source.Kind {
	case watches.Account:
		id, err := s.Lookup.AccountNamed(ctx, source.Account)
		if _, local, _ := strings.Cut(id, ":"); err == nil && local != "" {
			return id, nil
		}
		if err != nil && !apierror.Is(err, apierror.CodePolicyBlocked) {
			return "", err
		}
		name, _ := s.Platforms.NameAccount(source.Account)
		return strings.ToLower(name), nil // as handles are compared
	case watches.Search:
		return string(source.Platform) + " " + source.Query, nil
	case watches.List:
		if list, problem := s.Platforms.RecognizeList(source.URL); problem == nil {
			return list.Canonical, nil
		}
	case watches.Single:
		if link, problem := s.Platforms.Recognize(source.URL); problem == nil {
			return link.Canonical, nil
		}
	}
	return source.URL, nil
}

// followSource replaces a short link by its target.
func (s *Service) followSource(ctx context.Context, in *WatchSource) (err error) {
	switch in.Kind {
	case watches.Account:
		in.Account, err = s.Lookup.FollowText(ctx, in.Account)
	case watches.Single, watches.List:
		var target string
		target, err = s.Lookup.FollowText(ctx, string(in.URL))
		in.URL = Link(target)
	case watches.Search:
	}
	return err
}

// inSource changes the fields of an error from query parameters to properties of the watch's source.
func inSource(err error) error {
	fields := apierror.FieldsOf(err)
	if len(fields) == 0 {
		return err
	}
	moved := make([]apierror.Field, len(fields))
	for n, f := range fields {
		f.Name, f.In = "source."+f.Name, "body"
		moved[n] = f
	}
	return apierror.InvalidInput(moved...)
}

// sourceProblems reports the properties that the kind requires but were not sent, and those that the kind or platform
// does not support.
func (s *Service) sourceProblems(in WatchSource) []apierror.Field {
	given := in.given()
	var needed, read []string
	var params sources.Parameters
	switch in.Kind {
	case watches.Account:
		needed, read = []string{"account"}, ListParams
		name, _, problem := s.Platforms.ParseSelector(in.Account)
		if problem != nil && in.Account != "" {
			return nil // the lookup says what is wrong with the account
		}
		p, _ := s.Platforms.Find(name)
		params = p.Lists
	case watches.Search:
		needed, read = []string{"platform", "q"}, SearchParams
		p, known := s.Platforms.Find(content.Platform(in.Platform))
		if in.Platform != "" && (!known || p.Search == nil) {
			return []apierror.Field{{Name: "platform", Reason: "enum", Expected: "a platform with a search"}}
		}
		params = SearchReads(p)
	case watches.List:
		needed, read = []string{"url"}, ListParams
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
		fields = append(fields, ParameterProblems(params, given, read)...)
	}
	for _, name := range read {
		delete(given, name)
	}
	for name := range given {
		fields = append(fields, apierror.Field{Name: name, Reason: "conflict", Expected: "no such member of a source of this kind"})
	}
	return fields
}

// given returns the properties that were sent, except the kind.
func (in WatchSource) given() map[string]string {
	all := map[string]string{"account": in.Account, "collection": in.Collection, "platform": in.Platform, "q": string(in.Query), "url": string(in.URL), "sort": in.Sort,
		"status": in.Status, "country": in.Country, "mediaKind": in.MediaKind, "startedFrom": in.StartedFrom, "startedTo": in.StartedTo}
	for name, value := range all {
		if value == "" {
			delete(all, name)
		}
	}
	return all
}
