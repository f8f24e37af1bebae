package references

import (
	"strings"

	"golang.org/x/text/cases"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Index updates the search index of a reference: its tags and the words of its titles (custom and observed),
// description, channel, notes, tags, the platform's tags, sound, the button of an ad, text on screen and transcript. It runs inside the
// transaction that changes the reference, and has the reference's vector made again. A nil transcript leaves the indexed words of the transcript unchanged.
func Index(tx *gorm.DB, r *Reference, transcript *string) error {
	if err := textChanged(tx, r); err != nil {
		return err
	}
	return indexTexts(tx, r, transcript)
}

func indexTexts(tx *gorm.DB, r *Reference, transcript *string) error {
	said, keep := "", ""
	if transcript != nil {
		said, keep = joinWords(*transcript), ", said = excluded.said"
	}
	err := tx.Exec(`INSERT INTO reference_words (reference_id, workspace_id, created_at, written, said, stale) VALUES (?, ?, ?, `+words(tx)+`, `+words(tx)+`, FALSE)
		ON CONFLICT (reference_id) DO UPDATE SET written = excluded.written, stale = FALSE`+keep, r.ID, r.WorkspaceID, r.CreatedAt, joinWords(textsOf(writtenTexts(r))...), said).Error
	if err != nil {
		return err
	}
	return addTags(tx, r)
}

func textsOf(written []writtenText) (texts []string) {
	for _, w := range written {
		texts = append(texts, w.text)
	}
	return texts
}

// words returns the SQL expression that turns a parameter of words into a column's value.
func words(tx *gorm.DB) string {
	if db.IsPostgres(tx) {
		return "string_to_array(?, ' ')"
	}
	return "?"
}

// maxIndexed limits the words of one column, in bytes: PostgreSQL's vector of words holds a megabyte.
const maxIndexed = 400_000

// joinWords joins words with blanks, up to maxIndexed: no word contains a blank.
func joinWords(texts ...string) string {
	joined := strings.Join(Tokens(texts...), " ")
	if len(joined) <= maxIndexed {
		return joined
	}
	return joined[:strings.LastIndexByte(joined[:maxIndexed], ' ')]
}

// referenceTag is a tag for searching, with the sort columns of lists of one tag.
type referenceTag struct {
	ReferenceID string `gorm:"primaryKey"`
	Tag         string `gorm:"primaryKey"` // folded
	WorkspaceID string
	CreatedAt   int64 `gorm:"autoCreateTime:false"` // of the reference
	Platform    content.Platform
}

func tagOf(r *Reference, tag string) referenceTag {
	return referenceTag{ReferenceID: r.ID, Tag: tag, WorkspaceID: r.WorkspaceID, CreatedAt: r.CreatedAt, Platform: r.Platform}
}

// addTags adds the current tags of a reference to the index without removing others.
func addTags(tx *gorm.DB, r *Reference) error {
	rows := []referenceTag{}
	for _, tag := range foldTags(r.TagList()) {
		rows = append(rows, tagOf(r, tag))
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&rows).Error
}

// dropTags removes all tags of a reference from the index.
func dropTags(tx *gorm.DB, r *Reference) error {
	return tx.Delete(&referenceTag{}, "reference_id = ?", r.ID).Error
}

// foldTags returns tags in the form in which they are compared, without duplicates.
func foldTags(tags []string) []string {
	fold := cases.Fold()
	folded := []string{}
	for _, tag := range CleanTags(tags) {
		folded = append(folded, fold.String(tag))
	}
	return folded
}
