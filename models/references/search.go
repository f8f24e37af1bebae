package references

import (
	"encoding/json"
	"strings"

	"golang.org/x/text/cases"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/models/db"
)

// Index makes a reference findable by its tags and by the words of its titles (custom and observed), notes,
// tags and transcript. It runs inside the transaction that changes the reference. transcript nil keeps the transcript's
// words as they are indexed.
func Index(tx *gorm.DB, r *Reference, transcript *string) error {
	var observed SourceObserved
	if len(r.SourceObserved) > 0 {
		if err := json.Unmarshal(r.SourceObserved, &observed); err != nil {
			return err
		}
	}
	texts := r.TagList()
	for _, text := range []*string{r.CustomTitle, observed.SourceTitle, r.Notes} {
		if text != nil {
			texts = append(texts, *text)
		}
	}
	said, keep := "", ""
	if transcript != nil {
		said, keep = joinWords(*transcript), ", said = excluded.said"
	}
	err := tx.Exec(`INSERT INTO ref_words (ref_id, written, said) VALUES (?, `+words(tx)+`, `+words(tx)+`)
		ON CONFLICT (ref_id) DO UPDATE SET written = excluded.written`+keep, r.ID, joinWords(texts...), said).Error
	if err != nil {
		return err
	}
	return addTags(tx, r)
}

// words is how a parameter of words becomes a value.
func words(tx *gorm.DB) string {
	if db.IsPostgres(tx) {
		return "string_to_array(?, ' ')"
	}
	return "?"
}

// joinWords writes words with a blank between them: no word holds one.
func joinWords(texts ...string) string { return strings.Join(Tokens(texts...), " ") }

// refTag is a tag that a reference is found by.
type refTag struct {
	RefID string `gorm:"primaryKey"`
	Tag   string `gorm:"primaryKey"` // folded
}

// addTags makes a reference findable by the tags that it has; those that it had before stay, too.
func addTags(tx *gorm.DB, r *Reference) error {
	rows := []refTag{}
	for _, tag := range foldTags(r.TagList()) {
		rows = append(rows, refTag{RefID: r.ID, Tag: tag})
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// dropTags lets a reference no longer be found by any tag.
func dropTags(tx *gorm.DB, r *Reference) error {
	return tx.Delete(&refTag{}, "ref_id = ?", r.ID).Error
}

// foldTags brings tags to the form that they are compared in, each once.
func foldTags(tags []string) []string {
	fold := cases.Fold()
	folded := []string{}
	for _, tag := range CleanTags(tags) {
		folded = append(folded, fold.String(tag))
	}
	return folded
}

// withWords narrows a query over refs to those that hold every word of q. A q without any word finds nothing.
func withWords(query *gorm.DB, q string) *gorm.DB {
	words := Tokens(q)
	switch {
	case len(words) == 0:
		return query.Where("1 = 0")
	case db.IsPostgres(query):
		return query.Where("refs.id IN (SELECT ref_id FROM ref_words WHERE (written || said) @> string_to_array(?, ' '))", strings.Join(words, " "))
	}
	match := `"` + strings.Join(words, `" AND "`) + `"` // words hold letters and digits only
	return query.Where("refs.id IN (SELECT w.ref_id FROM ref_words w JOIN ref_words_all x ON x.rowid = w.id WHERE ref_words_all MATCH ?)", match)
}
