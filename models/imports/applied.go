package imports

import (
	"encoding/json"
	"slices"

	"socialdata/internal/input"
	"socialdata/models/references"
)

// Applied says what of an import's own words the reference has once it is committed. A reference keeps the title and the notes
// that it had.
type Applied struct {
	CustomTitle *bool    `json:"customTitle"` // nil if the import brought none
	Notes       *bool    `json:"notes"`       // likewise
	Tags        []string `json:"tags"`        // of the import that the reference has
	TagsLeftOut []string `json:"tagsLeftOut"` // for which the reference has no room
}

// Applied returns what was applied; nil before the import has succeeded, and where it is not known, which is so for imports
// of earlier versions that brought words of their own.
func (i *Import) Applied() *Applied {
	if i.State != Succeeded {
		return nil
	}
	a := Applied{Tags: []string{}, TagsLeftOut: []string{}}
	if i.AppliedJSON == "" && (i.CustomTitle != nil || i.Notes != nil || len(i.tagList()) > 0) {
		return nil
	}
	if i.AppliedJSON != "" && json.Unmarshal([]byte(i.AppliedJSON), &a) != nil {
		return nil // cannot happen: we wrote it
	}
	return &a
}

func (i *Import) tagList() (tags []string) {
	_ = json.Unmarshal([]byte(i.Tags), &tags) // "" and "[]" are none
	return tags
}

// apply writes an import's own words into a reference: title and notes where it has none, tags beside those that it has.
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

// text returns what is kept of an import that brought words of its own, else "".
func (a Applied) text() string {
	if a.CustomTitle == nil && a.Notes == nil && len(a.Tags)+len(a.TagsLeftOut) == 0 {
		return ""
	}
	text, err := json.Marshal(a)
	if err != nil {
		return "" // cannot happen: texts
	}
	return string(text)
}
