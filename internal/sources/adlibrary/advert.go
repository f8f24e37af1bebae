package adlibrary

import (
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/wire"
	"socialdata/models/content"
)

// advert is one ad, read from a node of today (snake_case) or of before 2024 (camelCase, lower-case enums).
type advert struct {
	ad          content.Ad
	title, text *string
	pageURL     *string
	thumbnails  []content.Image
	gated       bool // an age, a sign-in or a region is needed to see it
	inEurope    bool // its details tell its reach
	political   bool
}

// node is an object of either generation.
type node map[string]gjson.Result

// at is the first of names that says something.
func (n node) at(names ...string) gjson.Result {
	for _, name := range names {
		if v := n[name]; v.Exists() && v.Type != gjson.Null && v.Raw != `""` {
			return v
		}
	}
	return gjson.Result{}
}

// readAdvert reads a node; false when it lacks one of the two ids that every ad has.
func readAdvert(v gjson.Result) (advert, bool) {
	n := node(v.Map())
	archiveID, pageID := wire.ID(n.at("ad_archive_id", "adArchiveID")), wire.ID(n.at("page_id", "pageID"))
	if !digits(archiveID, 6, 25) || !digits(pageID, 1, 32) {
		return advert{}, false
	}
	snapshot := node(n["snapshot"].Map())
	a := advert{ad: content.Ad{
		ArchiveID: archiveID, PageID: pageID, Active: wire.Bool(n.at("is_active", "isActive")),
		PageName:       wire.Str(wire.First(n.at("page_name", "pageName"), snapshot["page_name"])),
		Byline:         wire.Str(snapshot["byline"]),
		StartedAt:      wire.Unix(n.at("start_date", "startDate")),
		Platforms:      capitals(n.at("publisher_platform", "publisherPlatform")),
		DisplayFormat:  upper(snapshot.at("display_format", "displayFormat")),
		CollationID:    wire.Str(n.at("collation_id", "collationID")),
		CollationCount: wire.Int(n.at("collation_count", "collationCount")),
		Spend:          wire.Str(n["spend"]),
		Currency:       wire.Str(n["currency"]),
	}}
	impressions := node(n.at("impressions_with_index", "impressionsWithIndex").Map())
	a.ad.Impressions = wire.Str(impressions.at("impressions_text", "impressionsText"))
	if a.ad.Active != nil && !*a.ad.Active { // of an active ad it is only the day of the look
		a.ad.EndedAt = wire.Unix(n.at("end_date", "endDate"))
	}
	a.readSnapshot(snapshot)
	gate := n.at("gated_type", "gatedType").String()
	a.gated = gate != "" && !strings.EqualFold(gate, "ELIGIBLE")
	a.inEurope = n.at("is_aaa_eligible", "isAAAEligible").Bool()
	a.political = strings.Contains(n["categories"].Raw, "POLITICAL")
	return a, true
}

// readSnapshot reads what the ad shows.
func (a *advert) readSnapshot(s node) {
	cards := s["cards"].Array()
	card := node{}
	if len(cards) > 0 {
		card = cards[0].Map()
	}
	a.title, a.text = rendered(wire.Str(s["title"]), card["title"]), rendered(words(s["body"]), card["body"])
	a.pageURL = wire.Str(s.at("page_profile_uri", "pageProfileURI"))
	a.ad.Creatives = creatives(s, a)
	var pictures wire.Pictures
	for _, c := range a.ad.Creatives {
		if c.PreviewURL != nil {
			pictures.Add(*c.PreviewURL, nil, nil)
		}
	}
	a.thumbnails = pictures.List
}

// rendered replaces a template such as "{{product.name}}" by what the first card shows in its place.
func rendered(text *string, card gjson.Result) *string {
	if text == nil || !strings.Contains(*text, "{{") {
		return text
	}
	if shown := words(card); shown != nil && !strings.Contains(*shown, "{{") {
		return shown
	}
	return nil
}

func digits(s string, least, most int) bool {
	return len(s) >= least && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

func upper(v gjson.Result) *string {
	s := wire.Str(v)
	if s != nil {
		*s = strings.ToUpper(*s)
	}
	return s
}

func capitals(list gjson.Result) []string {
	var out []string
	for _, v := range list.Array() {
		if s := upper(v); s != nil {
			out = append(out, *s)
		}
	}
	return out
}
