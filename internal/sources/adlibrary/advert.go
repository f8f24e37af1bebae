package adlibrary

import (
	"bytes"
	"cmp"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// advert is one ad, read from a current node (snake_case) or one from before 2024 (camelCase, lower-case enums).
type advert struct {
	ad        content.Ad // without its creatives
	shown     snapshot
	gated     bool // seeing it requires an age, a sign-in or a region
	inEurope  bool // its details contain its reach
	political bool
	category  *string // POLITICAL and the like; nil without one
}

// readAdvert reads the next value, a node; false if it lacks one of the two ids that every ad has.
func readAdvert(r *scan.Reader) (*advert, bool) {
	a := &advert{}
	for key := range r.Object() {
		switch key {
		case "snapshot":
			a.shown = readSnapshot(r)
		case "gated_type", "gatedType":
			gate := r.Value().String()
			a.gated = gate != "" && !strings.EqualFold(gate, "ELIGIBLE")
		case "is_aaa_eligible", "isAAAEligible":
			a.inEurope = r.Value().Bool()
		case "categories":
			raw := r.Raw()
			a.political, a.category = bytes.Contains(raw, []byte("POLITICAL")), readCategory(scan.Read(raw))
		default:
			if !a.readIdentity(key, r) {
				a.readDelivery(key, r)
			}
		}
	}
	a.ad.Byline, a.ad.DisplayFormat, a.ad.PageName = a.shown.byline, a.shown.format, cmp.Or(a.ad.PageName, a.shown.pageName)
	if a.ad.Active == nil || *a.ad.Active {
		a.ad.EndedAt = nil // for an active ad it is only the day of the request
	}
	return a, isAdID(a.ad.ArchiveID) && isPageID(a.ad.PageID)
}

// readIdentity reads a member that identifies the ad or its page, and reports whether key is such a member.
func (a *advert) readIdentity(key string, r *scan.Reader) bool {
	switch key {
	case "ad_archive_id", "adArchiveID":
		a.ad.ArchiveID = scan.ID(r.Value())
	case "page_id", "pageID":
		a.ad.PageID = scan.ID(r.Value())
	case "page_name", "pageName":
		a.ad.PageName = scan.Str(r.Value())
	case "collation_id", "collationID":
		a.ad.CollationID = scan.Str(r.Value())
	case "collation_count", "collationCount":
		a.ad.CollationCount = r.Int()
	default:
		return false
	}
	return true
}

// readDelivery reads a member about where, when and how often the ad was shown. Spend and impressions are the platform's own ranges.
func (a *advert) readDelivery(key string, r *scan.Reader) {
	switch key {
	case "is_active", "isActive":
		a.ad.Active = scan.Bool(r.Value())
	case "start_date", "startDate":
		a.ad.StartedAt = scan.Unix(r.Value())
	case "end_date", "endDate":
		a.ad.EndedAt = scan.Unix(r.Value())
	case "publisher_platform", "publisherPlatform":
		a.ad.Platforms = capitals(r)
	case "spend":
		a.ad.Spend = scan.Str(r.Value())
	case "currency":
		a.ad.Currency = scan.Str(r.Value())
	case "impressions_with_index", "impressionsWithIndex":
		for key := range r.Object() {
			if key == "impressions_text" || key == "impressionsText" {
				a.ad.Impressions = scan.Str(r.Value())
			}
		}
	}
}

func upper(r *scan.Reader) *string {
	s := r.RawString().Str()
	if s != nil {
		*s = strings.ToUpper(*s)
	}
	return s
}

func capitals(r *scan.Reader) (out []string) {
	for range r.Array() {
		if s := strings.ToUpper(r.RawString().String()); s != "" {
			out = append(out, s)
		}
	}
	return out
}
