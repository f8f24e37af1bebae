package references

import (
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// minPrefix is how many code points a last word needs to find longer words, too: one letter begins nearly all of them.
const minPrefix = 2

// Match is a search for words in one workspace, in the words of the database.
type Match struct {
	workspaceID, query string
	words              []string
	prefix             bool // of the last word
}

// Match returns the search for the filter's words; ok is false where there is no word in them, which finds nothing.
func (f Filter) Match(tx *gorm.DB, workspaceID string) (m Match, ok bool) {
	m = Match{workspaceID: workspaceID, words: Tokens(f.Words)} // which hold letters and digits only
	if len(m.words) == 0 {
		return m, false
	}
	last := m.words[len(m.words)-1]
	m.prefix = utf8.RuneCountInString(last) >= minPrefix
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

// few is how many rows are sorted rather than looked through in their order.
const few = 1000

// IsFew reports whether few references match. SQLite does not know how frequent a word is, and it can count up to a number; PostgreSQL
// knows, and chooses.
func (m Match) IsFew(tx *gorm.DB) (bool, error) {
	return isFew(tx, "SELECT 1 FROM reference_words_all WHERE reference_words_all MATCH ?", m.query)
}

func isFew(tx *gorm.DB, statement string, vars ...any) (bool, error) {
	var n int64
	err := tx.Session(&gorm.Session{NewDB: true}).Raw("SELECT COUNT(*) FROM ("+statement+" LIMIT ?)", append(vars, few+1)...).Scan(&n).Error
	return n <= few, db.Error(err)
}

// Rows are the rows of words that the index finds, and nothing else does: on PostgreSQL a statement that is not joined with what is
// around it, so that all of them are sorted before anything is read for each.
func (m Match) Rows(tx *gorm.DB) (statement string, vars []any) {
	if db.IsPostgres(tx) {
		holds, vars := m.Holds(tx, "w")
		return "SELECT w.reference_id, w.created_at FROM reference_words w WHERE " + holds + " ORDER BY w.created_at DESC, w.reference_id DESC OFFSET 0", vars
	}
	return "SELECT w.reference_id, w.created_at FROM reference_words_all x CROSS JOIN reference_words w ON w.id = x.rowid WHERE reference_words_all MATCH ?", []any{m.query}
}

// Holds is the condition that a row of words matches, without the index of words on SQLite. w is the name that the table has.
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
