package references

import (
	"slices"

	"golang.org/x/text/cases"

	"socialdata/handlers/pages/page"
	"socialdata/internal/content"
	"socialdata/models/references"
)

// textEdit holds the values of a text that several people may edit: was when the form was opened, mine when it was
// submitted.
type textEdit struct{ was, mine string }

// change returns the new text to save, or nil if the person did not change it. conflict reports whether someone else
// changed it to another text in the meantime.
func (e textEdit) change(now *string) (to *references.Note, conflict bool) {
	theirs := page.PlainText(page.OrEmpty(now))
	switch {
	case e.mine == e.was, e.mine == theirs:
		return nil, false
	case theirs == e.was:
		return &references.Note{To: content.OrNil(e.mine)}, false
	}
	return nil, true
}

// touched reports whether someone else changed the text since the form was opened.
func (e textEdit) touched(now *string) bool { return page.PlainText(page.OrEmpty(now)) != e.was }

// tagsEdit is the same for tags. They never conflict: both people's additions and removals are applied.
type tagsEdit struct{ was, mine []string }

// change returns the tags to save, or nil if the person did not change them.
func (e tagsEdit) change(now []string) *[]string {
	added, removed := withoutTags(e.mine, e.was), withoutTags(e.was, e.mine)
	if len(added) == 0 && len(removed) == 0 {
		return nil
	}
	merged := append(withoutTags(now, removed), withoutTags(added, now)...)
	return &merged
}

func (e tagsEdit) touched(now []string) bool {
	return len(withoutTags(now, e.was)) > 0 || len(withoutTags(e.was, now)) > 0
}

// withoutTags returns the tags that are not in others, ignoring case.
func withoutTags(tags, others []string) []string {
	fold := cases.Fold()
	left := []string{}
	for _, t := range tags {
		if !slices.ContainsFunc(others, func(o string) bool { return fold.String(o) == fold.String(t) }) {
			left = append(left, t)
		}
	}
	return left
}
