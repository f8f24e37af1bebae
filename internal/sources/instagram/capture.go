package instagram

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// postKeys are the members that hold a post in pages and in the answers of the endpoints that they call, of visitors and of
// people who are signed in.
var postKeys = []string{"xig_polaris_media", "xdt_api__v1__media__shortcode__web_info", "xdt_shortcode_media", "shortcode_media"}

// readCapture reads a post from its own page, or from an answer of the endpoints that the page calls for it.
func readCapture(link sources.Link, a *sources.Answer) (*sources.Media, error) {
	code := link.LocalID
	if len(code) > privateShare {
		return nil, apierror.New(apierror.CodeUnavailablePrivate)
	}
	for _, v := range capturedPosts(a) {
		p, err := checkPost(v, code)
		if apierror.Is(err, apierror.CodeUnavailableRestricted) {
			return nil, err
		}
		if err != nil {
			continue
		}
		if err := sources.PublicOnly(privacyOf(scan.First(v.Get("if_not_gated_logged_out"), v))...); err != nil {
			return nil, err
		}
		return &sources.Media{Item: p.item(), Files: p.files.list()}, nil
	}
	return nil, sources.ErrNotCovered
}

// capturedPosts returns what an answer has in the places of a post.
func capturedPosts(a *sources.Answer) (list []gjson.Result) {
	find := scan.Member
	if a.IsMarkup() {
		find = scan.Block
	}
	for _, key := range postKeys {
		if v := find(a.Body, key); v.IsObject() {
			list = append(list, scan.First(v.Get("items.0"), v))
		}
	}
	if v, whole := scan.Object(a.Body); whole && v.Get("items.0.code").Exists() { // the app's endpoint of one post
		list = append(list, v.Get("items.0"))
	}
	return list
}

// commentLists are the members that hold comments, of visitors and of people who are signed in.
var commentLists = []string{"comments_connection", "xdt_api__v1__media__media_id__comments__connection", "edge_media_to_parent_comment", "edge_media_to_comment"}

// capturedComments reads the first list of comments in an answer. Lists do not name their post, so an answer that names another
// post beside the list has none.
func capturedComments(link sources.Link, a *sources.Answer) []content.Comment {
	find := scan.Member
	if a.IsMarkup() {
		find = scan.Block
	}
	if isOfAnother(link.LocalID, a) {
		return nil
	}
	t := thread{item: content.NaturalID(content.PhotoSite, link.LocalID)}
	for _, key := range commentLists {
		if rows := t.rows(find(a.Body, key).Get("edges")); len(rows) > 0 {
			return rows
		}
	}
	return nil
}

// isOfAnother reports whether an answer has posts and none of them is the post with this code.
func isOfAnother(code string, a *sources.Answer) bool {
	another := false
	for _, v := range capturedPosts(a) {
		switch named := scan.First(v.Get("code"), v.Get("shortcode"), v.Get("if_not_gated_logged_out.code")).String(); named {
		case "":
		case code:
			return false
		default:
			another = true
		}
	}
	return another
}

// privacyOf returns the flags of a post that only followers, close friends or subscribers of its author see, and of stories
// and messages.
func privacyOf(post gjson.Result) []bool {
	audience, product := post.Get("audience").String(), post.Get("product_type").String()
	flags := []bool{audience != "" && audience != "default", product == "story", product == "direct", post.Get("is_exclusive_content").Bool(),
		post.Get("subscription_media_visibility").String() == "for_subscribers"}
	for _, author := range []string{"user", "owner"} {
		flags = append(flags, post.Get(author+".is_private").Bool())
	}
	return flags
}

// isPrivatePage reports whether a page shows stories, messages or what the viewer saved.
func isPrivatePage(a sources.Address) bool {
	switch a.Segment(0) {
	case "stories", "s", "direct", "inbox", "your_activity":
		return true
	}
	return a.Segment(1) == "saved"
}
