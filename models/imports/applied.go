package imports

import (
	"encoding/json"
	"slices"

	"socialdata/internal/input"
	"socialdata/models/db"
	"socialdata/models/references"
)

// Applied is which of an import's own annotations the reference has after the commit. A reference that already had a
// title or notes keeps them.
type Applied struct {
	CustomTitle *bool    `json:"customTitle"` // nil if the import had no title
	Notes       *bool    `json:"notes"`       // nil if the import had no notes
	Tags        []string `json:"tags"`        // the import's tags that the reference has
	TagsLeftOut []string `json:"tagsLeftOut"` // the import's tags that exceeded the reference's limit
}

// Applied returns what was applied; nil before the import has succeeded.
func (i *Import) Applied() *Applied {
	if i.State != Succeeded {
		return nil
	}
	a := Applied{Tags: []string{}, TagsLeftOut: []string{}}
	if i.AppliedJSON != "" && json.Unmarshal([]byte(i.AppliedJSON), &a) != nil {
		return nil // unreachable: written by this package
	}
	return &a
}

func (i *Import) tagList() (tags []string) {
	_ = json.Unmarshal([]byte(i.Tags), &tags) // "" and "[]" both mean no tags
	return tags
}

// apply writes an import's annotations to a reference: title and notes if it has none, and additional tags.
func apply(ref *references.Reference, i *Import) Applied {
	a := Applied{Tags: []string{}, TagsLeftOut: []string{}}
	for _, text := range []struct {
		from    *string
		to      **string
		applied **bool
	}{{i.CustomTitle, &ref.CustomTitle, &a.CustomTitle}, {i.Notes, &ref.Notes, &a.Notes}} {
		if text.from == nil {
			continue
		}
		if *text.to == nil {
			*text.to = text.from
		}
		*text.applied = new(**text.to == *text.from)
	}
	had, own := ref.TagList(), references.CleanTags(i.tagList())
	tags := references.CleanTags(slices.Concat(had, own))
	tags = tags[:min(len(tags), max(len(had), input.MaxTags))]
	for _, tag := range own {
		if len(references.CleanTags(append(tags, tag))) > len(tags) {
			a.TagsLeftOut = append(a.TagsLeftOut, tag)
		} else {
			a.Tags = append(a.Tags, tag)
		}
	}
	ref.Tags = references.TagsJSON(tags)
	return a
}

// text returns what is stored for an import with annotations, else "".
func (a Applied) text() string {
	if a.CustomTitle == nil && a.Notes == nil && len(a.Tags)+len(a.TagsLeftOut) == 0 {
		return ""
	}
	return db.JSON(a)
}
