package references

import (
	"fmt"
	"path"
	"strings"

	"gorm.io/gorm"
)

// MoveParts gives kept files the new indexes of their parts, and renames them accordingly.
func MoveParts(tx *gorm.DB, places map[string]int64) error {
	for id, n := range places {
		var m Media
		if err := tx.Where("id = ?", id).Limit(1).Find(&m).Error; err != nil {
			return err
		}
		if err := tx.Model(&Media{}).Where("id = ?", id).Updates(map[string]any{"part": n, "filename": PartName(nameWithoutPart(m), n) + path.Ext(m.Filename)}).Error; err != nil {
			return err
		}
	}
	return nil
}

// PartName returns the file name of part n without extension: the first one is base, the others have a number.
func PartName(base string, n int64) string {
	if n == 0 {
		return base
	}
	return fmt.Sprintf("%s-%d", base, n+1)
}

func nameWithoutPart(m Media) string {
	return strings.TrimSuffix(strings.TrimSuffix(m.Filename, path.Ext(m.Filename)), PartName("", m.Part))
}
