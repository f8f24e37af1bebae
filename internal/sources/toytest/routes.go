package toytest

import (
	"context"
	"encoding/json"
	"net/url"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
)

func routes(f sources.Fetcher, _ platforms.Options) []sources.Route {
	r := reader{f}
	return []sources.Route{{ID: string(Name) + ".web", Platform: Name, ContractVersion: "1", Item: r.item, Account: r.account, Items: r.items, Search: r.search}}
}

type reader struct{ fetcher sources.Fetcher }

// toy is an item in the site's answers.
type toy struct {
	ID    string `json:"id"`
	Maker string `json:"maker"`
	Title string `json:"title"`
}

func (r reader) get(ctx context.Context, path string, into any) error {
	a, err := r.fetcher.Fetch(ctx, sources.Request{URL: home + path})
	switch {
	case err != nil:
		return err
	case a.Status == 404:
		return apierror.New(apierror.CodeNotFound)
	case a.Status != 200 || json.Unmarshal(a.Body, into) != nil:
		return apierror.New(apierror.CodeSourceChanged)
	}
	return nil
}

func (r reader) item(ctx context.Context, ask sources.ItemRequest) (*content.Item, error) {
	var t toy
	if err := r.get(ctx, "toys/"+ask.Link.LocalID, &t); err != nil {
		return nil, err
	}
	s := t.summary()
	return &content.Item{ID: s.ID, Platform: Name, Kind: s.Kind, URL: s.URL, Author: s.Author, Title: s.Title}, nil
}

func (r reader) account(ctx context.Context, sel sources.AccountSelector) (*content.Account, error) {
	var toys []toy
	if err := r.get(ctx, "makers/"+sel.ID+sel.Handle, &toys); err != nil {
		return nil, err
	}
	ref := toys[0].maker()
	return &content.Account{Object: "account", ID: ref.ID, Platform: Name, Handle: ref.Handle}, nil
}

func (r reader) items(ctx context.Context, ask sources.ListRequest) (*sources.Page[content.ItemSummary], error) {
	return r.page(ctx, "makers/"+ask.Account.ID+ask.Account.Handle+"?"+url.Values{"collection": {ask.Collection}}.Encode())
}

func (r reader) search(ctx context.Context, ask sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	return r.page(ctx, "search?"+url.Values{"q": {ask.Query}}.Encode())
}

func (r reader) page(ctx context.Context, path string) (*sources.Page[content.ItemSummary], error) {
	var toys []toy
	if err := r.get(ctx, path, &toys); err != nil {
		return nil, err
	}
	p := &sources.Page[content.ItemSummary]{Rows: []content.ItemSummary{}, Account: toys[0].maker()}
	for _, t := range toys {
		p.Rows = append(p.Rows, t.summary())
	}
	return p, nil
}

func (t toy) maker() *content.AccountRef {
	address := home + "makers/" + t.Maker
	return &content.AccountRef{ID: content.NaturalID(Name, "1"), Platform: Name, Handle: &t.Maker, URL: &address}
}

func (t toy) summary() content.ItemSummary {
	return content.ItemSummary{ID: content.NaturalID(Name, t.ID), Platform: Name, Kind: content.KindImage, URL: home + "toys/" + t.ID, Author: t.maker(), Title: &t.Title}
}
