package db

import (
	"slices"
	"testing"

	"gorm.io/gorm"
)

// TestEachStepSortsFewRowsAndScansForMany until a step has filled the page.
func TestEachStepSortsFewRowsAndScansForMany(t *testing.T) {
	newest := func(func(*gorm.DB) *gorm.DB, int) *gorm.DB { return nil }
	answer := func(few bool) func(int) (bool, error) { return func(int) (bool, error) { return few, nil } }
	for name, tt := range map[string]struct {
		part  Part
		until int // the step that fills the page
		want  []int
	}{
		"no order":           {Part{}, 1, []int{allRows}},
		"the newest suffice": {Part{Newest: newest, IsFew: answer(true), More: 1000}, 300, []int{300}},
		"few":                {Part{Newest: newest, IsFew: answer(true), More: 1000}, 1, []int{300, allRows}},
		"unknown":            {Part{Newest: newest, More: 1000}, 1, []int{300, allRows}},
		"many":               {Part{Newest: newest, IsFew: answer(false), More: 1000}, 1000, []int{300, 1000}},
		"many, far back":     {Part{Newest: newest, IsFew: answer(false), More: 1000}, 1, []int{300, 1000, 4000, allRows}},
	} {
		var got []int
		err := eachStep([]Part{{}, tt.part}, newestRows, func(rows int) (bool, error) {
			got = append(got, rows)
			return rows == tt.until, nil
		})
		if err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, %v; want %v", name, got, err, tt.want)
		}
	}
}
