package simulator

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

func (s *clipSite) api(w http.ResponseWriter, r *http.Request, path string) {
	q := r.URL.Query()
	switch path {
	case "post/item_list": // wants a signature
		clipNothing(w)
	case "creator/item_list":
		s.creatorList(w, q)
	case "comment/list":
		s.commentList(w, q.Get("aweme_id"), "", int(number(q.Get("cursor"))))
	case "comment/list/reply":
		s.commentList(w, q.Get("item_id"), q.Get("comment_id"), int(number(q.Get("cursor"))))
	case "search/general/full":
		s.searchItems(w, q.Get("keyword"), int(number(q.Get("offset"))))
	case "search/user/full":
		s.searchPeople(w, q.Get("keyword"))
	default:
		http.NotFound(w, r)
	}
}

func number(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// listParameters are the required parameters of a list.
var listParameters = []string{"aid", "app_name", "browser_language", "browser_name", "browser_platform", "count", "cursor", "device_platform", "os", "region", "secUid", "type", "verifyFp"}

// creatorList returns the pinned items first, then those before the cursor's millisecond by time.
func (s *clipSite) creatorList(w http.ResponseWriter, q url.Values) {
	missing := slices.ContainsFunc(listParameters, func(name string) bool { return q.Get(name) == "" })
	p := first(s.people, func(p *clipPerson) bool { return "MS4wLjABAAAA"+p.id == q.Get("secUid") })
	before := number(q.Get("cursor"))
	switch {
	case missing, number(q.Get("count")) > 15:
		sendJSON(w, http.StatusBadRequest, object{"statusCode": 10201, "statusMsg": "invalid params"})
		return
	case p == nil, q.Get("device_id") == "":
		clipNothing(w)
		return
	}
	newest := int64(0)
	for _, c := range p.clips {
		newest = max(newest, c.created*1000)
	}
	rows := []object{}
	for _, c := range p.clips {
		if c.pinned && before > newest { // only on the first page
			rows = append(rows, c.row(p))
		}
	}
	more := false
	for _, c := range p.clips {
		if c.pinned || c.created*1000 >= before {
			continue
		}
		if more = len(rows) >= int(number(q.Get("count"))); more {
			break
		}
		rows = append(rows, c.row(p))
	}
	sendJSON(w, http.StatusOK, object{"itemList": rows, "hasMorePrevious": more, "cursor": q.Get("cursor"), "statusCode": 0})
}

// commentList pages by offset, 20 at a time; the total includes replies.
func (s *clipSite) commentList(w http.ResponseWriter, id, parentID string, offset int) {
	p, c := s.find(id)
	if c == nil {
		sendJSON(w, http.StatusOK, object{"status_code": 10204, "status_msg": ""})
		return
	}
	comments, total := c.comments, c.total()
	var parent *clipComment
	for _, k := range c.comments {
		if parentID != "" && strconv.FormatInt(k.id, 10) == parentID {
			parent, comments, total = k, k.replies, len(k.replies)
		}
	}
	page, to := pageOf(comments, offset, 20)
	rows := []object{}
	for _, k := range page {
		rows = append(rows, k.shape(c, parent, p))
	}
	sendJSON(w, http.StatusOK, object{"comments": rows, "has_more": flag(to < len(comments)), "cursor": to, "total": total, "status_code": 0})
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// searchItems mixes a user card into the items, as the platform does.
func (s *clipSite) searchItems(w http.ResponseWriter, words string, offset int) {
	found := []object{}
	for _, p := range s.people {
		if !p.private && contains(p.name, words) {
			found = append(found, object{"type": 4, "user_list": []object{{"user_info": p.card()}}})
		}
		for _, c := range p.clips {
			if !p.private && contains(c.text, words) {
				found = append(found, object{"type": 1, "item": c.row(p)})
			}
		}
	}
	page, to := pageOf(found, offset, 12)
	sendJSON(w, http.StatusOK, object{"data": page, "has_more": flag(to < len(found)), "cursor": to, "status_code": 0})
}

func (s *clipSite) searchPeople(w http.ResponseWriter, words string) {
	rows := []object{}
	for _, p := range s.people {
		if contains(p.name+" "+p.handle, words) {
			rows = append(rows, object{"user_info": p.card()})
		}
	}
	sendJSON(w, http.StatusOK, object{"user_list": rows, "has_more": 0, "cursor": len(rows), "status_code": 0})
}

func contains(text, words string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(strings.TrimSpace(words)))
}
