package adlibrary

import (
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// facts returns what the library says about an ad's content. Everything in the library is an ad, so the sponsorship is
// known. Mentions are unknown: the platform shows them as names, and does not mark them for visitors.
func (a *advert) facts() content.Facts {
	f := content.Facts{Tags: scan.Hashtags(a.shown.text, false), Sponsored: new(true), Category: a.category}
	if t := a.ad.Transparency; t != nil && len(t.Languages) == 1 { // with several it is unknown which text has which
		f.Language = &t.Languages[0]
	}
	return f
}

// readCategory returns the first of an ad's categories, such as POLITICAL; nil for UNKNOWN, which marks ads without one.
func readCategory(r *scan.Reader) (category *string) {
	for range r.Array() {
		if word := scan.Str(r.Value()); category == nil && word != nil && !strings.EqualFold(*word, "UNKNOWN") {
			category = word
		}
	}
	return category
}

// mediaOf lists the pictures and videos of the creatives. Their addresses are signed and work for everybody; a creative
// without an address has only text, or media that the library does not show.
func mediaOf(creatives []content.Creative) (list []content.ItemMedia) {
	for _, c := range creatives {
		if c.MediaURL == nil {
			continue
		}
		list = append(list, content.ItemMedia{Kind: content.MediaKind(c.Kind), Width: c.Width, Height: c.Height, DurationMs: c.DurationMs, URL: c.MediaURL, ExpiresAt: c.ExpiresAt})
	}
	return list
}
