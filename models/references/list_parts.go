package references

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// parts returns the queries whose union is the list: references that match the words, and those with one of the ids or
// the link. Each uses an index that begins with the workspace and has the list's order, or that finds few rows.
func (s *Store) parts(tx *gorm.DB, workspaceID string, l Listing) ([]db.Part, error) {
	if !l.Filter.IsZero() {
		tx = s.PlanAnew(tx)
	}
	var parts []db.Part
	add := func(words *Match, condition string, vars ...any) error {
		r, err := l.read(tx, workspaceID, words, condition != "")
		if err != nil {
			return err
		}
		if condition == bySubject && l.Board != "" {
			r.condition("saved_references.content_id IN (SELECT id FROM contents WHERE subject IN ?)", vars...)
		} else if condition == bySubject {
			r.tables[0], r.vars = "(SELECT id FROM contents WHERE subject IN ?) AS named", append(vars, r.vars...)
			r.tables = slices.Insert(r.tables, 1, "saved_references ON saved_references.content_id = named.id")
		} else if condition != "" {
			r.condition(condition, vars...)
		}
		q := l.narrow(r.query(tx))
		if l.Sort == AsPlaced {
			q = q.Select("saved_references.*, b.place AS board_place")
		}
		part := db.Part{Query: q, By: r.by(l.Sort)}
		if s.Postgres && l.Board == "" && (words != nil || r.first == "t0" && len(l.tagTables()) > 1 && l.Sort.byCreation()) {
			part.Newest, part.More = l.newest(tx, workspaceID, r.first, words)
			if words != nil {
				part.Sorted, part.Matches = l.sorted(), func(most int) (int, error) { return words.Count(tx, most) }
				if !l.Sort.byCreation() {
					part.Among = l.among(tx, workspaceID, *words)
				}
			}
		}
		if condition == "" {
			part.IDs = l.ids(tx, workspaceID, words)
		}
		parts = append(parts, part)
		return nil
	}
	var errs error
	if words, ok := l.Match(tx, workspaceID); ok {
		errs = add(&words, "")
	}
	if len(l.Subjects) > 0 {
		errs = db.FirstError(errs, add(nil, bySubject, l.Subjects))
	}
	if l.CanonicalURL != "" {
		errs = db.FirstError(errs, add(nil, "saved_references.canonical_url = ?", l.CanonicalURL))
	}
	switch {
	case len(parts) == 0 && l.Words != "": // no word in them: nothing matches
		errs = db.FirstError(errs, add(nil, "1 = 0"))
	case len(parts) == 0 && l.byPlatformAlone():
		for _, media := range MediaAvailabilities() {
			one := l
			one.MediaAvailability = media
			more, err := s.parts(tx, workspaceID, one)
			parts, errs = append(parts, more...), db.FirstError(errs, err)
		}
	case len(parts) == 0:
		errs = db.FirstError(errs, add(nil, ""))
	}
	return parts, errs
}

// bySubject marks a part that starts from contents, which SQLite would otherwise join last.
const bySubject = "subject"

// byPlatformAlone reports whether the list is read from the index that has the platform after the state of the media.
func (l Listing) byPlatformAlone() bool {
	return l.Platform != "" && l.MediaAvailability == "" && l.Board == "" && (l.State == "" || l.State == Ready) && l.Sort.byCreation() && len(l.tagTables()) == 0
}

// sorted is how many matches PostgreSQL sorts rather than scan in order: in another order than that of creation, each row scanned
// costs as much as a match does.
func (l Listing) sorted() int {
	if l.Sort.byCreation() {
		return 2 * Few
	}
	return 5 * Few
}

// ids returns the ids of the references that have a tag from its index alone, or those that have words, in no order: as soon as enough are
// found the rest is not read. It is nil for other lists.
func (l Listing) ids(tx *gorm.DB, workspaceID string, words *Match) func(func(*gorm.DB) *gorm.DB, int) *gorm.DB {
	tags, others := l.tagTables(), l
	others.Words, others.Subjects, others.CanonicalURL, others.Tags, others.SourceTags = "", nil, "", nil, nil
	narrowed := !others.IsZero() || l.isNarrowed()
	switch {
	case words == nil && (narrowed || len(tags) != 1):
		return nil
	case words == nil:
		return func(func(*gorm.DB) *gorm.DB, int) *gorm.DB {
			return tx.Table(tags[0].table).Where("workspace_id = ? AND tag = ?", workspaceID, tags[0].tag).Select("reference_id AS id")
		}
	case len(tags) > 0 || l.Board != "" || !db.IsPostgres(tx):
		return nil
	}
	holds, vars := words.Holds(tx, "w")
	return func(place func(*gorm.DB) *gorm.DB, n int) *gorm.DB {
		rows := tx.Table("reference_words w")
		if n > 0 {
			rows = tx.Table("(?) AS w", place(rows.Where("w.workspace_id = ?", workspaceID)).Limit(n))
		}
		rows = rows.Where(holds, vars...)
		if !narrowed {
			return rows.Select("w.reference_id AS id")
		}
		found := tx.Session(&gorm.Session{NewDB: true}).Raw("? OFFSET 0", rows.Select("w.reference_id"))
		return l.narrow(tx.Table("(?) AS w JOIN saved_references ON saved_references.id = w.reference_id", found)).Select("saved_references.id AS id")
	}
}

// newest returns a query that checks the newest references for the words and tags: the more match, the sooner a page is full. The
// rows of words themselves are sorted by creation and are the cheapest to scan. w is the name of the table that has the order.
func (l Listing) newest(tx *gorm.DB, workspaceID, w string, words *Match) (look func(func(*gorm.DB) *gorm.DB, int) *gorm.DB, more int) {
	const ofWords, ofOthers = 10_000, 3000
	tags, first, rows, name, more := l.tagTables(), w, tx.Table("reference_words w"), "w", ofWords
	join := "(?) AS " + w + " JOIN saved_references ON saved_references.id = " + w + ".reference_id"
	switch {
	case !l.Sort.byCreation():
		first, rows, name, more = "saved_references", tx.Table("saved_references"), "x", ofOthers
		join = "(?) AS saved_references JOIN reference_words x ON x.reference_id = saved_references.id"
	case len(tags) > 0:
		rows, name, more = tx.Table(tags[0].table+" "+w).Where(w+".tag = ?", tags[0].tag), "x", ofOthers
		if l.Platform != "" {
			rows = rows.Where(w+".platform = ?", l.Platform)
		}
		if tags = tags[1:]; words != nil {
			join += " JOIN reference_words x ON x.reference_id = " + w + ".reference_id"
		}
	}
	return func(place func(*gorm.DB) *gorm.DB, n int) *gorm.DB {
		window := place(rows.Session(&gorm.Session{}).Where(first+".workspace_id = ?", workspaceID)).Limit(n)
		q := l.narrow(tx.Table(join, window).Select("saved_references.*"))
		if words != nil {
			holds, values := words.Holds(tx, name)
			q = q.Where(holds, values...)
		}
		return withTags(q, tags)
	}, more
}

// withTags adds the condition that references have tags.
func withTags(q *gorm.DB, tags []tagTable) *gorm.DB {
	for _, tag := range tags {
		q = q.Where("EXISTS (SELECT 1 FROM "+tag.table+" t WHERE t.reference_id = saved_references.id AND t.tag = ?)", tag.tag)
	}
	return q
}

// mostAmong is how many of the rows that Among finds are read whole: a page needs few of them.
const mostAmong = 1000

// among returns a query over the first rows in an order that is not that of creation. It reads them from the index of the order alone,
// and keeps those that are among the matches, which it has in memory: IS TRUE makes PostgreSQL hash them.
func (l Listing) among(tx *gorm.DB, workspaceID string, words Match) func(func(*gorm.DB) *gorm.DB, int) *gorm.DB {
	holds, vars := words.Holds(tx, "w")
	return func(place func(*gorm.DB) *gorm.DB, n int) *gorm.DB {
		window := place(tx.Table("saved_references").Where("saved_references.workspace_id = ?", workspaceID)).Limit(n)
		matched := place(tx.Table("(?) AS saved_references", window).Where("(saved_references.id IN (SELECT w.reference_id FROM reference_words w WHERE "+holds+")) IS TRUE", vars...))
		found := tx.Table("(?) AS found JOIN saved_references ON saved_references.id = found.id", matched.Limit(mostAmong).Select("saved_references.id"))
		return withTags(l.narrow(found.Select("saved_references.*")), l.tagTables())
	}
}

// reading is how the rows of a part are read: tables, in the order in which SQLite reads them, conditions, and the table
// whose index has the order of creation.
type reading struct {
	tables, where []string
	vars, values  []any
	first         string
}

func (r *reading) table(table string, vars ...any) {
	r.tables, r.vars = append(r.tables, table), append(r.vars, vars...)
}

func (r *reading) condition(condition string, values ...any) {
	r.where, r.values = append(r.where, condition), append(r.values, values...)
}

func (r *reading) query(tx *gorm.DB) *gorm.DB {
	join := " CROSS JOIN " // fixes the order of tables on SQLite
	if db.IsPostgres(tx) {
		join = " JOIN "
	}
	q := tx.Table(strings.Join(r.tables, join), r.vars...).Select("saved_references.*")
	if len(r.where) > 0 {
		q = q.Where(strings.Join(r.where, " AND "), r.values...)
	}
	return q
}

// by returns the order, with columns of the table whose index has it.
func (r *reading) by(sort Sort) db.Order {
	by, _ := sort.order()
	switch {
	case r.first == "" || !sort.byCreation():
	case sort == OldestSaved:
		by = db.OldestFirst(r.first+".created_at", r.first+".reference_id")
	default:
		by = db.NewestFirst(r.first+".created_at", r.first+".reference_id")
	}
	return by
}

// read returns how a part is read. named is a query of few rows, which has its own index.
func (l Listing) read(tx *gorm.DB, workspaceID string, words *Match, named bool) (r reading, err error) {
	const reference = "saved_references"
	tags, sqlite := l.tagTables(), !db.IsPostgres(tx)
	fewFirst := words != nil && !sqlite // starts with the rows that the index finds, and sorts them
	if sqlite && !named {
		switch {
		case words != nil:
			fewFirst, err = words.IsFew(tx, Few)
		case len(tags) > 0 && !l.Sort.byCreation():
			fewFirst, err = isFew(tx, Few, "SELECT 1 FROM "+tags[0].table+" WHERE workspace_id = ? AND tag = ?", workspaceID, tags[0].tag)
		}
	}
	if l.Board != "" { // has fewer rows than the other filters may match
		r.table("board_references b")
		r.condition("b.board_id = ?", l.Board)
		r.table("saved_references ON saved_references.id = b.reference_id AND saved_references.workspace_id = ?", workspaceID)
		fewFirst = false
	}
	inOrder := l.Sort.byCreation() && !named
	if l.Board == "" && (!inOrder && !fewFirst || len(tags) == 0 && words == nil) {
		r.table(reference)
		r.condition("saved_references.workspace_id = ?", workspaceID)
	}
	if words != nil && fewFirst {
		rows, vars := words.Rows(tx)
		r.join("("+rows+") AS w", "w", vars...)
		words = nil
	}
	for n, tag := range tags {
		alias := fmt.Sprint("t", n)
		r.join(tag.table+" "+alias, alias)
		r.condition(alias+".workspace_id = ? AND "+alias+".tag = ?", workspaceID, tag.tag)
		if l.Platform != "" {
			r.condition(alias+".platform = ?", l.Platform)
		}
		if n > 0 && strings.HasPrefix(r.first, "t") { // both are sorted alike
			r.condition(alias + ".created_at = " + r.first + ".created_at")
		}
	}
	if words != nil {
		r.join("reference_words w", "w")
		holds, values := words.Holds(tx, "w")
		r.condition(holds, values...)
	}
	if l.Board == "" && r.tables[0] != reference {
		r.table(reference + " ON saved_references.id = " + r.first + ".reference_id")
	}
	return r, err
}

// join adds a table that has a column reference_id.
func (r *reading) join(table, alias string, vars ...any) {
	switch {
	case len(r.tables) == 0:
		r.first = alias
	case r.first == "": // after the references table itself
		table += " ON " + alias + ".reference_id = saved_references.id"
	default:
		table += " ON " + alias + ".reference_id = " + r.first + ".reference_id"
	}
	r.table(table, vars...)
}

// tagTable is one tag of a filter, with its table.
type tagTable struct{ table, tag string }

func (f Filter) tagTables() (list []tagTable) {
	for _, tag := range foldTags(f.Tags) {
		list = append(list, tagTable{"reference_tags", tag})
	}
	for _, tag := range foldSourceTags(f.SourceTags) {
		list = append(list, tagTable{"reference_source_tags", tag})
	}
	return list
}
