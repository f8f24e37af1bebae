package instagram

import (
	"context"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// searchPage is how many results are requested; the platform may return another number.
const searchPage = 24

// found describes the rows of a search: they are reels that omit their kind.
var found = tab{name: "search", query: searchQuery, product: "clips"}

// search reads one page of the popular reels for a keyword. It finds no people or posts and has no total. A first page
// without rows counts as withheld, because it looks the same as for a keyword without reels.
func (s *site) search(ctx context.Context, r sources.SearchRequest) (*sources.Page[content.ItemSummary], error) {
	variables := map[string]any{"keyword": r.Query, "media_count": searchPage, "related_keywords_count": 0, "include_reel_experience_fields": false,
		"include_description": false, "include_trending_pills": false, "debug": false, "after": nil}
	if r.Token != "" {
		variables["after"] = r.Token
	}
	v, err := s.ask(ctx, searchQuery, variables)
	if err != nil {
		return nil, err
	}
	page, next, err := found.read(v, r.Token)
	if err != nil {
		return nil, err
	}
	if r.Token == "" && len(page.Rows) == 0 {
		return nil, sources.Degraded("a search without rows")
	}
	page.Next = next
	return page, nil
}
