package tiktok

import (
	"cmp"
	"context"
	"slices"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// comments reads one page of an item's comments, or of the replies to one. If an item has comments but its first page is
// empty, the page is requested once more.
func (s site) comments(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	page, err := s.commentPage(ctx, r)
	if err != nil || r.Token != "" || len(page.Rows) > 0 {
		return page, err
	}
	refusal := s.confirmNoComments(ctx, r, page.Total)
	if refusal == nil {
		return page, nil
	}
	if page, err = s.commentPage(ctx, r); err == nil && len(page.Rows) > 0 {
		return page, nil
	}
	return nil, refusal
}

// commentPage requests a page as the item's own page does. The platform's total includes replies.
func (s site) commentPage(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	id, cursor := r.Link.LocalID, cmp.Or(r.Token, firstCursor)
	address := s.endpoint("comment/list", "aweme_id", id, "count", "20", "cursor", cursor)
	if r.Parent != "" {
		address = s.endpoint("comment/list/reply", "item_id", id, "comment_id", r.Parent, "count", "20", "cursor", cursor)
	}
	natural := content.NaturalID(content.ClipSite, id)
	page := &sources.Page[content.Comment]{
		Rows: []content.Comment{}, Item: &sources.ItemRef{ID: natural, URL: itemURL(r.Link.Handle, "video", id)},
	}
	m, err := s.call(ctx, address, map[string]string{"Referer": page.Item.URL}, "comments", func(r *scan.Reader) bool {
		c, ok := readComment(r, natural)
		if ok {
			page.Rows = append(page.Rows, c)
		}
		return ok
	})
	if isGone(err) {
		err = s.explainGone(ctx, page.Item.URL, state{})
	}
	if err != nil {
		return nil, err
	}
	page.Next, page.Total = m.next(cursor), scan.Int(m["total"])
	return page, nil
}

// confirmNoComments returns route_degraded for an empty first page if its total, or the item's page, counts comments:
// the platform gives that answer to visitors that it distrusts.
func (s site) confirmNoComments(ctx context.Context, r sources.CommentsRequest, total *int64) error {
	counted := scan.OrZero(total) > 0
	if !counted && r.Parent == "" {
		c, _, err := s.fetchItem(ctx, r.Link)
		counted = err != nil || c.stats.Comments == nil || *c.stats.Comments > 0
	}
	if !counted {
		return nil
	}
	return sources.Degraded("no rows of an item that has comments")
}

func readComment(r *scan.Reader, item string) (content.Comment, bool) {
	m := r.Fields("cid", "user", "text", "create_time", "digg_count", "reply_comment_total", "author_pin", "label_list", "reply_id")
	id := scan.ID(m["cid"])
	if id == "" {
		return content.Comment{}, false
	}
	c := content.Comment{
		ID: id, ItemID: item, Author: appAuthor(m["user"]), Text: scan.Text(m["text"]), PublishedAt: scan.Unix(m["create_time"]),
		Likes: scan.Int(m["digg_count"]), Replies: scan.Int(m["reply_comment_total"]), Pinned: scan.Bool(m["author_pin"]),
		ByItemAuthor: byAuthor(m["label_list"]),
	}
	if parent := scan.ID(m["reply_id"]); parent != "" && parent != "0" {
		c.ParentID = &parent
	}
	return c, true
}

// creatorLabel is the type of the badge on a comment by the item's author.
const creatorLabel = 1

// byAuthor reads the badges of a comment. If there are badges and none marks the author, it returns false.
func byAuthor(labels gjson.Result) *bool {
	if !labels.Exists() {
		return nil
	}
	return new(slices.ContainsFunc(labels.Array(), func(l gjson.Result) bool { return l.Get("type").Int() == creatorLabel }))
}
