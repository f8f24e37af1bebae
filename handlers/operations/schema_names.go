package operations

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaName returns the name of a type in the contract, which generated clients use: Item rather than ServedItem,
// WatchList rather than RecordsWatch, SignInRequest rather than SignInInputBody.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	if body, is := strings.CutSuffix(name, "InputBody"); is {
		return body + "Request"
	}
	if strings.HasSuffix(t.PkgPath(), "handlers/operations") && t.Kind() == reflect.Struct && isAct(name) {
		return name + "Request"
	}
	if rows, is := strings.CutPrefix(name, "Records"); is {
		return rows + "List"
	}
	switch name {
	case "Envelope":
		return "Error"
	case "SessionBody":
		return "Session"
	}
	return strings.TrimPrefix(name, "Served")
}

// isAct reports whether an input's name begins with a verb, such as CreateKey. WatchSource, which is only part of an
// input, does not.
func isAct(name string) bool {
	for _, verb := range []string{"Accept", "Annotate", "Arrange", "Bootstrap", "Bulk", "Change", "Create", "Extend", "Hold", "Rename", "Set", "SignIn"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}
