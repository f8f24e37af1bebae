package simulator

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
)

func (s *photoSite) api(w http.ResponseWriter, r *http.Request, path []string) {
	switch q := r.FormValue; {
	case path[0] == "users" && len(path) > 1 && path[1] == "web_profile_info":
		s.profileInfo(w, q("username"))
	case path[0] == "users" && len(path) > 1:
		s.userInfo(w, path[1])
	case path[0] == "feed" && len(path) > 2:
		s.feed(w, path[2], q("max_id"), false)
	case path[0] == "clips":
		s.feed(w, q("target_user_id"), q("max_id"), true)
	case path[0] == "media" && len(path) == 3:
		s.comments(w, path[1], "", q("min_id"))
	case path[0] == "media" && len(path) == 5:
		s.comments(w, path[1], path[3], q("max_id"))
	default:
		http.NotFound(w, r)
	}
}

func pleaseWait(w http.ResponseWriter) {
	sendJSON(w, http.StatusUnauthorized, object{"message": "Please wait a few minutes before you try again.", "require_login": true, "igweb_rollout": true, "status": "fail"})
}

func (s *photoSite) profileInfo(w http.ResponseWriter, handle string) {
	p := s.person(handle)
	switch {
	case handle == PhotoWaiting, handle == PhotoWall:
		pleaseWait(w)
	case p == nil:
		sendJSON(w, http.StatusNotFound, object{"data": object{"user": nil}, "status": "ok"})
	default:
		sendJSON(w, http.StatusOK, object{"data": object{"user": p.profile()}, "status": "ok"})
	}
}

func (s *photoSite) userInfo(w http.ResponseWriter, pk string) {
	p := s.person(pk)
	if p == nil {
		sendJSON(w, http.StatusNotFound, object{"message": "User not found", "status": "fail"})
		return
	}
	u := p.user()
	u["follower_count"], u["following_count"], u["media_count"] = p.followers, p.follows, len(p.posts)
	sendJSON(w, http.StatusOK, object{"user": u, "status": "ok"})
}

// feed pages by the id of the last post, 12 at a time.
func (s *photoSite) feed(w http.ResponseWriter, pk, maxID string, reels bool) {
	p := s.person(pk)
	switch {
	case p == nil:
		sendJSON(w, http.StatusNotFound, object{"message": "User not found", "status": "fail"})
		return
	case p.private:
		sendJSON(w, http.StatusUnauthorized, object{"message": "Not authorized to view user", "status": "fail"})
		return
	}
	before, _, _ := strings.Cut(maxID, "_")
	rows, last, more := []object{}, "", false
	for _, post := range p.posts {
		if reels && post.product != "clips" || maxID != "" && post.pk >= number(before) {
			continue
		}
		if more = len(rows) == 12; more {
			break
		}
		row := post.shape(p)
		last = row["id"].(string)
		if reels {
			row = object{"media": row}
		}
		rows = append(rows, row)
	}
	if reels {
		sendJSON(w, http.StatusOK, object{"items": rows, "paging_info": object{"max_id": last, "more_available": more}, "status": "ok"})
		return
	}
	sendJSON(w, http.StatusOK, object{"items": rows, "num_results": len(rows), "more_available": more, "next_max_id": last, "status": "ok"})
}

// comments pages a post's comments by 15, and the replies to one by 5.
func (s *photoSite) comments(w http.ResponseWriter, pk, parent, cursor string) {
	owner, post := s.find(pk)
	if post == nil {
		sendJSON(w, http.StatusBadRequest, object{"message": "Media not found or unavailable", "status": "fail"})
		return
	}
	list, size := post.comments, 15
	for _, c := range post.comments {
		if parent != "" && strconv.FormatInt(c.pk, 10) == parent {
			list, size = c.replies, 5
		}
	}
	from := min(int(number(cursor)), len(list))
	to := min(from+size, len(list))
	rows := []object{}
	for _, c := range list[from:to] {
		rows = append(rows, c.shape(owner))
	}
	more, next := to < len(list), strconv.Itoa(to)
	if parent != "" {
		sendJSON(w, http.StatusOK, object{"child_comments": rows, "child_comment_count": len(list), "has_more_tail_child_comments": more, "next_max_child_cursor": next, "status": "ok"})
		return
	}
	sendJSON(w, http.StatusOK, object{"comments": rows, "comment_count": len(list), "has_more_headload_comments": more, "next_min_id": next, "status": "ok"})
}

// graphQL answers the query of a post's page and the query of its comments.
func (s *photoSite) graphQL(w http.ResponseWriter, r *http.Request) {
	var variables struct {
		MediaID string `json:"media_id"`
	}
	_ = json.Unmarshal([]byte(r.FormValue("variables")), &variables)
	p, post := s.find(variables.MediaID)
	switch {
	case variables.MediaID == photoPK(PhotoSecondWay):
		p, post = s.people[0], s.people[0].posts[0]
		media := post.shape(p)
		media["code"], media["pk"] = PhotoSecondWay, variables.MediaID
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": object{"code": PhotoSecondWay, "if_not_gated_logged_out": media}}})
	case variables.MediaID == photoPK(PhotoHeldBack), variables.MediaID == photoPK(PhotoInWords):
		pleaseWait(w)
	case post == nil:
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": nil}, "status": "ok"})
	case strings.Contains(r.FormValue("fb_api_req_friendly_name"), "Comments"):
		edges := []object{}
		for _, c := range post.comments {
			edges = append(edges, object{"node": c.shape(p)})
		}
		sendJSON(w, http.StatusOK, object{"data": object{"xdt_api__v1__media__media_id__comments__connection": object{"edges": edges, "page_info": object{"has_next_page": false, "end_cursor": nil}}}})
	default:
		sendJSON(w, http.StatusOK, object{"data": object{"xig_polaris_media": object{"code": post.code(), "if_not_gated_logged_out": post.shape(p)}}})
	}
}
