package simulator

import (
	"net/http"
	"strconv"
	"strings"
)

func (s *clipSite) api(w http.ResponseWriter, r *http.Request, path string) {
	q := r.URL.Query()
	switch path {
	case "post/item_list":
		s.itemList(w, q.Get("secUid"), number(q.Get("cursor")), int(number(q.Get("count"))))
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

// itemList shows the pinned items first, then the others by time; the cursor is the millisecond of the last one.
func (s *clipSite) itemList(w http.ResponseWriter, secUID string, cursor int64, count int) {
	p := s.bySecUID(secUID)
	if p == nil { // an endpoint that does not trust the call answers nothing at all
		w.WriteHeader(http.StatusOK)
		return
	}
	var rows []object
	if cursor == 0 {
		for _, c := range p.clips {
			if c.pinned {
				rows = append(rows, c.row(p))
			}
		}
	}
	next, more := cursor, false
	for _, c := range p.clips {
		if c.pinned || cursor != 0 && c.created*1000 >= cursor {
			continue
		}
		if len(rows) == max(1, min(count, 35)) {
			more = true
			break
		}
		rows = append(rows, c.row(p))
		next = c.created * 1000
	}
	sendJSON(w, http.StatusOK, object{"itemList": listed(rows), "hasMore": more, "cursor": strconv.FormatInt(next, 10), "statusCode": 0})
}

func listed(rows []object) []object {
	if rows == nil {
		return []object{}
	}
	return rows
}

func (s *clipSite) bySecUID(secUID string) *clipPerson {
	for _, p := range s.people {
		if "MS4wLjABAAAA"+p.id == secUID {
			return p
		}
	}
	return nil
}

// commentList pages by offset, 20 at a time; the total counts replies too.
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
	const size = 20
	from := min(offset, len(comments))
	to := min(from+size, len(comments))
	rows := []object{}
	for _, k := range comments[from:to] {
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

// searchItems mixes a card of a person among the items, as the platform does.
func (s *clipSite) searchItems(w http.ResponseWriter, words string, offset int) {
	var found []object
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
	const size = 12
	from := min(offset, len(found))
	to := min(from+size, len(found))
	sendJSON(w, http.StatusOK, object{"data": listed(found[from:to]), "has_more": flag(to < len(found)), "cursor": to, "status_code": 0})
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
