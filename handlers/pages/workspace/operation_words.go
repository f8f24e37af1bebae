package workspace

import (
	"cmp"
	"strings"

	"socialdata/handlers/operations"
	"socialdata/views"
)

// byPage begins the names in the request log of what was done on pages.
const byPage = "page."

// operationWords describes operations by their ids.
type operationWords map[string]string

func newOperationWords() operationWords {
	words := operationWords{operations.Unknown: "A path or method that the API does not have"}
	for _, o := range operations.Table() {
		words[o.ID] = o.Summary
	}
	return words
}

// of describes an operation by its name in the request log. Those of other versions of this program are shown as they are stored.
func (w operationWords) of(name string) string {
	return cmp.Or(w[strings.TrimPrefix(name, byPage)], name)
}

// options lists operations for the filter of the request log: those of programs, then those of pages.
func (w operationWords) options(asked string, names []string) (list []views.Option) {
	list = []views.Option{{Word: "Any"}}
	for _, group := range []string{"By programs", "On pages"} {
		for _, name := range names {
			if strings.HasPrefix(name, byPage) == (group == "On pages") {
				list = append(list, views.Option{Group: group, Value: name, Word: w.of(name), Chosen: name == asked})
			}
		}
	}
	return list
}
