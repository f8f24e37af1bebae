package references

import (
	"strings"
	"unicode/utf8"

	"gorm.io/gorm"

	"socialdata/models/db"
)

// minPrefix is how many code points a last word needs to find longer words, too: one letter begins nearly all of them.
const minPrefix = 2

// Matches returns a statement that selects the references a search finds, and its parameters; "" searches for nothing.
// The parts are joined by UNION, each with an index of its own: one OR would read every reference of the workspace.
func (f Filter) Matches(query *gorm.DB, workspaceID string) (statement string, vars []any) {
	var parts []string
	add := func(part string, of ...any) { parts, vars = append(parts, part), append(vars, of...) }
	if f.Words != "" {
		if tokens := Tokens(f.Words); len(tokens) > 0 {
			add(holdsWords(query, tokens))
		} else {
			add("SELECT id FROM saved_references WHERE 1 = 0")
		}
	}
	if len(f.Subjects) > 0 {
		add("SELECT r.id FROM contents c JOIN saved_references r ON r.content_id = c.id WHERE c.subject IN ? AND r.workspace_id = ?", f.Subjects, workspaceID)
	}
	if f.CanonicalURL != "" {
		add("SELECT r.id FROM saved_references r WHERE r.workspace_id = ? AND r.canonical_url = ?", workspaceID, f.CanonicalURL)
	}
	return strings.Join(parts, " UNION "), vars
}

// holdsWords selects the references that hold all words; the last one may be the beginning of a longer word, because
// people look at the list before they have finished typing.
func holdsWords(query *gorm.DB, words []string) (statement, match string) { // words hold letters and digits only
	prefix := utf8.RuneCountInString(words[len(words)-1]) >= minPrefix
	if db.IsPostgres(query) {
		match = "'" + strings.Join(words, "' & '") + "'"
		if prefix {
			match += ":*"
		}
		return "SELECT reference_id FROM reference_words WHERE array_to_tsvector(written || said) @@ CAST(? AS tsquery)", match
	}
	match = `"` + strings.Join(words, `" AND "`) + `"`
	if prefix {
		match += " *"
	}
	return "SELECT w.reference_id FROM reference_words w JOIN reference_words_all x ON x.rowid = w.id WHERE reference_words_all MATCH ?", match
}
