package youtube

import (
	"context"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/sources/scan"
)

// next holds what the page shows around a video. Any part of it can be missing.
type next struct {
	likes    *int64 // exact
	comments *int64 // exact; nil if the page rounds
	owner    string // channel id
	handle   string // of the owner
	token    string // of the first page of comments
	closed   bool   // comments are turned off
	hidden   bool   // the network's restricted mode hides comments, which says nothing about the video
}

// next fetches the page around the video. If it fails, some counts stay unknown.
func (s *site) next(ctx context.Context, id string) (next, error) {
	doc, err := s.watchNext(ctx, id)
	if err != nil {
		return next{}, err
	}
	return readNext(doc), nil
}

func (s *site) watchNext(ctx context.Context, id string) (answer, error) {
	return s.call(ctx, s.web(), "next", "", map[string]any{"videoId": id, "contentCheckOk": true, "racyCheckOk": true})
}

// readNext finds the relevant renderers anywhere in the page.
func readNext(doc answer) next {
	var n next
	contents := doc.top["contents"].Raw
	n.likes = likes(scan.Renderer(contents, "videoPrimaryInfoRenderer"))
	owner := scan.Renderer(scan.Renderer(contents, "videoOwnerRenderer").Raw, "browseEndpoint") // the first of several collaborators
	n.owner, n.handle = owner.Get("browseId").String(), handleIn(owner.Get("canonicalBaseUrl").String())
	token, message := commentSection(contents)
	n.token, n.closed, n.hidden = token, strings.Contains(message, "turned off"), strings.Contains(message, "restricted mode")
	if !n.closed {
		n.comments = commentCount(doc.top["engagementPanels"].Raw)
	}
	return n
}

// likes reads the text for screen readers, "like this video along with 5,471,574 other people", the only one that is
// exact; the visible label is shortened, and is just "Like" if likes are hidden.
func likes(primary gjson.Result) *int64 {
	for _, button := range []string{"likeButtonViewModel", "likeButtonRenderer", "toggleButtonRenderer"} {
		b := scan.Renderer(primary.Raw, button)
		if !b.Exists() {
			continue
		}
		for _, key := range []string{`"accessibilityText"`, `"label"`} {
			if n := likesIn(b.Raw, key); n != nil {
				return n
			}
		}
	}
	return nil
}

// likesIn reads the first label of a button that counts people.
func likesIn(button, key string) *int64 {
	_, rest, found := strings.Cut(button, key)
	if !found {
		return nil
	}
	label := gjson.Parse(strings.TrimLeft(rest, ": \n")).String()
	for _, before := range []string{"along with ", ""} {
		_, number, ok := strings.Cut(label, before)
		if !ok {
			continue
		}
		if n, approximate := scan.Count(number); n != nil && !approximate {
			return n
		}
	}
	return nil
}

// commentCount returns the number on the comments panel; nil if it is shortened.
func commentCount(panels string) *int64 {
	for panel := range scan.Members(panels, "engagementPanelTitleHeaderRenderer") {
		if text(panel.Get("title")) != "Comments" {
			continue
		}
		if n, approximate := scan.Count(text(panel.Get("contextualInfo"))); !approximate {
			return n
		}
	}
	return nil
}
