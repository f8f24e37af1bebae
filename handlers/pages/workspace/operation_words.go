package workspace

import (
	"strings"

	"socialdata/handlers/operations"
	"socialdata/views"
)

// byPage begins the names in the request log of what was done on pages.
const byPage = "page."

// operationWords describes an operation by its name in the request log. Those of other versions of this program are shown as they are
// stored.
func operationWords(name string) string {
	id := strings.TrimPrefix(name, byPage)
	for _, o := range operations.Table() {
		if o.ID == id {
			return o.Summary
		}
	}
	return name
}

// operationOptions lists operations for the filter of the request log: those of programs, then those of pages.
func operationOptions(asked string, names []string) (list []views.Option) {
	list = []views.Option{{Word: "Any"}}
	for _, group := range []string{"By programs", "On pages"} {
		for _, name := range names {
			if strings.HasPrefix(name, byPage) == (group == "On pages") {
				list = append(list, views.Option{Group: group, Value: name, Word: operationWords(name), Chosen: name == asked})
			}
		}
	}
	return list
}
