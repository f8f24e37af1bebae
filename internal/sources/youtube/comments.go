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

// comments reads one page of a video's comments, or of the replies to one of them. Replies may continue in several
// places: the page's token then lists the token of each, separated by blanks.
func (s *site) comments(ctx context.Context, r sources.CommentsRequest) (*sources.Page[content.Comment], error) {
	id := r.Link.LocalID
	page := &sources.Page[content.Comment]{
		Rows: []content.Comment{},
		Item: &sources.ItemRef{ID: content.NaturalID(content.VideoSite, id), URL: watchURL(id)},
	}
	token, rest, _ := strings.Cut(r.Token, " ")
	r.Token = token
	doc, err := s.commentPage(ctx, r)
	if err == nil && doc.raw != "" {
		err = readComments(page, doc, r.Parent)
	}
	if err != nil {
		return nil, err
	}
	page.Next = strings.TrimSpace(page.Next + " " + rest)
	return page, nil
}

// commentPage fetches the page that r requests; the zero answer if the video has no comments to show.
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
	case n.hidden:
		return answer{}, apierror.Wrap(errRestrictedMode, apierror.CodeRouteDegraded)
	case r.Parent != "":
		return answer{}, s.explainNoReplies(ctx, r.Link.LocalID)
	case n.token == "":
		return s.askForComments(ctx, r.Link.LocalID)
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

// askForComments requests the first page of comments although the page around the video has none, because the platform
// may have left them out. It returns the zero answer if the video shows no comments.
func (s *site) askForComments(ctx context.Context, id string) (answer, error) {
	doc, err := s.more(ctx, "next", commentsToken(id))
	if err == nil && scan.FindOpen(doc.continued().Raw, "commentThreadRenderer").Exists() {
		return doc, nil
	}
	return answer{}, s.explainNoComments(ctx, id)
}

// commentTotal returns the exact number of a video's comments; nil if the platform does not show it.
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

// explainNoComments returns nil if the video is visible but shows no comments, such as a running stream, and an error if
// the video is not visible.
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

// explainNoReplies returns the error for a page that does not name the video's owner, without whom replies have no token. The
// video's comments are no substitute for them.
func (s *site) explainNoReplies(ctx context.Context, id string) error {
	if err := s.explainNoComments(ctx, id); err != nil {
		return err
	}
	return sources.Missing("videoOwnerRenderer")
}

// latestToken returns the token of the second entry of the menu Top, Newest.
func latestToken(doc answer) string {
	return commandToken(scan.Renderer(doc.raw, "sortFilterSubMenuRenderer").Get("subMenuItems.1.serviceEndpoint"))
}

// readComments adds a page's rows, the total number of comments if shown, and the tokens of what follows.
func readComments(page *sources.Page[content.Comment], doc answer, parent string) error {
	l := commentList{page: page, entities: commentEntities(doc.top["frameworkUpdates"].Raw), parent: parent, other: unread{}}
	ok := eachContinuation(doc, func(list scan.Open) string {
		return list.Each(func(v gjson.Result) bool { l.read(v, 0); return true })
	})
	page.Next = strings.Join(l.more, " ")
	switch {
	case !ok:
		return sources.Missing("continuationItems")
	case len(l.more) > maxThreads:
		return sources.Missing("a page of fewer threads")
	case len(page.Rows) == 0 && l.lost > 0:
		return apierror.Wrap(errUnread, apierror.CodeSourceChanged, "missing", []string{"frameworkUpdates.commentEntityPayload"})
	}
	return check(page, l.other)
}

// Limits for nested replies on one page: how deep they are read, and how many may continue elsewhere.
const (
	maxDepth   = 4
	maxThreads = 100
)

// commentList reads the elements of a page of comments.
type commentList struct {
	page     *sources.Page[content.Comment]
	entities map[string]gjson.Result
	parent   string
	more     []string // tokens of continuations
	lost     int      // comments whose contents are missing from the page
	other    unread
}

// read adds an element. For replies it also adds the nested replies, which are threads of their own since December 2025.
func (l *commentList) read(element gjson.Result, depth int) {
	switch name, r := scan.OpenOf(element).SoleMember(); {
	case name == "commentsHeaderRenderer":
		l.page.Total, l.page.TotalApproximate = scan.Count(text(r.Get("countText")))
	case isContinuation(name):
		if token := continuation(r); token != "" {
			l.more = append(l.more, token)
		}
	default:
		c, known := readComment(name, r, l.entities)
		switch {
		case known && c == nil:
			l.lost++
		case !known && !isAside(name):
			l.other.note(name)
		}
		addComment(l.page, c, l.parent)
		if l.parent != "" && depth < maxDepth {
			l.readBelow(r, depth+1)
		}
	}
}

func (l *commentList) readBelow(thread scan.Open, depth int) {
	for _, key := range []string{"subThreads", "contents"} {
		for v := range scan.Elements(thread.Get("replies.commentRepliesRenderer." + key)) {
			l.read(v, depth)
		}
	}
}

// addComment adds a row. The platform does not count the replies to a reply.
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

// readComment reads an element of either format. known is false if it is not a comment; c is nil for a comment whose
// contents are missing from the page.
func readComment(name string, v scan.Open, entities map[string]gjson.Result) (c *content.Comment, known bool) {
	switch name {
	case "commentRenderer":
		return oldComment(v), true
	case "commentThreadRenderer":
		m := v.Fields("comment", "commentViewModel")
		if old := scan.OpenOf(m["comment"]).Member("commentRenderer"); old.Exists() {
			return oldComment(old), true
		}
		v = scan.OpenOf(m["commentViewModel"])
	case "commentViewModel":
	default:
		return nil, false
	}
	if inner := v.Member("commentViewModel"); inner.Exists() {
		v = inner
	}
	entity, ok := entities[v.Get("commentKey").String()]
	if !ok {
		return nil, true
	}
	return newComment(entity, strings.TrimSpace(v.Get("pinnedText").String()) != ""), true
}
