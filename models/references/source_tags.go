package references

import (
	"slices"
	"strings"

	"gorm.io/gorm"
)

// referenceSourceTag is one of the platform's tags, for searching.
type referenceSourceTag referenceTag

// maxIndexedTag is the longest indexed tag, in bytes: PostgreSQL's indexes cannot hold long texts.
const maxIndexedTag = 1000

// IndexSourceTags updates the index of the platform's tags: was are the tags shown before. It runs inside the
// transaction that stores what was observed.
func IndexSourceTags(tx *gorm.DB, r *Reference, was []string) error {
	was, now := foldSourceTags(was), foldSourceTags(r.Observed().Tags)
	if slices.Equal(was, now) {
		return nil
	}
	if len(was) > 0 {
		if err := tx.Delete(&referenceSourceTag{}, "reference_id = ?", r.ID).Error; err != nil {
			return err
		}
	}
	rows := []referenceSourceTag{}
	for _, tag := range now {
		if len(tag) <= maxIndexedTag {
			rows = append(rows, referenceSourceTag(tagOf(r, tag)))
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Create(&rows).Error
}

// foldSourceTags returns a platform's tags, with or without #, in the form in which they are compared.
func foldSourceTags(tags []string) []string {
	bare := make([]string, 0, len(tags))
	for _, tag := range tags {
		bare = append(bare, strings.TrimPrefix(strings.TrimSpace(tag), "#"))
	}
	return foldTags(bare)
}
