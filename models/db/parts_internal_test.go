package db

import (
	"slices"
	"testing"

	"gorm.io/gorm"
)

// TestEachStepSortsFewRowsAndScansForMany until a step has filled the page.
func TestEachStepSortsFewRowsAndScansForMany(t *testing.T) {
	newest := func(func(*gorm.DB) *gorm.DB, int) *gorm.DB { return nil }
	answer := func(found int) func(int) (int, error) {
		return func(most int) (int, error) { return min(found, most+1), nil }
	}
	for name, tt := range map[string]struct {
		part  Part
		until int // the step that fills the page
		want  []int
	}{
		"no order":              {Part{}, 1, []int{allRows}},
		"the newest suffice":    {Part{Newest: newest, Matches: answer(2000), Sorted: 2000, More: 1000}, 300, []int{300}},
		"few":                   {Part{Newest: newest, Matches: answer(2000), Sorted: 2000, More: 1000}, 1, []int{300, allRows}},
		"few among others":      {Part{Newest: newest, Among: newest, Matches: answer(2000), Sorted: 2000, More: 1000}, 1, []int{300, among, allRows}},
		"found among others":    {Part{Newest: newest, Among: newest, Matches: answer(2000), Sorted: 2000, More: 1000}, among, []int{300, among}},
		"very few among others": {Part{Newest: newest, Among: newest, Matches: answer(1000), Sorted: 2000, More: 1000}, 1, []int{300, allRows}},
		"many, not in memory":   {Part{Newest: newest, Among: newest, Matches: answer(2001), Sorted: 2000, More: 1000}, 1, []int{300, 1000, 4000, allRows}},
		"unknown":               {Part{Newest: newest, More: 1000}, 1, []int{300, allRows}},
		"many":                  {Part{Newest: newest, Matches: answer(2001), Sorted: 2000, More: 1000}, 1000, []int{300, 1000}},
		"many, far back":        {Part{Newest: newest, Matches: answer(2001), Sorted: 2000, More: 1000}, 1, []int{300, 1000, 4000, allRows}},
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
