package simulator

import (
	"fmt"
	"strconv"
	"strings"
)

// page returns an item as on its page, where createTime and collectCount are strings.
func (c *clip) page(p *clipPerson) object {
	o := c.row(p)
	o["createTime"] = strconv.FormatInt(c.created, 10)
	o["stats"].(object)["collectCount"] = strconv.FormatInt(c.views/90, 10)
	return o
}

// row returns an item as in lists and search: stats are rounded, statsV2 are not.
func (c *clip) row(p *clipPerson) object {
	counts := object{"playCount": c.views, "diggCount": c.views / 11, "commentCount": int64(c.total()), "shareCount": c.views / 300, "collectCount": c.views / 90}
	rounded, exact := object{}, object{"repostCount": "0"}
	for key, v := range counts {
		n := v.(int64)
		rounded[key], exact[key] = roundClip(n), strconv.FormatInt(n, 10)
	}
	o := object{
		"id": strconv.FormatInt(c.id, 10), "desc": c.text, "createTime": c.created, "author": p.user(), "video": c.video(),
		"stats": rounded, "statsV2": exact, "isAd": false, "textLanguage": "en", "music": c.music(p), "challenges": c.challenges(),
		"contents": []object{{"desc": c.text}}, "privateItem": false, "authorStats": object{"followerCount": roundClip(p.followers)},
	}
	if c.pinned {
		o["isPinnedItem"] = true
	}
	if c.pictures > 0 {
		o["imagePost"] = c.photos()
	}
	return o
}

// roundClip rounds 783427 to 783400 and 3922256 to 3900000, as the platform does above ten thousand.
func roundClip(n int64) int64 {
	switch {
	case n >= 1_000_000:
		return n / 100_000 * 100_000
	case n >= 10_000:
		return n / 100 * 100
	}
	return n
}

func (c *clip) total() (n int) {
	for _, k := range c.comments {
		n += 1 + len(k.replies)
	}
	return n
}

func (c *clip) cover(kind string) string {
	return fmt.Sprintf("https://p16-sign.tiktokcdn-us.com/obj/%d~%s.jpeg?x-expires=1893456000&x-signature=invented", c.id, kind)
}

func (c *clip) video() object {
	v := object{
		"id": strconv.FormatInt(c.id, 10), "width": 576, "height": 1024, "duration": c.seconds, "cover": c.cover("cover"),
		"originCover": c.cover("origin"), "dynamicCover": c.cover("dynamic"), "shareCover": []string{""},
		"zoomCover": object{"240": c.cover("240"), "720": c.cover("720")},
		"playAddr":  fmt.Sprintf("https://v16-webapp.tiktokcdn-us.com/video/%d.mp4", c.id), "bitrateInfo": c.renditions(), "codecType": "h264",
	}
	if c.pictures > 0 {
		v["duration"] = 0
	}
	if c.captions {
		caption := func(lang, source string) object {
			return object{
				"Url": fmt.Sprintf("https://v16-webapp.tiktokcdn-us.com/captions/%d.%s.vtt", c.id, lang), "UrlExpire": "1893456000",
				"LanguageCodeName": lang, "Format": "webvtt", "Source": source, "Size": "180",
			}
		}
		v["subtitleInfos"] = []object{caption("deu-DE", "MT"), caption("eng-US", "ASR")}
	}
	return v
}

// renditions returns a video's renditions, which are most of an item's bytes.
func (c *clip) renditions() []object {
	list := make([]object, 4)
	for i := range list {
		address := func(host int) string {
			return fmt.Sprintf("https://v%d-webapp.tiktokcdn-us.com/video/tos/%d/%d/?a=1988&bti=%s&ch=0&cr=3&dr=0&lr=all&cd=0%%7C0%%7C0%%7C&cv=1&br=%d&rc=%s&l=invented&btag=e00050000",
				host, c.id, i, strings.Repeat("ODszNWYuMDE6", 8), 900-i*100, strings.Repeat("M25qdXQ5cnJkNzMz", 16))
		}
		list[i] = object{
			"Bitrate": 900_000 - i*100_000, "GearName": "adapt_" + strconv.Itoa(540-i*60), "QualityType": 20 + i, "CodecType": "h264", "Format": "mp4",
			"PlayAddr": object{"DataSize": strconv.FormatInt(c.views, 10), "UrlList": []string{address(16), address(19), address(21)}, "UrlKey": "k", "Width": 576, "Height": 1024},
		}
	}
	return list
}

func (c *clip) music(p *clipPerson) object {
	return object{
		"id": strconv.FormatInt(c.id+1, 10), "title": "original sound - " + p.name, "authorName": p.name, "original": true, "duration": c.seconds,
		"playUrl": c.cover("music"), "coverLarge": c.cover("music-large"), "coverMedium": c.cover("music-medium"), "coverThumb": c.cover("music-thumb"),
	}
}

func (c *clip) challenges() []object {
	return []object{{"id": "1", "title": c.text[strings.LastIndex(c.text, "#")+1:], "desc": "", "coverLarger": c.cover("tag"), "profileLarger": ""}}
}

func (c *clip) photos() object {
	images := make([]object, c.pictures)
	for i := range images {
		images[i] = object{"imageURL": object{"urlList": []string{c.cover("photo" + strconv.Itoa(i))}}, "imageWidth": 1080, "imageHeight": 1440}
	}
	return object{"images": images, "cover": images[0], "title": strings.Split(c.text, ",")[0]}
}

func (p *clipPerson) user() object {
	avatar := func(n int) string {
		return fmt.Sprintf("https://p16-common-sign.tiktokcdn-us.com/avt/%s~tplv-tiktokx-cropcenter:%d:%d.jpeg?x-expires=1893456000", p.id, n, n)
	}
	u := object{
		"id": p.id, "uniqueId": p.handle, "nickname": p.name, "signature": p.bio, "verified": p.verified, "privateAccount": p.private,
		"secret": p.private, "secUid": "MS4wLjABAAAA" + p.id, "createTime": 1500000000,
		"avatarLarger": avatar(1080), "avatarMedium": avatar(720), "avatarThumb": avatar(100),
	}
	if p.link != "" {
		u["bioLink"] = object{"link": p.link, "risk": 0}
	}
	return u
}

// info returns the userInfo of a page, which never contains the posts.
func (p *clipPerson) info() object {
	items := len(p.clips)
	exact := object{"followerCount": strconv.FormatInt(p.followers, 10), "followingCount": "12", "videoCount": strconv.Itoa(items), "heartCount": strconv.FormatInt(p.likes, 10)}
	plain := object{"followerCount": roundClip(p.followers), "followingCount": 12, "videoCount": items, "heartCount": roundClip(p.likes)}
	return object{"user": p.user(), "stats": plain, "statsV2": exact, "itemList": []any{}}
}

// card returns a user as in comments and user search, with the app's names.
func (p *clipPerson) card() object {
	return object{
		"uid": p.id, "unique_id": p.handle, "nickname": p.name, "signature": p.bio, "follower_count": p.followers,
		"sec_uid": "MS4wLjABAAAA" + p.id, "custom_verify": "",
	}
}

func (k *clipComment) shape(on *clip, parent *clipComment, author *clipPerson) object {
	o := object{
		"cid": strconv.FormatInt(k.id, 10), "text": k.text, "aweme_id": strconv.FormatInt(on.id, 10), "create_time": k.created,
		"digg_count": k.id % 97, "user": k.author.card(), "reply_id": "0", "label_list": nil,
	}
	if k.author == author {
		o["label_list"] = []object{{"text": "Creator", "type": 1}}
	}
	if parent != nil {
		o["reply_id"] = strconv.FormatInt(parent.id, 10)
		return o
	}
	o["reply_comment_total"], o["author_pin"] = len(k.replies), k.pinned
	return o
}
