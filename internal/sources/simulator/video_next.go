package simulator

import (
	"fmt"
	"html"
	"net/http"
)

// next sends the page around a video, or one page of its comments.
func (s *videoSite) next(w http.ResponseWriter, c videoCall) {
	if c.Continuation != "" {
		s.commentPage(w, c.Continuation)
		return
	}
	if s.pageInstead(w, c.VideoID) {
		return
	}
	sendJSON(w, http.StatusOK, s.nextOf(c.VideoID))
}

// nextOf returns what is shown around a video.
func (s *videoSite) nextOf(id string) object {
	answer := object{"responseContext": object{}, "currentVideoEndpoint": object{"watchEndpoint": object{"videoId": id}}}
	contents := []object{}
	f := s.film(id)
	if f != nil {
		contents = []object{{"videoPrimaryInfoRenderer": f.primary()}, {"videoSecondaryInfoRenderer": f.secondary()}, f.commentSection()}
		answer["engagementPanels"] = f.panels()
	}
	related := []object{}
	for _, other := range s.channels[2].tabs[tabVideos] {
		related = append(related, object{"lockupViewModel": other.lockup()})
	}
	answer["contents"] = object{"twoColumnWatchNextResults": object{
		"results":          object{"results": object{"contents": contents}},
		"secondaryResults": object{"secondaryResults": object{"results": related}},
	}}
	return answer
}

// watchPage sends the page of a video as browsers get it, with both answers in it.
func (s *videoSite) watchPage(w http.ResponseWriter, id string) {
	if s.pageInstead(w, id) {
		return
	}
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html lang="en"><head><title>YouTube</title></head><body>`+s.heading(id)+
		`<script>var ytInitialPlayerResponse = `+script(s.playerOf(id, videoWeb))+`;var meta = document.createElement("meta");</script>`+
		`<script>var ytInitialData = `+script(s.nextOf(id))+`;</script></body></html>`)
}

// heading returns the title of a video as people see it.
func (s *videoSite) heading(id string) string {
	if f := s.film(id); f != nil && s.refused[id] == "" {
		return "<h1>" + html.EscapeString(f.title) + "</h1><p>" + html.EscapeString(f.by.name) + "</p>"
	}
	return ""
}

func (f *film) primary() object {
	views := object{"viewCount": object{"simpleText": groupDigits(f.views) + " views"}, "shortViewCount": object{"simpleText": shorten(f.views) + " views"}}
	if f.live == "now" {
		views = object{"viewCount": label("1,226 watching now"), "isLive": true}
	}
	words, title := "Like", "Like"
	if f.likes >= 0 {
		words, title = "like this video along with "+groupDigits(f.likes)+" other people", shorten(f.likes)
	}
	button := object{"buttonViewModel": object{"iconName": "LIKE", "title": title, "accessibilityText": words}}
	return object{
		"title": label(f.title), "viewCount": object{"videoViewCountRenderer": views},
		"videoActions": object{"menuRenderer": object{"topLevelButtons": []object{{"segmentedLikeDislikeButtonViewModel": object{
			"likeButtonViewModel": object{"likeButtonViewModel": object{"toggleButtonViewModel": object{"toggleButtonViewModel": object{
				"defaultButtonViewModel": button, "toggledButtonViewModel": button}}}}}}}}},
		"relativeDateText": object{"simpleText": f.age()},
	}
}

func (f *film) secondary() object {
	return object{
		"owner": object{"videoOwnerRenderer": object{
			"title": label(f.by.name), "navigationEndpoint": object{"browseEndpoint": object{"browseId": f.by.id, "canonicalBaseUrl": "/@" + f.by.handle}},
			"subscriberCountText": object{"simpleText": shorten(f.by.followers) + " subscribers"}, "badges": f.by.badges()}},
		"attributedDescription": object{"content": f.text},
	}
}

func (c *channel) badges() []object {
	if !c.verified {
		return []object{}
	}
	return []object{{"metadataBadgeRenderer": object{"icon": object{"iconType": "CHECK_CIRCLE_THICK"}, "style": "BADGE_STYLE_TYPE_VERIFIED", "tooltip": "Verified"}}}
}

// commentSection returns the element that loads comments, or the message that there are none.
func (f *film) commentSection() object {
	inside := continuationItem(token("comments", f.id, "top", 0))
	switch {
	case f.live != "":
		return object{"itemSectionRenderer": object{"contents": []object{}, "sectionIdentifier": "live-chat"}}
	case f.noComments:
		inside = object{"messageRenderer": object{"text": label("Comments are turned off. Learn more")}}
	}
	return object{"itemSectionRenderer": object{"contents": []object{inside}, "sectionIdentifier": "comment-item-section", "targetId": "comments-section"}}
}

// panels returns the panels beside a video; the comments panel has their number, shortened.
func (f *film) panels() []object {
	list := []object{{"engagementPanelSectionListRenderer": object{"panelIdentifier": "engagement-panel-structured-description",
		"header": object{"engagementPanelTitleHeaderRenderer": object{"title": object{"simpleText": "Description"}}}, "content": object{"about": f.text}}}}
	if f.noComments || f.live != "" {
		return list
	}
	return append([]object{{"engagementPanelSectionListRenderer": object{"panelIdentifier": "engagement-panel-comments-section",
		"header": object{"engagementPanelTitleHeaderRenderer": object{"title": label("Comments"), "contextualInfo": label(shorten(f.commentCount())), "menu": f.sortMenu("top")}}}}}, list...)
}

func (f *film) commentCount() (n int64) {
	for _, c := range f.comments {
		n += int64(1 + len(c.replies))
	}
	return n
}

// sortMenu returns the menu of both orders of comments.
func (f *film) sortMenu(selected string) object {
	items := []object{}
	for _, order := range []struct{ title, word string }{{"Top", "top"}, {"Newest", "latest"}} {
		items = append(items, object{"title": order.title, "selected": order.word == selected,
			"serviceEndpoint": object{"continuationCommand": object{"token": token("comments", f.id, order.word, 0), "request": "CONTINUATION_REQUEST_TYPE_WATCH_NEXT"}}})
	}
	return object{"sortFilterSubMenuRenderer": object{"subMenuItems": items, "title": fmt.Sprintf("Sort by (%s)", selected)}}
}
