package photosite

import (
	"context"
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources"
	"socialdata/internal/sources/wire"
	"socialdata/models/content"
	"socialdata/models/fault"
)

// A cursor of comments belongs to the way that gave it; its first letters say which.
const (
	byEndpoint = "v1:"
	byQuery    = "gql:"
)

// comments reads one page of a post's comments, or of the replies to one. Comments come from the v1 endpoint, or from
// the page's query where that refuses visitors.
func (s site) comments(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	code := r.Link.LocalID
	t := thread{item: content.NaturalID(content.PhotoSite, code), pk: mediaPK(code), parent: r.Parent}
	page, err := s.thread(ctx, t, r.Token)
	if err != nil {
		return nil, err
	}
	page.Item = &sources.ItemRef{ID: t.item, URL: origin + "/p/" + code + "/"}
	return page, nil
}

// thread names the comments of a post, or the replies to one of them.
type thread struct{ item, pk, parent string }

func (s site) thread(ctx context.Context, t thread, token string) (*sources.Page[content.Comment], error) {
	if cursor, ok := strings.CutPrefix(token, byQuery); ok {
		return s.queryComments(ctx, t, cursor)
	}
	page, err := s.endpointComments(ctx, t, strings.TrimPrefix(token, byEndpoint))
	if token == "" && t.parent == "" && fault.Is(err, fault.RouteDegraded) {
		if page, err := s.queryComments(ctx, t, ""); err == nil {
			return page, nil
		}
	}
	return page, err
}

func (s site) endpointComments(ctx context.Context, t thread, cursor string) (*sources.Page[content.Comment], error) {
	path, list, param := "media/"+t.pk+"/comments/", "comments", "min_id"
	q := url.Values{"can_support_threading": {"true"}, "permalink_enabled": {"false"}}
	if t.parent != "" {
		path, list, param = path+url.PathEscape(t.parent)+"/child_comments/", "child_comments", "max_id"
	}
	if cursor != "" {
		q.Set(param, cursor)
	}
	v, err := s.get(ctx, path+"?"+q.Encode(), "item")
	if err != nil {
		return nil, err
	}
	m := v.Map()
	if !m[list].IsArray() {
		return nil, fault.New(fault.SourceChanged, "missing", []string{list})
	}
	page := &sources.Page[content.Comment]{Rows: t.rows(m[list]), Total: wire.Int(wire.First(m["comment_count"], m["child_comment_count"]))}
	more := wire.First(m["has_more_headload_comments"], m["has_more_comments"])
	next := wire.ID(wire.First(m["next_min_id"], m["next_max_id"]))
	if t.parent != "" {
		more, next = m["has_more_tail_child_comments"], wire.ID(m["next_max_child_cursor"])
	}
	if more.Bool() && next != "" && next != cursor {
		page.Next = byEndpoint + next
	}
	return page, nil
}

func (s site) queryComments(ctx context.Context, t thread, cursor string) (*sources.Page[content.Comment], error) {
	variables := `{"media_id":"` + t.pk + `","sort_order":"popular","first":10`
	if cursor != "" {
		variables += `,"after":` + string(gjson.AppendJSONString(nil, cursor))
	}
	v, err := s.graphQL(ctx, query{commentsQuery, commentsDoc}, variables+"}", "", "item")
	if err != nil {
		return nil, err
	}
	c := connection(v.Get("data"))
	if !c["edges"].IsArray() {
		return nil, fault.New(fault.SourceChanged, "missing", []string{"comments.edges"})
	}
	page := &sources.Page[content.Comment]{Rows: t.rows(c["edges"]), Total: wire.Int(c["count"])}
	info := c["page_info"]
	if next := info.Get("end_cursor").String(); info.Get("has_next_page").Bool() && next != "" && next != cursor {
		page.Next = byQuery + next
	}
	return page, nil
}

// connection finds the comments in an answer of today's query or of an older one.
func connection(data gjson.Result) map[string]gjson.Result {
	m := data.Map()
	media := wire.First(m["shortcode_media"], m["xdt_shortcode_media"]).Map()
	return wire.First(m["xdt_api__v1__media__media_id__comments__connection"], media["edge_media_to_parent_comment"], media["edge_media_to_comment"]).Map()
}

func (t thread) rows(list gjson.Result) []content.Comment {
	out := []content.Comment{}
	list.ForEach(func(_, row gjson.Result) bool {
		if c, ok := t.comment(wire.First(row.Get("node"), row)); ok {
			out = append(out, c)
		}
		return true
	})
	return out
}

// comment reads a comment of the v1 names or of the edge_… names.
func (t thread) comment(v gjson.Result) (content.Comment, bool) {
	m := v.Map()
	id := wire.ID(wire.First(m["pk"], m["id"]))
	if id == "" {
		return content.Comment{}, false
	}
	c := content.Comment{
		ID: id, ItemID: t.item, Author: readAuthor(wire.First(m["user"], m["owner"])), Text: wire.Text(m["text"]),
		PublishedAt:  wire.Unix(wire.First(m["created_at_utc"], m["created_at"])),
		Likes:        wire.Int(wire.First(m["comment_like_count"], m["edge_liked_by"].Get("count"))),
		Replies:      wire.Int(wire.First(m["child_comment_count"], m["edge_threaded_comments"].Get("count"))),
		Pinned:       wire.Bool(m["is_pinned"]),
		ByItemAuthor: wire.Bool(m["is_created_by_media_owner"]),
	}
	if t.parent != "" {
		c.ParentID = &t.parent
	}
	return c, true
}
