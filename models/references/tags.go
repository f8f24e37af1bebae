package references

import (
	"strings"

	"socialdata/models/db"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CleanTags trims tags, normalises them to NFC, and merges those that differ only in case, keeping the first spelling.
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

// TagsJSON returns tags as stored.
func TagsJSON(tags []string) string { return db.JSON(CleanTags(tags)) }
