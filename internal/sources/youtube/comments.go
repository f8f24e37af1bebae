package youtube

import (
	"context"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// comments reads one page of a video's comments, or of the replies to one of them.
func (s *site) comments(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	id := r.Link.LocalID
	page := &sources.Page[content.Comment]{
		Rows: []content.Comment{},
		Item: &sources.ItemRef{ID: content.NaturalID(content.VideoSite, id), URL: watchURL(id)},
	}
	doc, err := s.commentPage(ctx, r)
	if err == nil && doc.raw != "" {
		err = readComments(page, doc, r.Parent)
	}
	if err != nil {
		return nil, err
	}
	return page, nil
}

// commentPage fetches the page that r asks for; the zero answer when the video has no comments to show.
func (s *site) commentPage(ctx context.Context, r sources.CommentsRequest) (doc answer, err error) {
	if r.Token != "" {
		return s.more(ctx, "next", r.Token)
	}
	around, err := s.watchNext(ctx, r.Link.LocalID)
	if err != nil {
		return answer{}, err
	}
	n := readNext(around)
	switch {
	case r.Parent != "" && n.owner != "":
		return s.more(ctx, "next", repliesToken(r.Link.LocalID, r.Parent, n.owner))
	case n.closed:
		return answer{}, nil
	case n.token == "":
		return answer{}, s.explainNoComments(ctx, r.Link.LocalID)
	case r.Sort != "latest":
		return s.more(ctx, "next", n.token)
	}
	if token := latestToken(around); token != "" {
		return s.more(ctx, "next", token)
	}
	top, err := s.more(ctx, "next", n.token)
	if err != nil {
		return answer{}, err
	}
	if token := latestToken(top); token != "" {
		return s.more(ctx, "next", token)
	}
	return top, nil
}

// commentTotal returns the exact number of a video's comments; nil where the platform shows none.
func (s *site) commentTotal(ctx context.Context, id string) (*int64, error) {
	doc, err := s.more(ctx, "next", commentsToken(id))
	if err != nil {
		return nil, err
	}
	n, approximate := scan.Count(text(scan.Renderer(doc.raw, "commentsHeaderRenderer").Get("countText")))
	if approximate {
		return nil, nil
	}
	return n, nil
}

// explainNoComments returns nil if the video merely shows no comments, as a running stream, and an error if it cannot be
// seen at all.
func (s *site) explainNoComments(ctx context.Context, id string) error {
	var v responses
	page, pageErr := s.player(ctx, id)
	if err := finalError(pageErr); err != nil {
		return err
	}
	v.page = page
	if err := s.recheckWithApps(ctx, id, &v, pageErr); err != nil || v.restriction == nil {
		return err
	}
	return apierror.New(apierror.CodeUnavailableRestricted)
}

// latestToken is behind the second entry of the menu Top, Newest.
func latestToken(doc answer) string {
	return scan.Renderer(doc.raw, "sortFilterSubMenuRenderer").Get("subMenuItems.1.serviceEndpoint.continuationCommand.token").String()
}

// readComments adds a page's rows, the number of all comments if the page shows it, and the token of the next page.
func readComments(page *sources.Page[content.Comment], doc answer, parent string) error {
	entities := commentEntities(doc.top["frameworkUpdates"].Raw)
	ok := eachContinuation(doc, func(list scan.Open) string {
		return list.Each(func(v gjson.Result) bool {
			switch name, r := scan.OpenOf(v).SoleMember(); name {
			case "commentsHeaderRenderer":
				page.Total, page.TotalApproximate = scan.Count(text(r.Get("countText")))
			case "continuationItemRenderer":
				page.Next = continuation(r)
			default:
				addComment(page, readComment(name, r, entities), parent)
			}
			return true
		})
	})
	if !ok {
		return missing("continuationItems")
	}
	return nil
}

// addComment adds a row. The platform does not count replies to a reply.
func addComment(page *sources.Page[content.Comment], c *content.Comment, parent string) {
	if c == nil {
		return
	}
	c.ItemID, c.ParentID = page.Item.ID, nonBlank(parent)
	if parent != "" {
		c.Replies = nil
	}
	page.Rows = append(page.Rows, *c)
}

// readComment reads an element of either generation; nil for one that is no comment.
func readComment(name string, v scan.Open, entities map[string]gjson.Result) *content.Comment {
	switch name {
	case "commentRenderer":
		return oldComment(v)
	case "commentThreadRenderer":
		m := v.Fields("comment", "commentViewModel")
		if old := scan.OpenOf(m["comment"]).Member("commentRenderer"); old.Exists() {
			return oldComment(old)
		}
		v = scan.OpenOf(m["commentViewModel"])
	case "commentViewModel":
	default:
		return nil
	}
	if inner := v.Member("commentViewModel"); inner.Exists() {
		v = inner
	}
	entity, ok := entities[v.Get("commentKey").String()]
	if !ok {
		return nil
	}
	return newComment(entity, strings.TrimSpace(v.Get("pinnedText").String()) != "")
}
