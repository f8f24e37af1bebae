package sourcestest

import (
	"encoding/json"
	"fmt"
	"strings"

	"socialdata/internal/content"
)

// Captured is a post as a person's browser received it, of our own making: its page in the platform's form, with what the
// page holds about the viewer beside it.
type Captured struct {
	Platform content.Platform
	PageURL  string
	ID       string // natural id
	Views    int64  // 0: the platform shows none
	Text     string
	JSON     string // what the page's own program got, in which the post lies
	Page     string // the page with it
	API      string // address of an endpoint that answers with JSON alone
}

// Secret begins every private value in what Captures returns. None of them may be read.
const Secret = "zq-private-"

// viewer is what pages say about whom they are shown to, and of what only that person sees.
func viewer() map[string]any {
	secret := func(name string) string { return Secret + name }
	return map[string]any{
		"viewer":     map[string]any{"username": secret("viewer"), "email": secret("mail@example.com"), "phone_number": secret("phone"), "sessionid": secret("session")},
		"csrf_token": secret("csrf"), "fb_dtsg": secret("dtsg"), "msToken": secret("ms"), "has_liked": true, "has_viewer_saved": true,
		"viewer_note": secret("note"), "saved_collection_ids": []any{secret("collection")}, "friendship_status": map[string]any{"nickname": secret("nickname")},
		"social_context": []any{map[string]any{"text": secret("liked by a friend")}}, "facepile_top_likers": []any{map[string]any{"username": secret("liker")}},
		"direct_thread": map[string]any{"text": secret("message")}, "digged": 1, "collected": secret("collected"), "userDigged": secret("digged"), "ds_user_id": secret("id"),
	}
}

// with returns members beside those of the viewer.
func with(members map[string]any) map[string]any {
	all := viewer()
	for name, v := range members {
		all[name] = v
	}
	return all
}

func encoded(v any) string {
	b, _ := json.Marshal(v) // maps of texts and numbers always marshal
	return strings.ReplaceAll(string(b), "</", `<\/`)
}

// Captures returns one post of each platform. views is what each page claims.
func Captures(views int64) []Captured {
	return []Captured{capturedVideo(views), CapturedClip("7311111111111111111", views, nil), CapturedPost("Cq8zR1aLm0x", views, nil), capturedAdvert()}
}

func capturedVideo(views int64) Captured {
	const id = "kEtTl3s1nGs"
	player := with(map[string]any{
		"playabilityStatus": map[string]any{"status": "OK"},
		"videoDetails": with(map[string]any{"videoId": id, "title": "A kettle that sings", "channelId": "UCabcdefghijklmnopqrstuv", "author": "Kettle Corner", "lengthSeconds": "61",
			"shortDescription": "How we tuned it #kettles", "viewCount": fmt.Sprint(views), "thumbnail": map[string]any{"thumbnails": []any{map[string]any{"url": "https://i.ytimg.com/vi/kEtTl3s1nGs/hq.jpg", "width": 480, "height": 360}}}}),
		"microformat":   map[string]any{"playerMicroformatRenderer": with(map[string]any{"publishDate": "2026-05-01T10:00:00-07:00", "likeCount": "12", "category": "Howto & Style"})},
		"streamingData": with(map[string]any{"adaptiveFormats": []any{map[string]any{"url": "https://rr1.googlevideo.com/videoplayback?ip=" + Secret + "address", "width": 1280, "height": 720}}}),
	})
	around := with(map[string]any{"currentVideoEndpoint": map[string]any{"watchEndpoint": map[string]any{"videoId": id}}})
	return Captured{Platform: content.VideoSite, PageURL: "https://www.youtube.com/watch?v=" + id + "&t=3s", ID: "video_site:" + id, Views: views, Text: "How we tuned it #kettles",
		JSON: encoded(player), API: "https://www.youtube.com/youtubei/v1/player",
		Page: "<!doctype html><html><head><title>" + Secret + "title</title></head><body><script>var ytcfg = " + encoded(viewer()) + ";</script><script>var ytInitialPlayerResponse = " + encoded(player) +
			";var meta = 1;</script><script>var ytInitialData = " + encoded(around) + ";</script></body></html>"}
}

// CapturedClip returns a clip whose itemStruct also has more.
func CapturedClip(id string, views int64, more map[string]any) Captured {
	item := with(map[string]any{
		"id": id, "desc": "Folding a parcel #parcels", "createTime": "1767225600", "author": with(map[string]any{"id": "6811111111111111111", "uniqueId": "parcel.pia", "nickname": "Pia"}),
		"stats": map[string]any{"playCount": views, "diggCount": 5, "commentCount": 2, "shareCount": 1, "collectCount": 3},
		"video": map[string]any{"duration": 15, "width": 576, "height": 1024, "cover": "https://p16.tiktokcdn.com/cover.jpg", "playAddr": "https://v16.tiktokcdn.com/video/" + id + ".mp4"},
	})
	for name, v := range more {
		item[name] = v
	}
	detail := with(map[string]any{"statusCode": 0, "itemInfo": map[string]any{"itemStruct": item}})
	state := map[string]any{"__DEFAULT_SCOPE__": with(map[string]any{"webapp.app-context": viewer(), "webapp.video-detail": detail})}
	return Captured{Platform: content.ClipSite, PageURL: "https://www.tiktok.com/@parcel.pia/video/" + id + "?is_from_webapp=1", ID: "clip_site:" + id, Views: views, Text: "Folding a parcel #parcels",
		JSON: encoded(detail), API: "https://www.tiktok.com/api/item/detail/?msToken=" + Secret + "ms",
		Page: `<!DOCTYPE html><html><body><script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">` + encoded(state) + "</script></body></html>"}
}

// CapturedPost returns a reel whose media object also has more.
func CapturedPost(code string, views int64, more map[string]any) Captured {
	media := with(map[string]any{
		"code": code, "pk": "", "media_type": 2, "product_type": "clips", "taken_at": 1767225600, "caption": map[string]any{"text": "Lamps at dusk #lamps"},
		"user": with(map[string]any{"pk": "5811111111", "username": "lamp.lea", "full_name": "Lea", "is_private": false}), "play_count": views, "like_count": 9, "comment_count": 4, "audience": nil,
		"video_versions":  []any{map[string]any{"url": "https://scontent.cdninstagram.com/v/" + code + ".mp4", "width": 720, "height": 1280, "type": 101}},
		"image_versions2": map[string]any{"candidates": []any{map[string]any{"url": "https://scontent.cdninstagram.com/v/" + code + ".jpg", "width": 720, "height": 1280}}},
	})
	for name, v := range more {
		media[name] = v
	}
	data := with(map[string]any{"data": map[string]any{"xdt_api__v1__media__shortcode__web_info": map[string]any{"items": []any{media}}}})
	return Captured{Platform: content.PhotoSite, PageURL: "https://www.instagram.com/reel/" + code + "/?igsh=" + Secret + "share", ID: "photo_site:" + code, Views: views, Text: "Lamps at dusk #lamps",
		JSON: encoded(data), API: "https://www.instagram.com/graphql/query",
		Page: "<!DOCTYPE html><html><body><script type=\"application/json\" data-sjs=\"\">" + encoded(map[string]any{"require": []any{viewer()}}) +
			"</script><script type=\"application/json\" data-content-len=\"9\" data-sjs=\"\">" + encoded(map[string]any{"require": []any{data}}) + "</script></body></html>"}
}

func capturedAdvert() Captured {
	const id = "1811111111111111"
	advert := with(map[string]any{"ad_archive_id": id, "page_id": "911111111", "page_name": "Kettle Corner", "is_active": true, "start_date": 1767225600,
		"publisher_platform": []any{"FACEBOOK"}, "collation_count": 1, "snapshot": with(map[string]any{"page_name": "Kettle Corner", "title": "Sings for you", "body": map[string]any{"text": "Kettles on offer"},
			"display_format": "IMAGE", "images": []any{map[string]any{"original_image_url": "https://scontent.fbcdn.net/v/ad.jpg", "resized_image_url": "https://scontent.fbcdn.net/v/ad-small.jpg"}}})})
	found := with(map[string]any{"ad_library_main": map[string]any{
		"deeplink_ad_archive_result": map[string]any{"deeplink_ad_archive": advert},
		"search_results_connection":  map[string]any{"count": 1, "edges": []any{map[string]any{"node": map[string]any{"collated_results": []any{advert}}}}, "page_info": map[string]any{"has_next_page": false}},
	}})
	return Captured{Platform: content.AdLibrary, PageURL: "https://www.facebook.com/ads/library/?id=" + id, ID: "ad_library:" + id, Text: "Kettles on offer",
		JSON: encoded(map[string]any{"data": found}), API: "https://www.facebook.com/api/graphql/",
		Page: "<!DOCTYPE html><html><body><script type=\"application/json\" data-sjs=\"\">" + encoded(map[string]any{"require": []any{viewer(), found}}) + "</script></body></html>"}
}
