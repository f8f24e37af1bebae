package youtube

import (
	"net/url"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// aboutToken returns the token of the panel that "more" in a channel's header opens. The page has tokens of other panels as well.
func aboutToken(doc answer) string {
	for panel := range scan.Members(doc.top["header"].Raw, "showEngagementPanelEndpoint") {
		if t := scan.Renderer(panel.Raw, "continuationCommand").Get("token").String(); t != "" {
			return t
		}
	}
	return ""
}

// addAbout adds the values that only the panel has, and the exact number of videos.
func addAbout(a *content.Account, doc answer) {
	v := scan.Renderer(doc.raw, "aboutChannelViewModel")
	if !v.Exists() {
		return
	}
	a.Country = scan.Str(v.Get("country"))
	a.JoinedAt = scan.Day(strings.TrimSpace(strings.TrimPrefix(text(v.Get("joinedDateText")), "Joined")))
	a.Stats.Views, _ = scan.Count(text(v.Get("viewCountText")))
	if n, _ := scan.Count(text(v.Get("videoCountText"))); n != nil {
		a.Stats.Items = n
	}
	if a.Stats.Followers == nil {
		a.Stats.Followers, a.VideoSite.FollowersApproximate = scan.Count(text(v.Get("subscriberCountText")))
	}
	if a.Description == nil { // the panel leaves out empty fields
		a.Description = new(v.Get("description").String())
	}
	for l := range scan.Elements(v.Get("links")) {
		link := l.Get("channelExternalLinkViewModel")
		if address := externalURL(link.Get("link")); address != "" {
			a.Links = append(a.Links, content.Link{Title: nonBlank(text(link.Get("title"))), URL: address})
		}
	}
}

// externalURL returns the target of a link: the platform wraps it in a redirect of its own and shows it without a scheme.
func externalURL(link gjson.Result) string {
	wrapped := link.Get("commandRuns.0.onTap.innertubeCommand.urlEndpoint.url").String()
	if u, err := url.Parse(wrapped); err == nil && wrapped != "" {
		if target := u.Query().Get("q"); target != "" {
			return target
		}
		if !strings.HasSuffix(u.Host, "youtube.com") {
			return wrapped
		}
	}
	if shown := text(link); shown != "" {
		return "https://" + shown
	}
	return ""
}
