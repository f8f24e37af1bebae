package tiktok

import (
	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// readCapture reads a post from its own page, or from the answer of the endpoint that the page calls for it.
func readCapture(link sources.Link, a *sources.Answer) (*sources.Media, error) {
	st, found := capturedState(a)
	if !found {
		return nil, sources.ErrNotCovered
	}
	if err := statusError(st.status, st.reason); err != nil {
		return nil, err
	}
	c, ok := readClip(scan.ReadString(st.item.Raw))
	if !ok || c.id != link.LocalID {
		return nil, sources.ErrNotCovered
	}
	if err := sources.PublicOnly(privacyOf(st.item)...); err != nil {
		return nil, err
	}
	return &sources.Media{Item: c.item(), Files: c.files(header(""))}, nil
}

func capturedState(a *sources.Answer) (state, bool) {
	if a.IsMarkup() {
		return itemState(a.Body)
	}
	v, whole := scan.Object(a.Body)
	if !whole {
		return state{}, false
	}
	st := status(v)
	st.item = v.Get("itemInfo.itemStruct")
	return st, st.item.Exists()
}

// capturedComments reads the answers of the endpoints of comments and replies. Each comment names its post.
func capturedComments(link sources.Link, a *sources.Answer) (rows []content.Comment) {
	v, whole := scan.Object(a.Body)
	if a.IsMarkup() || !whole {
		return nil
	}
	item := content.NaturalID(content.ClipSite, link.LocalID)
	for _, one := range v.Get("comments").Array() {
		if c, ok := readComment(scan.ReadString(one.Raw), item); ok && scan.ID(one.Get("aweme_id")) == link.LocalID {
			rows = append(rows, c)
		}
	}
	return rows
}

// privacyOf returns the flags of a post that only its author, friends or followers see.
func privacyOf(item gjson.Result) (flags []bool) {
	for _, path := range []string{"privateItem", "secret", "forFriend", "author.privateAccount", "author.secret", "authorPrivate"} {
		flags = append(flags, item.Get(path).Bool())
	}
	return flags
}

// isPrivatePage reports whether a page shows messages or stories.
func isPrivatePage(a sources.Address) bool {
	first := a.Segment(0)
	return first == "messages" || first == "inbox" || a.Segment(1) == "story"
}
