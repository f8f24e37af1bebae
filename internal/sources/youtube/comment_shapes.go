package youtube

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// commentEntities maps the keys in a page's elements to the comments, which are at the end of the page.
func commentEntities(doc string) map[string]gjson.Result {
	entities := map[string]gjson.Result{}
	for v := range scan.Members(doc, "commentEntityPayload") {
		entities[v.Get("key").String()] = v
	}
	return entities
}

// newComment reads a comment of the format used since 2024. The platform shortens likes above a thousand.
func newComment(v gjson.Result, pinned bool) *content.Comment {
	toolbar := v.Get("toolbar")
	author := v.Get("author")
	creator := author.Get("isCreator").Bool()
	replies := cmp.Or(toolbar.Get("replyCount").String(), "0") // zero replies are written as ""
	c := &content.Comment{
		Object: "comment", ID: v.Get("properties.commentId").String(),
		Author: commenter(author.Get("channelId").String(), author.Get("displayName").String()),
		Text:   scan.Text(v.Get("properties.content.content")), PublishedText: scan.Str(v.Get("properties.publishedTime")),
		Pinned: &pinned, ByItemAuthor: &creator,
	}
	c.Likes, c.LikesApproximate = likesOf(toolbar.Get("likeCountNotliked"))
	c.Replies, _ = scan.Count(replies)
	return c
}

// oldComment reads a comment of the format used before 2024.
func oldComment(v scan.Open) *content.Comment {
	m := v.Fields("authorText", "authorEndpoint", "contentText", "publishedTimeText", "commentId", "authorIsChannelOwner", "voteCount",
		"likeCount", "replyCount", "pinnedCommentBadge")
	pinned, creator := m["pinnedCommentBadge"].Exists(), m["authorIsChannelOwner"].Bool()
	body := text(m["contentText"])
	c := &content.Comment{
		Object: "comment", ID: m["commentId"].String(),
		Author: commenter(m["authorEndpoint"].Get("browseEndpoint.browseId").String(), text(m["authorText"])),
		Text:   &body, PublishedText: nonBlank(text(m["publishedTimeText"])), Pinned: &pinned, ByItemAuthor: &creator,
		Replies: cmp.Or(scan.Int(m["replyCount"]), new(int64)),
	}
	if votes := m["voteCount"]; votes.Exists() {
		c.Likes, c.LikesApproximate = scan.Count(text(votes))
	} else {
		c.Likes = scan.Int(m["likeCount"])
	}
	return c
}

// likesOf reads a like count; a blank means 0.
func likesOf(v gjson.Result) (n *int64, approximate bool) {
	if v.Type == gjson.String && strings.TrimSpace(v.Str) == "" {
		return new(int64), false
	}
	return scan.Count(v.String())
}

// commenter returns the author. The platform shows the handle today, and showed the name in the past.
func commenter(id, shown string) *content.AccountRef {
	if handle := handleIn(shown); handle != "" {
		return accountRef(id, handle, "")
	}
	return accountRef(id, "", shown)
}

// commentSection finds the comments below a video: the token of their first page, or the message shown instead.
func commentSection(doc string) (token, message string) {
	for section := range scan.Members(doc, "itemSectionRenderer") {
		switch section.Get("sectionIdentifier").String() {
		case "comment-item-section", "comments-entry-point":
		default:
			continue
		}
		for v := range scan.Elements(section.Get("contents")) {
			switch name, element := scan.OpenOf(v).SoleMember(); {
			case isContinuation(name):
				token = continuation(element)
			case name == "messageRenderer":
				message = plain(text(element.Get("text")))
			}
			if token != "" {
				return token, ""
			}
		}
	}
	return "", message
}

// isContinuation reports whether an element of this name leads to more elements; the second name is used since June 2026.
func isContinuation(name string) bool {
	return name == "continuationItemRenderer" || name == "continuationItemViewModel"
}

// continuation returns the token of a continuation element; "" if it has none.
func continuation(item interface {
	Get(path string) gjson.Result
}) string {
	for _, at := range []string{"continuationEndpoint", "button.buttonRenderer.command", "continuationCommand.innertubeCommand"} {
		if token := commandToken(item.Get(at)); token != "" {
			return token
		}
	}
	return ""
}

// commandToken returns the token of a command, or the first one if it executes several; "" if there is none.
func commandToken(command gjson.Result) string {
	return scan.First(command.Get("continuationCommand.token"), command.Get("commandExecutorCommand.commands.#.continuationCommand.token|0")).String()
}
