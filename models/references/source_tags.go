package references

import (
	"slices"
	"strings"

	"gorm.io/gorm"
)

// referenceSourceTag is a tag of the platform's that a reference is found by.
type referenceSourceTag referenceTag

// maxIndexedTag bounds a tag in bytes: PostgreSQL's indexes hold no long texts.
const maxIndexedTag = 1000

// IndexSourceTags makes a reference findable by the tags that the platform shows now, and by none of was, the tags that it
// showed before. It runs inside the transaction that keeps what was observed.
func IndexSourceTags(tx *gorm.DB, r *Reference, was []string) error {
	o, err := observedOf(r)
	if err != nil {
		return err
	}
	was, now := foldSourceTags(was), foldSourceTags(o.Tags)
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

// SourceTags are the tags that the platform showed when the reference was last observed, as it writes them.
func (r *Reference) SourceTags() ([]string, error) {
	o, err := observedOf(r)
	return o.Tags, err
}

// foldSourceTags brings tags of a platform to the form that they are compared in, with or without their #.
func foldSourceTags(tags []string) []string {
	bare := make([]string, 0, len(tags))
	for _, tag := range tags {
		bare = append(bare, strings.TrimPrefix(strings.TrimSpace(tag), "#"))
	}
	return foldTags(bare)
}
