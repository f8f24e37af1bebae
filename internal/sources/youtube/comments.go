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

// comments reads one page of a video's comments, or of the replies to one of them. Replies may go on in several places: the
// token of a page is then that of each, with blanks between.
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
	case n.hidden:
		return answer{}, apierror.Wrap(errRestrictedMode, apierror.CodeRouteDegraded)
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

// askForComments asks for the first page of comments though the page around the video names none: the section may have been
// left out. The zero answer means that the video shows no comments.
func (s *site) askForComments(ctx context.Context, id string) (answer, error) {
	doc, err := s.more(ctx, "next", commentsToken(id))
	if err == nil && scan.FindOpen(doc.continued().Raw, "commentThreadRenderer").Exists() {
		return doc, nil
	}
	return answer{}, s.explainNoComments(ctx, id)
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
	return commandToken(scan.Renderer(doc.raw, "sortFilterSubMenuRenderer").Get("subMenuItems.1.serviceEndpoint"))
}

// readComments adds a page's rows, the number of all comments if the page shows it, and the tokens of what follows.
func readComments(page *sources.Page[content.Comment], doc answer, parent string) error {
	l := commentList{page: page, entities: commentEntities(doc.top["frameworkUpdates"].Raw), parent: parent, other: unread{}}
	ok := eachContinuation(doc, func(list scan.Open) string {
		return list.Each(func(v gjson.Result) bool { l.read(v, 0); return true })
	})
	page.Next = strings.Join(l.more, " ")
	switch {
	case !ok:
		return missing("continuationItems")
	case len(l.more) > maxThreads:
		return missing("a page of fewer threads")
	case len(page.Rows) == 0 && l.lost > 0:
		return apierror.Wrap(errUnread, apierror.CodeSourceChanged, "missing", []string{"frameworkUpdates.commentEntityPayload"})
	}
	return l.other.check(len(page.Rows))
}

// Bounds of the replies to replies that one page shows: how deep they are read, and how many of them go on elsewhere.
const (
	maxDepth   = 4
	maxThreads = 100
)

// commentList reads the elements of a page of comments.
type commentList struct {
	page     *sources.Page[content.Comment]
	entities map[string]gjson.Result
	parent   string
	more     []string // tokens of what follows
	lost     int      // comments whose contents the page does not carry
	other    unread
}

// read adds an element. Among replies it adds what stands below a reply, too: since December 2025 as threads of its own.
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
		forEach(thread.Get("replies.commentRepliesRenderer."+key), func(v gjson.Result) bool { l.read(v, depth); return true })
	}
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

// readComment reads an element of either generation. known is false for one that is no comment; a comment whose contents the
// page does not carry is nil.
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
