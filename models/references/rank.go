package references

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// MostRanked is how many matches are sorted by relevance: the newest ones, as many as are counted.
const MostRanked = MostCounted

// mostSorted is how many matches are sorted to find the newest MostRanked: of fewer, a scan in order rarely finds so many.
const mostSorted = 20 * Few

// ranked is the input for the relevance of a reference. It is computed here, so that both databases rank alike.
type ranked struct {
	ID        string
	CreatedAt int64
	SortTitle string
	Tags      string
	Rank      int64 `gorm:"-"`
}

// place returns the position of a reference: by rank, then newest first.
func (r ranked) place() db.Position { return db.After(r.Rank<<52|r.CreatedAt, r.ID) } // microseconds need 51 bits

// rank scores how well title and tags match the words: highest if the title begins with them, then if it contains them
// as a phrase, has all of them, if a tag matches, if the title has some of them. Matches elsewhere come last.
func (r ranked) rank(words []string) int64 {
	phrase := strings.Join(words, " ")
	title := Tokens(r.SortTitle)
	text := strings.Join(title, " ")
	in := 0
	for n, word := range words {
		last := n == len(words)-1
		if slices.ContainsFunc(title, func(t string) bool { return t == word || last && strings.HasPrefix(t, word) }) {
			in++
		}
	}
	tags := Reference{Tags: r.Tags}
	switch {
	case strings.HasPrefix(text, phrase):
		return 5
	case strings.Contains(" "+text, " "+phrase):
		return 4
	case in == len(words):
		return 3
	case slices.ContainsFunc(tags.TagList(), func(t string) bool { return strings.Join(Tokens(t), " ") == phrase }):
		return 2
	case in > 0:
		return 1
	}
	return 0
}

// relevantAndCount reads one page of a search, sorted by relevance, and says how many match, up to MostCounted + 1: at most as many are sorted.
func (s *Store) relevantAndCount(ctx context.Context, workspaceID string, l Listing, p db.PageRequest) (page *db.RecordPage[Reference], total int64, err error) {
	newest := l
	newest.Sort = NewestFirst
	var found *db.RecordPage[ranked]
	err = s.search(ctx, workspaceID, newest, func(ctx context.Context) error {
		parts, err := s.parts(s.Read(ctx), workspaceID, newest)
		if err != nil {
			return err
		}
		for n := range parts {
			parts[n].Query, parts[n].Sorted = ofRank(parts[n].Query), mostSorted
			if look := parts[n].Newest; look != nil {
				parts[n].Newest = func(place func(*gorm.DB) *gorm.DB, rows int) *gorm.DB { return ofRank(look(place, rows)) }
			}
		}
		found, err = db.ReadPartsPage(s.DB, parts, "", db.PageRequest{Limit: MostRanked}, func(r ranked) db.Position { return db.After(r.CreatedAt, r.ID) })
		return err
	})
	if err != nil {
		return nil, 0, err
	}
	if total = int64(len(found.Items)); found.NextCursor != "" {
		total++
	}
	words := Tokens(l.Words)
	for n := range found.Items {
		found.Items[n].Rank = found.Items[n].rank(words)
	}
	slices.SortFunc(found.Items, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(*b.place().At, *a.place().At), cmp.Compare(b.ID, a.ID))
	})
	page, err = s.rankedPage(ctx, workspaceID, l, found.Items, p)
	return page, total, err
}

func ofRank(q *gorm.DB) *gorm.DB {
	return q.Select("saved_references.id, saved_references.created_at, saved_references.sort_title, saved_references.tags")
}

// rankedPage reads the references of one page of a sorted list.
func (s *Store) rankedPage(ctx context.Context, workspaceID string, l Listing, list []ranked, p db.PageRequest) (*db.RecordPage[Reference], error) {
	list, next, err := db.PageOf(s.DB, list, l.cursorScope(workspaceID), p, ranked.place)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for n, r := range list {
		ids[n] = r.ID
	}
	return s.pageInOrder(ctx, workspaceID, ids, next)
}
