package simulator

import (
	"bytes"
	"encoding/base64"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Sizes of the pages of YouTube.
const (
	commentPageSize = 20
	replyPageSize   = 10
)

// commentPage sends one page of comments or replies.
func (s *videoSite) commentPage(w http.ResponseWriter, continuation string) {
	video, parent := readCommentToken(continuation)
	if parent != "" {
		s.replies(w, video, parent, 0)
		return
	}
	p := parseToken(continuation)
	if video != "" {
		p = []string{"comments", video, "top", "0"}
	}
	if len(p) == 0 || s.film(p[1]) == nil {
		refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	from := int(number(p[3]))
	if p[0] == "replies" {
		s.replies(w, p[1], p[2], from)
		return
	}
	f := s.film(p[1])
	if f.noComments || f.live != "" {
		sendComments(w, nil, nil)
		return
	}
	events, entities := f.commentEvents(p[2], from)
	sendComments(w, events, entities)
}

// commentEvents returns one page of a video's comments in an order. The first page also contains the head above them.
func (f *film) commentEvents(order string, from int) (events, entities []object) {
	all := slices.Clone(f.comments)
	if order == "latest" {
		slices.SortStableFunc(all, func(a, b *videoComment) int { return int(a.age - b.age) })
	}
	rows := []object{}
	page, to := pageOf(all, from, commentPageSize)
	for _, c := range page {
		rows = append(rows, c.thread(f))
		entities = append(entities, c.entity(f, 0), c.surface(f))
	}
	if to < len(all) {
		rows = append(rows, continuationItem(token("comments", f.id, order, to)))
	}
	if from > 0 {
		return []object{{"appendContinuationItemsAction": object{"continuationItems": rows, "targetId": "comments-section"}}}, entities
	}
	head := object{"commentsHeaderRenderer": object{
		"countText": object{"runs": []object{{"text": groupDigits(f.commentCount())}, {"text": " Comments"}}}, "sortMenu": f.sortMenu(order)}}
	return []object{
		{"reloadContinuationItemsCommand": object{"targetId": "comments-section", "slot": "RELOAD_CONTINUATION_SLOT_HEADER", "continuationItems": []object{head}}},
		{"reloadContinuationItemsCommand": object{"targetId": "comments-section", "slot": "RELOAD_CONTINUATION_SLOT_BODY", "continuationItems": rows}},
	}, entities
}

func (s *videoSite) replies(w http.ResponseWriter, video, parent string, from int) {
	rows, entities := []object{}, []object{}
	f := s.film(video)
	if f == nil {
		refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
		return
	}
	for _, c := range f.comments {
		if c.id != parent {
			continue
		}
		page, to := pageOf(c.replies, from, replyPageSize)
		for n, r := range page {
			entities = append(entities, r.entity(f, 1), r.surface(f))
			if n%3 != 2 {
				rows = append(rows, replyThread(r, f))
				continue
			}
			before := rows[len(rows)-1]["commentThreadRenderer"].(object)
			before["replies"] = object{"commentRepliesRenderer": object{"subThreads": []object{replyThread(r, f)}}}
		}
		if to < len(c.replies) {
			rows = append(rows, object{"continuationItemRenderer": object{"button": object{"buttonRenderer": object{"text": label("Show more replies"),
				"command": object{"continuationCommand": object{"token": token("replies", video, parent, to)}}}}}})
		}
	}
	sendComments(w, []object{{"appendContinuationItemsAction": object{"continuationItems": rows, "targetId": "comment-replies-item-" + parent}}}, entities)
}

// replyThread returns a reply in the format used since 2025: a thread of its own that may have nested replies.
func replyThread(r *videoComment, f *film) object {
	return object{"commentThreadRenderer": object{"commentViewModel": object{"commentViewModel": r.model(f)}}}
}

func sendComments(w http.ResponseWriter, events, entities []object) {
	sendJSON(w, http.StatusOK, object{
		"responseContext": object{}, "onResponseReceivedEndpoints": events,
		"frameworkUpdates": object{"entityBatchUpdate": object{"mutations": entities}},
	})
}

// readCommentToken parses the continuations below a video and below a comment, binary messages of ids; parent is "" for the former.
func readCommentToken(s string) (video, parent string) {
	b, err := base64.URLEncoding.DecodeString(unescaped(s))
	if err != nil || len(b) < 15 || b[0] != 0x12 {
		return "", ""
	}
	_, after, _ := bytes.Cut(b, []byte("comment-replies-item-"))
	return string(b[4:15]), string(after)
}

func (c *videoComment) key() string { return "Eh" + c.id + "%3D" }

func (c *videoComment) model(f *film) object {
	m := object{"commentKey": c.key(), "commentId": c.id}
	if c.pinned {
		m["pinnedText"] = "Pinned by @" + f.by.handle
	}
	return m
}

func (c *videoComment) thread(f *film) object {
	t := object{"commentViewModel": object{"commentViewModel": c.model(f)}, "renderingPriority": "RENDERING_PRIORITY_UNKNOWN"}
	if len(c.replies) > 0 {
		t["replies"] = object{"commentRepliesRenderer": object{"contents": []object{continuationItem(token("replies", f.id, c.id, 0))}, "targetId": "comment-replies-item-" + c.id}}
	}
	return object{"commentThreadRenderer": t}
}

func (c *videoComment) entity(f *film, level int) object {
	likes, replies := shorten(c.likes), ""
	if c.likes == 0 {
		likes = " "
	}
	if len(c.replies) > 0 {
		replies = strconv.Itoa(len(c.replies))
	}
	return object{"entityKey": c.key(), "type": "ENTITY_MUTATION_TYPE_REPLACE", "payload": object{"commentEntityPayload": object{
		"key":        c.key(),
		"properties": object{"commentId": c.id, "content": object{"content": c.text}, "publishedTime": ago(c.age), "replyLevel": level},
		"author":     object{"channelId": c.by.id, "displayName": "@" + c.by.handle, "isVerified": c.by.verified, "isCreator": strings.EqualFold(c.by.id, f.by.id)},
		"toolbar":    object{"likeCountLiked": likes, "likeCountNotliked": likes, "replyCount": replies},
	}}}
}

// surface returns where the time of a comment leads: the comment's own address.
func (c *videoComment) surface(f *film) object {
	return object{"type": "ENTITY_MUTATION_TYPE_REPLACE", "payload": object{"commentSurfaceEntityPayload": object{
		"publishedTimeCommand": object{"innertubeCommand": object{"commandMetadata": object{"webCommandMetadata": object{"url": "/watch?v=" + f.id + "&lc=" + c.id}}}},
	}}}
}
