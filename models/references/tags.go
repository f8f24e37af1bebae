package references

import (
	"encoding/json"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CleanTags trims tags, brings them to NFC, and merges those that differ only in case: the first spelling stays.
func CleanTags(tags []string) []string {
	fold := cases.Fold()
	seen := map[string]bool{}
	clean := []string{}
	for _, t := range tags {
		t = norm.NFC.String(strings.TrimSpace(t))
		if key := fold.String(t); t != "" && !seen[key] {
			seen[key] = true
			clean = append(clean, t)
		}
	}
	return clean
}

// TagsJSON is how tags are kept.
func TagsJSON(tags []string) string {
	b, err := json.Marshal(CleanTags(tags))
	if err != nil {
		return "[]" // cannot happen: strings
	}
	return string(b)
}
