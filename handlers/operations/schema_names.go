package operations

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// schemaName names a type in the contract, as clients that are generated from it will call it: Item and not ServedItem,
// WatchList and not RecordsWatch, SignInRequest and not SignInInputBody.
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

// isAct reports whether the name of an input begins with what it asks for: CreateKey, and not WatchSource, which is a part of one.
func isAct(name string) bool {
	for _, verb := range []string{"Accept", "Annotate", "Arrange", "Bootstrap", "Bulk", "Change", "Create", "Extend", "Hold", "Rename", "Set", "SignIn"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}
