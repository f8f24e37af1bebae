package references

import (
	"strings"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// minPrefix is the length from which the last word also matches longer words, in code points: a single letter matches too many.
const minPrefix = 2

// Match is a search for words in one workspace, in the form that the database needs.
type Match struct {
	searchedWords
	workspaceID, query string
}

// Match returns the search for the filter's words; ok is false if there is no word in them, so that nothing can match.
func (f Filter) Match(tx *gorm.DB, workspaceID string) (m Match, ok bool) {
	m = Match{searchedWords: searchedFor(f.Words), workspaceID: workspaceID} // of letters and digits only
	if len(m.words) == 0 {
		return m, false
	}
	before, between, behind, more := `workspace_id : "`+workspaceID+`" AND {written said} : ("`, `" AND "`, `"`, " *"
	if db.IsPostgres(tx) {
		before, between, behind, more = "'", "' & '", "'", ":*"
	}
	if m.query = before + strings.Join(m.words, between) + behind; m.prefix {
		m.query += more
	}
	if !db.IsPostgres(tx) {
		m.query += ")"
	}
	return m, true
}

// Few is how many matches are sorted rather than found by scanning in order.
const Few = 1000

// Count counts the references that match, up to most + 1. SQLite does not know how frequent a word is; PostgreSQL does, but not of
// words that few references have, nor of the beginnings of words.
func (m Match) Count(tx *gorm.DB, most int) (int, error) {
	if db.IsPostgres(tx) {
		holds, vars := m.Holds(tx, "w")
		return countUpTo(tx, most, "SELECT 1 FROM reference_words w WHERE "+holds, vars...)
	}
	return countUpTo(tx, most, "SELECT 1 FROM reference_words_all WHERE reference_words_all MATCH ?", m.query)
}

// IsFew reports whether at most so many references match.
func (m Match) IsFew(tx *gorm.DB, most int) (bool, error) {
	n, err := m.Count(tx, most)
	return n <= most, err
}

// isFew reports whether a statement finds at most so many rows.
func isFew(tx *gorm.DB, most int, statement string, vars ...any) (bool, error) {
	n, err := countUpTo(tx, most, statement, vars...)
	return n <= most, err
}

// countUpTo runs a statement for one row more than most. The limit is a query, so that PostgreSQL does not choose to scan the whole table
// in the belief that it soon has as many.
func countUpTo(tx *gorm.DB, most int, statement string, vars ...any) (n int, err error) {
	err = tx.Session(&gorm.Session{NewDB: true}).Raw("SELECT COUNT(*) FROM ("+statement+" LIMIT (SELECT CAST(? AS BIGINT))) AS counted", append(vars, most+1)...).Scan(&n).Error
	return n, db.Error(err)
}

// Rows returns a statement for the rows of words that the index finds. On PostgreSQL it is not merged with the statement
// around it, so that all rows are sorted before anything else is read for each.
func (m Match) Rows(tx *gorm.DB) (statement string, vars []any) {
	if db.IsPostgres(tx) {
		holds, vars := m.Holds(tx, "w")
		return "SELECT w.reference_id, w.created_at FROM reference_words w WHERE " + holds + " ORDER BY w.created_at DESC, w.reference_id DESC OFFSET 0", vars
	}
	return "SELECT w.reference_id, w.created_at FROM reference_words_all x CROSS JOIN reference_words w ON w.id = x.rowid WHERE reference_words_all MATCH ?", []any{m.query}
}

// Holds returns the condition that a row of words matches. On SQLite it does not use the index of words. w is the table's name.
func (m Match) Holds(tx *gorm.DB, w string) (condition string, vars []any) {
	condition, vars = w+".workspace_id = ?", []any{m.workspaceID}
	if db.IsPostgres(tx) {
		return condition + " AND " + w + ".vector @@ CAST(? AS tsquery)", append(vars, m.query)
	}
	for n, word := range m.words {
		end := " "
		if m.prefix && n == len(m.words)-1 {
			end = ""
		}
		condition, vars = condition+" AND instr(' ' || "+w+".written || ' ' || "+w+".said || ' ', ?) > 0", append(vars, " "+word+end)
	}
	return condition, vars
}
