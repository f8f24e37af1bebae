package adlibrary

import (
	"net/url"
	"time"
	_ "time/tzdata" // dates of the official API begin at midnight Pacific time, also on machines without time zone data

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// readOfficial reads an element of the official API, with current fields or those of 2019. It does not contain whether
// the ad is active: that is known only for a list that was filtered by one status.
func readOfficial(v gjson.Result, status string) (*advert, bool) {
	n := v.Map()
	archiveID, pageID := officialID(n), scan.ID(n["page_id"])
	if !isAdID(archiveID) || !isPageID(pageID) {
		return nil, false
	}
	a := &advert{
		shown: snapshot{
			title: scan.Str(scan.First(n["ad_creative_link_titles"].Get("0"), n["ad_creative_link_title"])),
			text:  scan.Str(scan.First(n["ad_creative_bodies"].Get("0"), n["ad_creative_body"])),
		},
		ad: content.Ad{
			ArchiveID: archiveID, PageID: pageID, PageName: scan.Str(n["page_name"]),
			Byline:    scan.Str(scan.First(n["bylines"], n["funding_entity"])),
			StartedAt: officialTime(n["ad_delivery_start_time"]),
			Platforms: capitals(scan.ReadString(n["publisher_platforms"].Raw)),
			Spend:     bounds(n["spend"]), Impressions: bounds(n["impressions"]),
			Currency: scan.Str(n["currency"]), Transparency: officialTransparency(n),
		},
	}
	a.ad.Reach = totalReach(a.ad.Transparency)
	switch status {
	case "active", "":
		a.ad.Active = new(true)
	case "inactive":
		a.ad.Active, a.ad.EndedAt = new(false), officialTime(n["ad_delivery_stop_time"])
	}
	return a, true
}

// officialID returns the id, which in 2019 was only in the snapshot's address. That address has a token and is dropped.
func officialID(n map[string]gjson.Result) string {
	if id := scan.ID(n["id"]); id != "" {
		return id
	}
	u, err := url.Parse(n["ad_snapshot_url"].String())
	if err != nil {
		return ""
	}
	return u.Query().Get("id")
}

// officialTime reads "2019-05-13T15:30:13+0000", or the plain date that the API returns now: a date of the library
// begins at midnight Pacific time, as on the public pages.
func officialTime(v gjson.Result) *content.Time {
	if t, err := time.Parse("2006-01-02T15:04:05-0700", v.String()); err == nil {
		return content.AtPtr(t)
	}
	pacific, err := time.LoadLocation("America/Los_Angeles")
	if err != nil {
		return nil
	}
	day, err := time.ParseInLocation(time.DateOnly, v.String(), pacific)
	if err != nil {
		return nil
	}
	return content.AtPtr(day)
}

// bounds formats a range as one text, "100-499"; the top range has no upper bound, ">=1000000".
func bounds(v gjson.Result) *string {
	lower, upper := scan.ID(v.Get("lower_bound")), scan.ID(v.Get("upper_bound"))
	switch {
	case lower == "":
		return nil
	case upper == "":
		return new(">=" + lower)
	}
	return new(lower + "-" + upper)
}
