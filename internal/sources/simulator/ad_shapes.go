package simulator

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// node returns an ad as in results. The first ad of a group has the group's size, later ones do not.
func (f shown) node(first bool) object {
	a, p := f.ad, f.page
	o := object{
		"ad_archive_id": strconv.FormatInt(a.id, 10), "collation_id": nil, "collation_count": nil, "is_active": a.active,
		"page_id": p.id, "page_name": p.name, "page_is_deleted": false, "snapshot": f.snapshot(), "gated_type": "ELIGIBLE",
		"impressions_with_index": object{"impressions_text": nil, "impressions_index": -1}, "categories": []string{"UNKNOWN"},
		"is_aaa_eligible": p.europe, "reach_estimate": nil, "currency": "", "spend": nil, "start_date": a.start, "end_date": a.end,
		"publisher_platform": []string{"FACEBOOK", "INSTAGRAM"}, "total_active_time": nil, "ad_id": nil, "fev_info": nil,
		"menu_items": []any{}, "state_media_run_label": nil, "has_user_reported": false, "report_count": nil, "hide_data_status": "NONE",
		"contains_digital_created_media": false, "contains_sensitive_content": false, "targeted_or_reached_countries": []string{},
		"regional_regulation_data": object{
			"finserv":      object{"is_deemed_finserv": false, "is_limited_delivery": false},
			"tw_anti_scam": object{"is_limited_delivery": false},
		},
	}
	if a.group != 0 {
		o["collation_id"] = strconv.FormatInt(a.group, 10)
		if first {
			o["collation_count"] = f.alike()
		}
	}
	if p.gated {
		o["gated_type"] = "GATED_AGE"
	}
	if p.political {
		o["categories"], o["currency"], o["spend"] = []string{"POLITICAL"}, "USD", "$5K - $6K"
		o["impressions_with_index"] = object{"impressions_text": ">1M", "impressions_index": 40}
		o["reach_estimate"] = ">1M"
	}
	return o
}

func (f shown) alike() (n int) {
	for _, other := range f.page.adverts {
		if other.group == f.ad.group {
			n++
		}
	}
	return n
}

func (f shown) snapshot() object {
	a, p := f.ad, f.page
	s := object{
		"page_id": p.id, "page_name": p.name, "page_profile_uri": "https://www.facebook.com/" + p.profile + "/", "byline": nil,
		"caption": p.profile + ".example", "title": a.title, "body": object{"text": a.text}, "cta_text": "Shop now", "cta_type": "SHOP_NOW",
		"display_format": a.format, "link_url": "https://" + p.profile + ".example/", "link_description": nil,
		"cards": []object{}, "images": []object{}, "videos": []object{}, "page_like_count": 1234, "page_profile_picture_url": f.cdn("page.jpg"),
		"branded_content": nil, "root_reshared_post": nil, "event": nil, "is_reshared": false, "page_categories": []string{"Shop"},
		"extra_links": []any{}, "extra_texts": []any{}, "extra_images": []any{}, "extra_videos": []any{}, "page_is_deleted": false,
	}
	if p.political {
		s["byline"], s["disclaimer_label"] = "The Lantern Committee", "PAID_FOR_BY"
	}
	switch a.format {
	case "VIDEO":
		s["videos"] = []object{f.video()}
	case "IMAGE":
		s["images"] = []object{f.image(0)}
	default:
		s["cards"] = f.cards(a.parts())
	}
	return s
}

// parts returns how many pictures and videos the ad shows.
func (a *advert) parts() int {
	if a.format == "VIDEO" || a.format == "IMAGE" {
		return 1
	}
	return 4
}

func (f shown) cards(n int) []object {
	cards := make([]object, n)
	for i := range cards {
		cards[i] = f.image(i)
		cards[i]["title"], cards[i]["body"] = fmt.Sprintf("%s, piece %d", f.page.name, i+1), "made by hand"
		cards[i]["link_url"] = fmt.Sprintf("https://%s.example/piece/%d", f.page.profile, i+1)
		cards[i]["caption"], cards[i]["cta_text"], cards[i]["cta_type"] = f.page.profile+".example", "Shop Now", "SHOP_NOW"
		cards[i]["video_hd_url"], cards[i]["video_sd_url"], cards[i]["video_preview_image_url"] = nil, nil, nil
	}
	return cards
}

func (f shown) cdn(part string) string {
	return fmt.Sprintf("https://scontent.xx.fbcdn.net/v/t39.35426-6/%d-%s?_nc_cat=110&ccb=1-7&_nc_sid=c53f8f&_nc_ohc=%s&_nc_oc=%s&_nc_zt=14&_nc_gid=%s&oh=00_%s&oe=70DBD880",
		f.ad.id, part, strings.Repeat("aB3d", 6), strings.Repeat("xYz9Qw", 16), strings.Repeat("k4Lm", 6), strings.Repeat("R7t", 18))
}

func (f shown) image(i int) object {
	return object{"original_image_url": f.cdn(fmt.Sprintf("%d.jpg", i)), "resized_image_url": f.cdn(fmt.Sprintf("%d-600.jpg", i))}
}

func (f shown) video() object {
	efg := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, `{"vencode_tag":"vi","duration_s":%d}`, filmSeconds))
	return object{
		"video_hd_url": f.cdn("hd.mp4") + "&efg=" + efg, "video_sd_url": f.cdn("sd.mp4") + "&efg=" + efg,
		"video_preview_image_url": f.cdn("preview.jpg"),
	}
}
