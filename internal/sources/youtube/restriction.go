package youtube

import (
	"strings"

	"socialdata/internal/content"
)

// restriction returns why not everybody may play an item that is described; nil if the text names no known rule.
func (p player) restriction() *content.Restriction {
	kind := restrictionKind(p.words)
	if kind == "" && (strings.HasPrefix(p.status, "AGE_") || p.status == "CONTENT_CHECK_REQUIRED") {
		kind = content.RestrictedByAge
	}
	if kind == "" {
		return nil
	}
	return &content.Restriction{Kind: kind, Message: nonBlank(p.reason)}
}

func restrictionKind(words string) content.RestrictionKind {
	for _, w := range []struct {
		kind content.RestrictionKind
		sign string
	}{
		{content.RestrictedByAge, "confirm your age"},
		{content.RestrictedByAge, "age-restricted"},
		{content.RestrictedByAge, "inappropriate for some users"},
		{content.RestrictedMembers, "members"},
		{content.RestrictedPaid, "music premium"},
		{content.RestrictedPaid, "payment"},
		{content.RestrictedPaid, "purchase"},
		{content.RestrictedPaid, "rent or buy"},
		{content.RestrictedByRegion, "country"},
		{content.RestrictedByRegion, "region"},
		{content.RestrictedOther, "restricted"},
	} {
		if strings.Contains(words, w.sign) {
			return w.kind
		}
	}
	return ""
}
