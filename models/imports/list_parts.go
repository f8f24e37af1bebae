package imports

import (
	"gorm.io/gorm"

	"socialdata/models/db"
	"socialdata/models/references"
)

// sorted is how many references with the words have their imports sorted rather than the imports scanned in order, which costs as much
// for each.
const sorted = 5000

// parts returns the queries whose union is the list: imports matched by their id, content or link; imports whose references
// match the words; imports that failed with a code, and imports whose last attempt did. Each query has its own index.
func (s *Store) parts(tx *gorm.DB, workspaceID string, f Filter) (parts []db.Part, err error) {
	if f.Searched || f.Code != "" || f.Platform != "" {
		tx = s.PlanAnew(tx)
	}
	by, _ := f.order()
	read := func(tables string, vars ...any) *gorm.DB {
		return f.narrow(tx.Table(tables, vars...).Select("imports.*"), workspaceID)
	}
	add := func(q *gorm.DB) {
		if f.Code == "" {
			parts = append(parts, db.Part{Query: q, By: by})
			return
		}
		ended := q.Session(&gorm.Session{}).Where("outcome_code = ? AND outcome_code <> ''", f.Code)
		parts = append(parts, db.Part{Query: ended, By: by}, db.Part{Query: q.Session(&gorm.Session{}).Where("state = ? AND cause_code = ?", Failed, f.Code), By: by})
	}
	if !f.Searched {
		add(read("imports"))
		return parts, nil
	}
	join := " CROSS JOIN " // fixes the order of tables on SQLite
	if s.Postgres {
		join = " JOIN "
	}
	named, vars := f.named(workspaceID)
	add(read("("+named+") AS named"+join+"imports ON imports.id = named.id", vars...))
	words, ok := f.Saved.Match(tx, workspaceID)
	if !ok {
		return parts, nil
	}
	holds, values := words.Holds(tx, "w")
	rows, rowVars := words.Rows(tx)
	found := read("("+rows+") AS w"+join+"imports ON imports.reference_id = w.reference_id", rowVars...)
	if s.Postgres {
		add(found)
		if f.Code == "" {
			last := &parts[len(parts)-1]
			last.IDs = func(place func(*gorm.DB) *gorm.DB, n int) *gorm.DB {
				if n > 0 {
					return last.Newest(place, n).Select("imports.id AS id")
				}
				return read("(SELECT w.reference_id FROM reference_words w WHERE "+holds+" OFFSET 0) AS w JOIN imports ON imports.reference_id = w.reference_id", values...).Select("imports.id AS id")
			}
			last.Sorted, last.Matches = sorted, func(most int) (int, error) { return words.Count(tx, most) }
			last.More, last.Newest = 3000, func(place func(*gorm.DB) *gorm.DB, n int) *gorm.DB {
				window := place(tx.Table("imports").Where("imports.workspace_id = ?", workspaceID)).Limit(n)
				return read("(?) AS imports JOIN reference_words w ON w.reference_id = imports.reference_id", window).Where(holds, values...)
			}
			last.Among = func(place func(*gorm.DB) *gorm.DB, n int) *gorm.DB { // IS TRUE makes PostgreSQL hash the matches
				window := place(tx.Table("imports").Where("imports.workspace_id = ?", workspaceID)).Limit(n)
				return read("(?) AS imports", window).Where("(imports.reference_id IN (SELECT w.reference_id FROM reference_words w WHERE "+holds+")) IS TRUE", values...)
			}
		}
		return parts, nil
	}
	isFew, err := words.IsFew(tx, references.Few)
	if !isFew { // otherwise they are sorted
		found = read("imports"+join+"reference_words w ON w.reference_id = imports.reference_id").Where(holds, values...)
	}
	add(found)
	return parts, err
}

// named finds imports by their id or its beginning, their content or reference. The ids can be of other workspaces: narrow leaves them out,
// as a condition on the workspace would have SQLite read all its imports.
func (f Filter) named(workspaceID string) (statement string, vars []any) {
	first, last, ok := db.IDsFrom(f.ID)
	if !ok {
		first, last = f.ID, f.ID
	}
	statement, vars = "SELECT id FROM imports WHERE id BETWEEN ? AND ?", []any{first, last}
	add := func(part string, values ...any) { statement, vars = statement+" UNION "+part, append(vars, values...) }
	const filled = "SELECT i.id FROM imports i WHERE i.workspace_id = ? AND i.reference_id IN (SELECT id FROM saved_references WHERE workspace_id = ? AND "
	if len(f.Saved.Subjects) > 0 {
		add("SELECT id FROM imports WHERE workspace_id = ? AND subject IN ?", workspaceID, f.Saved.Subjects)
		add(filled+"content_id IN (SELECT id FROM contents WHERE subject IN ?))", workspaceID, workspaceID, f.Saved.Subjects)
	}
	if f.Saved.CanonicalURL != "" {
		add("SELECT id FROM imports WHERE workspace_id = ? AND canonical_url = ?", workspaceID, f.Saved.CanonicalURL)
		add(filled+"canonical_url = ?)", workspaceID, workspaceID, f.Saved.CanonicalURL)
	}
	return statement, vars
}
