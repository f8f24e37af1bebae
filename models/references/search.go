package references

import (
	"encoding/json"
	"strings"

	"golang.org/x/text/cases"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"socialdata/internal/content"
	"socialdata/models/db"
)

// Index makes a reference findable by its tags and by the words of its titles (custom and observed), description, channel,
// notes, tags, the platform's tags, sound, the button of an ad and transcript. It runs inside the transaction that changes the reference. transcript nil keeps the
// transcript's words as they are indexed.
func Index(tx *gorm.DB, r *Reference, transcript *string) error {
	texts, err := writtenTexts(r)
	if err != nil {
		return err
	}
	return indexTexts(tx, r, texts, transcript)
}

func indexTexts(tx *gorm.DB, r *Reference, written []writtenText, transcript *string) error {
	said, keep := "", ""
	if transcript != nil {
		said, keep = joinWords(*transcript), ", said = excluded.said"
	}
	err := tx.Exec(`INSERT INTO reference_words (reference_id, workspace_id, created_at, written, said, stale) VALUES (?, ?, ?, `+words(tx)+`, `+words(tx)+`, FALSE)
		ON CONFLICT (reference_id) DO UPDATE SET written = excluded.written, stale = FALSE`+keep, r.ID, r.WorkspaceID, r.CreatedAt, joinWords(textsOf(written)...), said).Error
	if err != nil {
		return err
	}
	return addTags(tx, r)
}

// observedOf reads what the platform showed; nothing where it was never read.
func observedOf(r *Reference) (o SourceObserved, err error) {
	if len(r.SourceObserved) > 0 {
		err = json.Unmarshal(r.SourceObserved, &o)
	}
	return o, err
}

func textsOf(written []writtenText) (texts []string) {
	for _, w := range written {
		texts = append(texts, w.text)
	}
	return texts
}

// words is how a parameter of words becomes a value.
func words(tx *gorm.DB) string {
	if db.IsPostgres(tx) {
		return "string_to_array(?, ' ')"
	}
	return "?"
}

// maxIndexed bounds the words of one column in bytes: PostgreSQL's vector of words holds a megabyte.
const maxIndexed = 400_000

// joinWords writes words with a blank between them, as many as are indexed: no word holds one.
func joinWords(texts ...string) string {
	joined := strings.Join(Tokens(texts...), " ")
	if len(joined) <= maxIndexed {
		return joined
	}
	return joined[:strings.LastIndexByte(joined[:maxIndexed], ' ')]
}

// referenceTag is a tag that a reference is found by, with what lists of one tag are read by.
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

// addTags makes a reference findable by the tags that it has; those that it had before stay, too.
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

// dropTags lets a reference no longer be found by any tag.
func dropTags(tx *gorm.DB, r *Reference) error {
	return tx.Delete(&referenceTag{}, "reference_id = ?", r.ID).Error
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
