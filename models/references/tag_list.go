package references

import (
	"context"
	"slices"

	"golang.org/x/text/cases"

	"socialdata/models/db"
)

// TagCount is a tag of a workspace.
type TagCount struct {
	Tag        string // as the newest reference that has it spells it
	References int64  // that have it, counted up to MostCounted + 1
}

// tagRow is a tag of the index.
type tagRow struct {
	Tag   string // folded
	N     int64
	Names string // tags of the newest reference that has it, as stored
}

// listTags steps through the index from one tag to the next, so that a page costs the same however many references have
// its tags. After the last tag it finds none.
const listTags = `WITH RECURSIVE step(tag, n) AS (
	SELECT (SELECT MIN(tag) FROM reference_tags WHERE workspace_id = @ws AND tag > @after), 1
	UNION ALL
	SELECT (SELECT MIN(t.tag) FROM reference_tags t WHERE t.workspace_id = @ws AND t.tag > step.tag), step.n + 1 FROM step WHERE step.tag IS NOT NULL AND step.n < @limit
)
SELECT step.tag,
	(SELECT COUNT(*) FROM (SELECT 1 FROM reference_tags t WHERE t.workspace_id = @ws AND t.tag = step.tag LIMIT @most) AS counted) AS n,
	(SELECT r.tags FROM reference_tags t JOIN saved_references r ON r.id = t.reference_id WHERE t.workspace_id = @ws AND t.tag = step.tag ORDER BY t.created_at DESC, t.reference_id DESC LIMIT 1) AS names
FROM step WHERE step.tag IS NOT NULL ORDER BY step.n`

// ListTags lists the tags of a workspace's references in alphabetical order, ignoring case.
func (s *Store) ListTags(ctx context.Context, workspaceID string, p db.PageRequest) (*db.RecordPage[TagCount], error) {
	scope, after := "tags\x00"+workspaceID, ""
	if p.Cursor != "" {
		var at db.Position
		if err := s.Cursors.Open(scope, p.Cursor, &at); err != nil || at.Text == nil {
			return nil, db.Mismatch()
		}
		after = *at.Text
	}
	var rows []tagRow
	err := s.Read(ctx).Raw(listTags, map[string]any{"ws": workspaceID, "after": after, "limit": p.Limit + 1, "most": MostCounted + 1}).Scan(&rows).Error
	if err != nil {
		return nil, db.Error(err)
	}
	page := &db.RecordPage[TagCount]{Items: []TagCount{}}
	for _, r := range rows[:min(len(rows), p.Limit)] {
		page.Items = append(page.Items, TagCount{Tag: r.spelling(), References: r.N})
	}
	if len(rows) > p.Limit {
		page.NextCursor, err = s.Cursors.Seal(scope, db.AfterText(rows[p.Limit-1].Tag, ""))
	}
	return page, err
}

// spelling returns the tag as people wrote it.
func (r tagRow) spelling() string {
	names, fold := db.FromJSON[[]string](r.Names), cases.Fold()
	if n := slices.IndexFunc(names, func(name string) bool { return fold.String(name) == r.Tag }); n >= 0 {
		return names[n]
	}
	return r.Tag
}
