package simulator

import (
	"net/http"
	"strconv"
	"strings"
)

// embedPage returns what other sites show of an item: no saves, no captions.
func (s *clipSite) embedPage(w http.ResponseWriter, id string) {
	path := "/embed/v2/" + id
	p, c := s.find(id)
	switch {
	case id == ClipChecked:
		clipOverload(w)
		return
	case c == nil:
		clipEmbed(w, http.StatusBadRequest, path, object{"isError": true, "errorCode": 10204, "errorStatus": 400})
		return
	}
	info := object{
		"id": id, "text": c.text, "createTime": strconv.FormatInt(c.created, 10), "covers": []string{c.cover("cover")}, "playCount": roundClip(c.views),
		"diggCount": roundClip(c.views / 11), "commentCount": c.total(), "shareCount": roundClip(c.views / 300),
		"video": object{"urls": []string{c.video()["playAddr"].(string)}, "videoMeta": object{"width": 576, "height": 1024, "duration": c.seconds}},
	}
	video := object{"itemInfos": info, "authorInfos": object{"userId": p.id, "uniqueId": p.handle, "nickName": p.name}, "imagePostInfo": nil}
	if c.pictures > 0 {
		video["imagePostInfo"] = object{}
	}
	clipEmbed(w, http.StatusOK, path, object{"code": 200, "isError": false, "videoData": video})
}

func clipEmbed(w http.ResponseWriter, status int, path string, route object) {
	sendHTML(w, status, `<!DOCTYPE html><html><head><title>TikTok</title></head><body><div id="main"></div><script id="__FRONTITY_CONNECT_STATE__" type="application/json">`+
		script(object{"source": object{"data": object{path: route}}})+`</script></body></html>`)
}

// oembed tells only what lives; everything else is a 400.
func (s *clipSite) oembed(w http.ResponseWriter, link string) {
	id := link[strings.LastIndex(link, "/")+1:]
	p, c := s.find(id)
	switch {
	case id == ClipChecked:
		clipOverload(w)
	case id == ClipSoftBlock:
		sendJSON(w, http.StatusOK, object{"version": "1.0", "type": "video", "embed_type": "video", "embed_product_id": id, "title": "an item that lives"})
	case c == nil:
		sendJSON(w, http.StatusBadRequest, object{"code": 400, "message": "Something went wrong"})
	default:
		kind := "video"
		if c.pictures > 0 {
			kind = "photo"
		}
		sendJSON(w, http.StatusOK, object{"version": "1.0", "type": "video", "embed_type": kind, "embed_product_id": id, "title": c.text, "author_name": p.name,
			"author_unique_id": p.handle, "author_url": "https://www.tiktok.com/@" + p.handle, "thumbnail_url": c.cover("cover"), "thumbnail_width": 576, "thumbnail_height": 1024})
	}
}
