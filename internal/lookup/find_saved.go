package lookup

import (
	"regexp"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/models/references"
)

// ReferenceSearch turns typed text into a search of saved references. A link, or a natural id such as clip_site:7301, searches
// only for that content, and exact is true. Any other text is words; a single word may also be a platform's own item id.
func (s *Service) ReferenceSearch(typed string) (f references.Filter, exact bool) {
	typed = strings.TrimSpace(typed)
	if link, ok := s.typedLink(typed); ok {
		if id := link.NaturalID(); id != "" {
			return references.Filter{Subjects: []string{id}}, true
		}
		return references.Filter{CanonicalURL: link.Canonical}, true
	}
	platform, id, isNatural := strings.Cut(typed, ":")
	if _, known := s.platforms.Find(content.Platform(platform)); known && isNatural && localID.MatchString(id) {
		return references.Filter{Subjects: []string{typed}}, true
	}
	f.Words = typed
	if localID.MatchString(typed) {
		for _, p := range s.platforms.All() {
			f.Subjects = append(f.Subjects, content.NaturalID(p.Name, typed))
		}
	}
	return f, false
}

// localID matches every platform's own item ids.
var localID = regexp.MustCompile(`^[A-Za-z0-9_-]{3,64}$`)

// typedLink recognises a pasted link, even without https://.
func (s *Service) typedLink(typed string) (sources.Link, bool) {
	if strings.ContainsAny(typed, " \t\n") {
		return sources.Link{}, false
	}
	url, link, problem := s.platforms.RecognizeTyped(typed)
	return link, problem == nil && (url == typed || link.Platform != "")
}

// ContentSubjects returns the natural ids of the content that a text may mean: the one of a link or natural id, with
// exact set, else those of a word on each platform. For an ad's link it is the id in the link.
func (s *Service) ContentSubjects(typed string) (subjects []string, exact bool) {
	typed = strings.TrimSpace(typed)
	if link, ok := s.typedLink(typed); ok {
		if link.LocalID == "" || link.Platform == "" {
			return nil, true
		}
		return []string{content.NaturalID(link.Platform, link.LocalID)}, true
	}
	f, exact := s.ReferenceSearch(typed)
	return f.Subjects, exact
}
