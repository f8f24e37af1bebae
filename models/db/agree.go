package db

import (
	"context"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Agree compares value with the one stored under name. If fits accepts the stored value, or there is none, value
// replaces it. It returns the previously stored value; "" if there was none.
func (d *DB) Agree(ctx context.Context, name, value string, fits func(remembered string) bool) (remembered string, ok bool, err error) {
	err = d.Tx(ctx, func(tx *gorm.DB) error {
		row := Setting{Name: name, Value: value}
		res := tx.Clauses(clause.OnConflict{DoNothing: true}).Create(&row)
		if res.Error != nil || res.RowsAffected == 1 {
			remembered, ok = "", true
			return res.Error
		}
		if err := tx.Clauses(clause.Locking{Strength: "UPDATE"}).Take(&row, "name = ?", name).Error; err != nil {
			return err
		}
		remembered = row.Value
		if ok = fits(remembered); !ok || remembered == value {
			return nil
		}
		return tx.Model(&Setting{}).Where("name = ?", name).Update("value", value).Error
	})
	return remembered, ok, err
}

// Remembered returns the value stored under name; "" if there is none.
func (d *DB) Remembered(ctx context.Context, name string) (string, error) {
	row, err := First[Setting](d.Read(ctx).Where("name = ?", name))
	if err != nil || row == nil {
		return "", Error(err)
	}
	return row.Value, nil
}
