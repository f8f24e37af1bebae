package imports

import (
	"strings"

	"socialdata/models/imports"
)

// appliedText says in sentences what of an import's own words became part of its reference; "" if it had none or that is not
// known.
func appliedText(a *imports.Applied) string {
	if a == nil {
		return ""
	}
	var sentences []string
	for _, text := range []struct {
		name    string
		applied *bool
	}{{"title", a.CustomTitle}, {"notes", a.Notes}} {
		switch {
		case text.applied == nil:
		case *text.applied:
			sentences = append(sentences, "The "+text.name+" of this import was saved.")
		default:
			sentences = append(sentences, "The reference kept its own "+text.name+".")
		}
	}
	if len(a.Tags) > 0 {
		sentences = append(sentences, "Tags saved: "+strings.Join(a.Tags, ", ")+".")
	}
	if len(a.TagsLeftOut) > 0 {
		sentences = append(sentences, "No room for: "+strings.Join(a.TagsLeftOut, ", ")+".")
	}
	return strings.Join(sentences, " ")
}
