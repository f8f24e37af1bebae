package content

import (
	"slices"
	"strings"
)

// finish cuts the extras of an item to the limits of the API and lists the unknown ones.
func (e *Extras) finish() {
	e.Media = finishMedia(e.Media)
	e.Facts.finish()
	named := unknown{}
	named.add(e.Media != nil, "media")
	named.add(e.Tags != nil, "tags")
	named.add(e.Mentions != nil, "mentions")
	named.add(e.Sound != nil, "sound")
	named.add(e.Location != nil, "location")
	named.add(e.Sponsored != nil, "sponsored")
	named.add(e.Language != nil, "language")
	named.add(e.Category != nil, "category")
	e.UnavailableExtras = named
}

// finish cuts facts to the limits of the API.
func (f *Facts) finish() {
	f.Tags, f.Mentions = distinct(f.Tags), distinct(f.Mentions)
	f.Sound, f.Location = f.Sound.finish(), f.Location.finish()
	f.Language, f.Category = languageTag(f.Language), fits(f.Category, 100)
}

func (s *Sound) finish() *Sound {
	if s == nil {
		return nil
	}
	bounded := Sound{ID: fits(s.ID, maxFactID), Title: filled(s.Title, maxName), Author: filled(s.Author, maxName), Original: s.Original}
	if bounded.ID == nil && bounded.Title == nil && bounded.Author == nil {
		return nil
	}
	return &bounded
}

func (l *Location) finish() *Location {
	if l == nil {
		return nil
	}
	bounded := Location{ID: fits(l.ID, maxFactID), Name: filled(l.Name, maxName)}
	if bounded == (Location{}) {
		return nil
	}
	return &bounded
}

// finishMedia cuts the list of media. Media with an address that is not public loses the address.
func finishMedia(list []ItemMedia) []ItemMedia {
	if len(list) == 0 {
		return nil
	}
	list = slices.Clone(list[:min(len(list), maxMedia)])
	for i := range list {
		m := &list[i]
		m.Index = int64(i)
		m.Width, m.Height, m.DurationMs = positive(m.Width), positive(m.Height), positive(m.DurationMs)
		m.AltText, m.URL, m.ExpiresAt = filled(m.AltText, 1000), publicURL(m.URL), sane(m.ExpiresAt)
		if m.URL == nil {
			m.ExpiresAt = nil
		}
	}
	return list
}

// distinct removes duplicates, ignoring case, and strings that are not words. It returns nil only for nil.
func distinct(list []string) []string {
	if list == nil {
		return nil
	}
	out := make([]string, 0, min(len(list), maxTags))
	for _, word := range list {
		if len(out) == maxTags {
			break
		}
		known := slices.ContainsFunc(out, func(other string) bool { return strings.EqualFold(other, word) })
		if !known && fits(&word, maxName) != nil {
			out = append(out, word)
		}
	}
	return out
}

// languageTag returns a valid BCP 47 tag of a known language, else nil: platforms write "un" or "und" for an unknown
// language, and some separate subtags with an underscore.
func languageTag(s *string) *string {
	if s == nil || len(*s) > 35 {
		return nil
	}
	tag := strings.ReplaceAll(*s, "_", "-")
	for n, part := range strings.Split(tag, "-") {
		switch {
		case n == 0 && (len(part) < 2 || len(part) > 3 || strings.ContainsFunc(part, notLetter) || part == "un" || part == "und"),
			len(part) == 0, len(part) > 8, strings.ContainsFunc(part, notAlphanumeric):
			return nil
		}
	}
	return &tag
}

func notLetter(r rune) bool { return r|0x20 < 'a' || r|0x20 > 'z' }

func notAlphanumeric(r rune) bool { return notLetter(r) && (r < '0' || r > '9') }
