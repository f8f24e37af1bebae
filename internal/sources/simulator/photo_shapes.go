package simulator

import (
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

// shape returns a post with the v1 names that pages, feeds and queries share.
func (p *photoPost) shape(by *photoPerson) object {
	pk := strconv.FormatInt(p.pk, 10)
	o := object{
		"pk": pk, "id": pk + "_" + strconv.FormatInt(by.pk, 10), "code": p.code(), "user": by.user(), "taken_at": p.taken, "media_type": p.kind,
		"product_type": p.product, "like_count": p.likes, "comment_count": len(p.comments), "like_and_view_counts_disabled": by.hidesLikes,
		"caption": p.caption(), "original_width": 1080, "original_height": 1350, "coauthor_producers": []any{},
	}
	if by.hidesLikes {
		o["like_count"] = 3 // a meaningless number
	}
	p.dress(o)
	switch p.kind {
	case 1:
		o["image_versions2"] = p.pictures("")
	case 2:
		o["image_versions2"] = p.pictures("")
		o["video_duration"], o["play_count"] = float64(p.millis)/1000, p.likes*17
		o["video_versions"] = []object{{"type": 101, "url": p.videoURL(), "width": 720, "height": 1280}}
		if p.captions {
			o["video_subtitles_uri"] = p.cdn("captions", "srt")
			o["video_subtitles_locale"] = "en_US"
		}
	case 8:
		children := make([]object, p.parts())
		for i := range children {
			children[i] = object{"pk": pk + strconv.Itoa(i), "media_type": 1, "image_versions2": p.pictures("-" + strconv.Itoa(i)),
				"accessibility_caption": fmt.Sprintf("Plate %d of the series.", i+1)}
		}
		children[2]["media_type"], children[2]["video_versions"] = 2, []object{{"type": 101, "url": p.videoURL(), "width": 720, "height": 1280}}
		o["carousel_media"], o["carousel_media_count"] = children, len(children)
	}
	return o
}

// parts returns how many pictures and videos the post has: a carousel's last part is a video.
func (p *photoPost) parts() int {
	if p.kind == 8 {
		return 3
	}
	return 1
}

// dress adds members that are most of a post's bytes and that readers of counts skip.
func (p *photoPost) dress(o object) {
	o["organic_tracking_token"] = strings.Repeat("aW52ZW50ZWQg", 60)
	o["usertags"] = object{"in": []object{{"position": []float64{0.25, 0.5}, "user": object{"pk": "77", "username": "a.tagged.friend", "is_verified": false}}}}
	o["sharing_friction_info"] = object{"should_have_sharing_friction": false, "bloks_app_url": nil}
	if p.kind == 2 {
		representation := `<Representation id="1v" mimeType="video/mp4" codecs="avc1.4D401F" width="720"><BaseURL>` + p.cdn("dash", "mp4") + `</BaseURL></Representation>`
		o["video_dash_manifest"] = "<MPD>" + strings.Repeat(representation, 30) + "</MPD>"
	}
	if p.product == "clips" {
		o["clips_metadata"] = object{"audio_type": "original_sounds", "original_sound_info": object{"audio_asset_id": "1", "dash_manifest": strings.Repeat("<S/>", 400)}}
	}
}

// node returns a post as in a profile page's grid: without counts and date.
func (p *photoPost) node(by *photoPerson) object {
	return object{
		"pk": strconv.FormatInt(p.pk, 10), "code": p.code(), "caption": p.caption(), "media_type": p.kind, "product_type": p.product,
		"user": object{"pk": strconv.FormatInt(by.pk, 10), "username": by.handle, "id": "1784100"}, "display_uri": p.cdn("grid", "jpg"),
	}
}

func (p *photoPost) caption() any {
	if p.noText {
		return nil
	}
	return object{"text": p.text, "created_at": p.taken - 2}
}

func (p *photoPost) cdn(part, extension string) string {
	return fmt.Sprintf("https://scontent.cdninstagram.com/v/%s-%s.%s?oe=70DBD880", p.code(), part, extension)
}

// videoURL returns an address with the length in its efg, in whole seconds, as on the platform.
func (p *photoPost) videoURL() string {
	efg := base64.StdEncoding.EncodeToString(fmt.Appendf(nil, `{"vencode_tag":"clips","duration_s":%d}`, p.millis/1000))
	return p.cdn("video", "mp4") + "&efg=" + efg
}

func (p *photoPost) pictures(suffix string) object {
	var list []object
	for _, width := range []int{1080, 640, 320} {
		list = append(list, object{"url": p.cdn("w"+strconv.Itoa(width)+suffix, "jpg"), "width": width, "height": width * 5 / 4})
	}
	return object{"candidates": list}
}

func (p *photoPerson) user() object {
	pk := strconv.FormatInt(p.pk, 10)
	return object{
		"pk": pk, "id": "1784100" + pk, "username": p.handle, "full_name": p.name, "biography": p.bio, "is_private": p.private,
		"is_verified": p.verified, "is_unpublished": false, "profile_pic_url": "https://scontent.cdninstagram.com/v/avatar-" + pk + ".jpg?oe=70DBD880",
		"bio_links": []object{{"title": "", "url": "https://" + p.handle + ".example"}},
	}
}

func (c *photoComment) shape(owner *photoPerson) object {
	return object{
		"pk": strconv.FormatInt(c.pk, 10), "text": c.text, "created_at": c.created, "created_at_utc": c.created, "comment_like_count": c.pk % 13,
		"child_comment_count": nil, "user": c.author.user(), "is_created_by_media_owner": c.author == owner,
	}
}
