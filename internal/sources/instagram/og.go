package instagram

import (
	"regexp"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// ogDescription matches the description of a page of 2024 and 2025, its only data: 990K likes, 8,873 comments - handle on May
// 24, 2021: "caption". The date has no time and the handle no stable id, so the publication time and the author stay unknown.
var ogDescription = regexp.MustCompile(`(?s)^([\d.,]+[KMB]?) likes?, ([\d.,]+[KMB]?) comments? - [A-Za-z0-9._]+ on [A-Z][a-z]+ \d{1,2}, \d{4}(?:: "(.*)"\.?\s*)?$`)

// readOG reads a post from the Open Graph text of its page; false if the page has none.
func readOG(page []byte, code string) (media, bool) {
	found := ogDescription.FindStringSubmatch(scan.Meta(page, "og:description"))
	if found == nil || !strings.Contains(scan.Meta(page, "og:url"), "/"+code) {
		return media{}, false
	}
	p := media{code: code, partial: true, kind: ogKind(page), stats: content.Stats{Likes: exact(found[1]), Comments: exact(found[2])}}
	if text := found[3]; text != "" {
		p.text = &text
	}
	var pictures scan.Pictures
	pictures.Add(scan.Meta(page, "og:image"), nil, nil)
	p.thumbnails = pictures.List
	return p, p.kind != ""
}

// exact reads a count if it is not rounded: "8,873" but not "990K".
func exact(words string) *int64 { return scan.Digits(strings.ReplaceAll(words, ",", "")) }

// ogKind reads the last word of "Name (@handle) • Instagram reel".
func ogKind(page []byte) content.Kind {
	title := scan.Meta(page, "twitter:title")
	switch {
	case strings.HasSuffix(title, "reel"):
		return content.KindShort
	case strings.HasSuffix(title, "video"):
		return content.KindVideo
	case strings.HasSuffix(title, "photo"):
		return content.KindImage
	}
	return ""
}
