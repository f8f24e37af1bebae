package instagram

import (
	"context"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// commentsPage is how many comments are requested; the platform returns fewer.
const commentsPage = 24

// comments reads one page of a post's comments. The platform does not show replies to visitors.
func (s *site) comments(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	if r.Parent != "" {
		return nil, apierror.New(apierror.CodeUnsupportedObject, "reason", string(sources.ObjectNotSupported), "supported", []content.Kind{})
	}
	code := r.Link.LocalID
	t := thread{item: content.NaturalID(content.PhotoSite, code), pk: mediaPK(code)}
	page, err := s.thread(ctx, t, r.Token)
	if isNull(err) {
		return nil, s.judgeMissing(ctx, code, err, nil)
	}
	if err == nil && r.Token == "" && len(page.Rows) == 0 {
		err = s.confirmNoComments(ctx, code, page.Total)
	}
	if err != nil {
		return nil, err
	}
	page.Item = &sources.ItemRef{ID: t.item, URL: origin + "/p/" + code + "/"}
	return page, nil
}

// confirmNoComments returns route_degraded for an empty first page if the page or the post has a comment count above 0:
// the comments are withheld or hidden.
func (s *site) confirmNoComments(ctx context.Context, code string, total *int64) error {
	if scan.OrZero(total) == 0 {
		p, err := s.media(ctx, code)
		if err == nil && p.stats.Comments != nil && *p.stats.Comments == 0 {
			return nil
		}
	}
	return sources.Degraded("no rows of a post that has comments")
}

// thread identifies the comments of one post.
type thread struct{ item, pk string }

// thread reads one page. If a first page has no rows but a next page, the platform has not prepared it yet, and it is
// requested once more; it never means that there are no comments.
func (s *site) thread(ctx context.Context, t thread, cursor string) (*sources.Page[content.Comment], error) {
	for range 2 {
		page, more, err := s.fetchThread(ctx, t, cursor)
		if err != nil || !more || len(page.Rows) > 0 {
			return page, err
		}
	}
	return nil, apierror.New(apierror.CodeRouteDegraded)
}

func (s *site) fetchThread(ctx context.Context, t thread, cursor string) (page *sources.Page[content.Comment], more bool, err error) {
	variables := map[string]any{"media_id": t.pk, "first": commentsPage}
	if cursor != "" {
		variables["after"] = cursor // a string of JSON, sent back unchanged
	}
	v, err := s.ask(ctx, commentsQuery, variables)
	if err != nil {
		return nil, false, err
	}
	c := v.Get("comments_connection").Map()
	if !c["edges"].IsArray() {
		return nil, false, sources.Missing("comments_connection.edges")
	}
	page = &sources.Page[content.Comment]{Rows: t.rows(c["edges"]), Total: scan.Int(c["count"])}
	info := c["page_info"]
	more = info.Get("has_next_page").Bool()
	next := info.Get("end_cursor").String()
	if more && len(page.Rows) > 0 && (next == "" || next == cursor) {
		return nil, false, apierror.Wrap(errNoWayOn, apierror.CodeRouteDegraded)
	}
	if more {
		page.Next = next
	}
	return page, more, nil
}

func (t thread) rows(list gjson.Result) []content.Comment {
	out := []content.Comment{}
	for row := range scan.Elements(list) {
		if c, ok := t.comment(row.Get("node")); ok {
			out = append(out, c)
		}
	}
	return out
}

// comment reads a comment with the v1 names or the edge_… names.
func (t thread) comment(v gjson.Result) (content.Comment, bool) {
	m := v.Map()
	id := scan.ID(scan.First(m["pk"], m["id"]))
	if id == "" {
		return content.Comment{}, false
	}
	return content.Comment{
		ID: id, ItemID: t.item, Author: readAuthor(scan.First(m["user"], m["owner"])), Text: scan.Text(m["text"]),
		PublishedAt:  scan.Unix(scan.First(m["created_at_utc"], m["created_at"])),
		Likes:        scan.Int(scan.First(m["comment_like_count"], m["edge_liked_by"].Get("count"))),
		Replies:      scan.Int(scan.First(m["child_comment_count"], m["edge_threaded_comments"].Get("count"))),
		Pinned:       scan.Bool(m["is_pinned"]),
		ByItemAuthor: scan.Bool(m["is_created_by_media_owner"]),
	}, true
}
