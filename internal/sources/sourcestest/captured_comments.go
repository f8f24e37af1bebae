package sourcestest

import (
	"strconv"

	"socialdata/internal/content"
)

// CapturedComments returns the answer with two comments on a post as its page fetches them for a person, of our own making, with
// what it says about that person beside them. The second comment is the author's; on YouTube it is a reply to the first. It
// returns "" for a platform without comments.
func CapturedComments(platform content.Platform, id string) string {
	switch platform {
	case content.VideoSite:
		return videoComments(id)
	case content.ClipSite:
		return encoded(with(map[string]any{"status_code": 0, "total": 2, "has_more": 0, "comments": []any{
			with(map[string]any{"cid": "9001", "aweme_id": id, "text": "First comment", "create_time": 1767225601, "digg_count": 3, "reply_comment_total": 1, "user_digged": 1,
				"user": with(map[string]any{"uid": "31", "unique_id": "first.fan", "nickname": "Fan"})}),
			with(map[string]any{"cid": "9002", "aweme_id": id, "text": "Second comment", "create_time": 1767225602, "digg_count": 0, "label_list": []any{map[string]any{"type": 1, "text": "Creator"}},
				"user": with(map[string]any{"uid": "6811111111111111111", "unique_id": "parcel.pia"})}),
		}}))
	case content.PhotoSite:
		node := func(pk, text string, own bool) any {
			return map[string]any{"cursor": "QVFE", "node": with(map[string]any{"pk": pk, "text": text, "created_at": 1767225601, "comment_like_count": 3, "child_comment_count": 0,
				"is_created_by_media_owner": own, "has_liked_comment": true, "user": map[string]any{"pk": "31", "username": "first.fan"}})}
		}
		return encoded(with(map[string]any{"data": map[string]any{"xdt_api__v1__media__media_id__comments__connection": with(map[string]any{
			"edges": []any{node("9001", "First comment", false), node("9002", "Second comment", true)}, "page_info": map[string]any{"has_next_page": false}})}}))
	case content.AdLibrary:
	}
	return ""
}

func videoComments(video string) string {
	const first, second = "Ugz1firstComment0000AaABAg", "Ugz1firstComment0000AaABAg.9secondReply"
	threads, mutations := []any{}, []any{}
	for level, id := range []string{first, second} {
		threads = append(threads, map[string]any{"commentThreadRenderer": with(map[string]any{"commentViewModel": map[string]any{"commentViewModel": map[string]any{"commentKey": "key" + id, "commentId": id}}})})
		mutations = append(mutations,
			map[string]any{"payload": map[string]any{"commentEntityPayload": with(map[string]any{"key": "key" + id,
				"properties": map[string]any{"commentId": id, "content": map[string]any{"content": []string{"First comment", "Second comment"}[level]}, "publishedTime": "2 days ago", "replyLevel": level},
				"author":     with(map[string]any{"channelId": "UCfirstfan00000000000000", "displayName": "@first.fan", "isCurrentUser": true, "isCreator": level == 1}),
				"toolbar":    map[string]any{"likeCountNotliked": strconv.Itoa(3 * (1 - level)), "replyCount": ""}})}},
			map[string]any{"payload": map[string]any{"commentSurfaceEntityPayload": map[string]any{"publishedTimeCommand": map[string]any{"url": "/watch?v=" + video + "&lc=" + id}}}})
	}
	return encoded(with(map[string]any{
		"onResponseReceivedEndpoints": []any{map[string]any{"appendContinuationItemsAction": map[string]any{"continuationItems": threads}}},
		"frameworkUpdates":            map[string]any{"entityBatchUpdate": map[string]any{"mutations": mutations}},
	}))
}
