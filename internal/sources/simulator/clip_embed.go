package simulator

import (
	"net/http"
	"strconv"
	"strings"
)

// playerItems answers the embed player, whose items have no views, saves, time or captions.
func (s *clipSite) playerItems(w http.ResponseWriter, id string) {
	p, c := s.find(id)
	code, items := "ok", []object{}
	switch {
	case id == ClipChecked:
		code = "api_busy"
	case c == nil:
		code = "nil_core_data"
	default:
		items = append(items, c.played(p))
	}
	sendJSON(w, http.StatusOK, object{
		"status_code": 0, "status_msg": "", "items": items, "results": []object{{"id_str": id, "code": code}}, "extra": object{"fatal_item_ids": []string{}},
	})
}

// played returns an item as in the embed player.
func (c *clip) played(p *clipPerson) object {
	addresses := []string{c.video()["playAddr"].(string)}
	o := object{
		"id_str": strconv.FormatInt(c.id, 10), "aweme_type": 0, "desc": c.text, "region": "US",
		"author_info":     object{"unique_id": p.handle, "nickname": p.name, "secret_id": "MS4wLjABAAAA" + p.id},
		"statistics_info": object{"digg_count": c.views / 11, "comment_count": c.total(), "share_count": c.views / 300},
		"video_info": object{
			"meta":  object{"width": 576, "height": 1024, "duration": c.seconds * 1000, "format": "mp4"},
			"cover": object{"url_list": []string{c.cover("cover")}}, "url_list": addresses, "profiles": c.profiles(),
		},
	}
	if c.pictures > 0 {
		images := make([]object, c.pictures)
		for i := range images {
			images[i] = object{"display_image": object{"url_list": []string{c.cover("photo" + strconv.Itoa(i))}, "width": 1080, "height": 1440}}
		}
		o["aweme_type"], o["image_post_info"] = 150, object{"images": images}
	}
	return o
}

// profiles returns the renditions with the player's names.
func (c *clip) profiles() (list []object) {
	for _, r := range c.renditions() {
		addr := r["PlayAddr"].(object)
		list = append(list, object{"codec_type": r["CodecType"], "bitrate": r["Bitrate"], "gear_name": r["GearName"],
			"play_addr": object{"url_list": addr["UrlList"], "width": addr["Width"], "height": addr["Height"]}})
	}
	return list
}

// oembed answers for existing clips only; everything else is a 400.
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
