package simulator

import (
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Patterns of the fields that business_discovery is asked for: a handle, and optionally a page of posts.
var (
	discoveredHandle = regexp.MustCompile(`^business_discovery\.username\(([a-z0-9._]+)\)\{`)
	discoveredPage   = regexp.MustCompile(`media\.limit\((\d+)\)(?:\.after\(AQ(\d+)\))?\{`)
)

// discovery simulates Instagram's official API for operators with a token. Private accounts count as personal ones,
// which it does not return, nor missing accounts.
func (s *photoSite) discovery(w http.ResponseWriter, r *http.Request) {
	asked := r.URL.Query().Get("fields")
	handle := discoveredHandle.FindStringSubmatch(asked)
	if r.Header.Get("Authorization") == "" || handle == nil {
		sendJSON(w, http.StatusBadRequest, object{"error": object{"message": "Invalid OAuth access token", "type": "OAuthException", "code": 190}})
		return
	}
	p := s.person(handle[1])
	if p == nil || p.private {
		sendJSON(w, http.StatusBadRequest, object{"error": object{"message": "Invalid user id", "type": "OAuthException", "code": 110, "error_subcode": 2207013}})
		return
	}
	found := object{"ig_id": p.pk, "username": p.handle, "name": p.name, "biography": p.bio, "website": "https://" + p.handle + ".example",
		"followers_count": p.followers, "follows_count": p.follows, "media_count": len(p.posts), "id": "1784100" + strconv.FormatInt(p.pk, 10)}
	if page := discoveredPage.FindStringSubmatch(asked); page != nil {
		found["media"] = p.discovered(int(number(page[1])), number(page[2]))
	}
	sendJSON(w, http.StatusOK, object{"business_discovery": found, "id": "17841400000000000"})
}

// discovered returns a page of posts older than the one with the number after; 0 begins with the newest.
func (p *photoPerson) discovered(size int, after int64) object {
	rows, last, more := []object{}, "", false
	for _, post := range p.posts {
		if after != 0 && post.pk >= after {
			continue
		}
		if more = len(rows) == size; more {
			break
		}
		rows, last = append(rows, post.discovered(p)), "AQ"+strconv.FormatInt(post.pk, 10)
	}
	list := object{"data": rows}
	if more {
		list["paging"] = object{"cursors": object{"after": last}}
	}
	return list
}

// discovered returns a post as in the official API: without addresses of children's pages, and without views.
func (p *photoPost) discovered(by *photoPerson) object {
	kinds := map[int]string{1: "IMAGE", 2: "VIDEO", 8: "CAROUSEL_ALBUM"}
	o := object{"id": "1790" + strconv.FormatInt(p.pk, 10), "timestamp": time.Unix(p.taken, 0).UTC().Format("2006-01-02T15:04:05+0000"),
		"comments_count": len(p.comments), "media_type": kinds[p.kind], "media_product_type": map[bool]string{true: "REELS", false: "FEED"}[p.product == "clips"],
		"permalink": "https://www.instagram.com/p/" + p.code() + "/", "media_url": p.cdn("w1080", "jpg")}
	if !by.hidesLikes {
		o["like_count"] = p.likes
	}
	if !p.noText {
		o["caption"] = p.text
	}
	switch p.kind {
	case 2:
		o["media_url"], o["thumbnail_url"] = p.videoURL(), p.cdn("w640", "jpg")
		o["permalink"] = strings.Replace(o["permalink"].(string), "/p/", "/reel/", 1)
	case 8:
		var parts []object
		for _, suffix := range []string{"-0", "-1", "-2"} {
			parts = append(parts, object{"media_type": "IMAGE", "media_url": p.cdn("w1080"+suffix, "jpg")})
		}
		o["children"] = object{"data": parts}
	}
	return o
}
