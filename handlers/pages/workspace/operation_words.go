package workspace

import (
	"cmp"
	"slices"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/views"
)

// byPage begins the names in the request log of what was done on pages.
const byPage = "page."

// operationWords describes operations by their ids.
type operationWords map[string]operations.Operation

func newOperationWords() operationWords {
	words := operationWords{operations.Unknown: {Summary: "A path or method that the API does not have"}}
	for _, o := range operations.Table() {
		words[o.ID] = o
	}
	return words
}

// of describes an operation by its name in the request log. Those of other versions of this program are shown as they are stored.
func (w operationWords) of(name string) string {
	return cmp.Or(w[strings.TrimPrefix(name, byPage)].Summary, name)
}

// options lists operations for the filter of the request log: those of programs, then those of pages.
func (w operationWords) options(asked string, names []string) (list []views.Option) {
	list = []views.Option{{Word: "Any"}}
	for _, group := range []string{"By programs", "On pages"} {
		from := len(list)
		for _, name := range names {
			if strings.HasPrefix(name, byPage) == (group == "On pages") {
				list = append(list, views.Option{Group: group, Value: name, Word: w.of(name), Chosen: name == asked})
			}
		}
		sortOptions(list[from:])
	}
	return list
}

// sortOptions sorts options by their words, and tells those with the same words apart by their values.
func sortOptions(list []views.Option) {
	slices.SortFunc(list, func(a, b views.Option) int {
		return cmp.Or(strings.Compare(a.Word, b.Word), strings.Compare(a.Value, b.Value))
	})
	for n := range list {
		if n > 0 && list[n].Word == list[n-1].Word {
			list[n].Word += " (" + strings.TrimPrefix(list[n].Value, byPage) + ")"
		}
	}
}
