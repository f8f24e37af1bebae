package simulator

import (
	"fmt"
	"strings"
)

// page returns a channel's answer with one tab open.
func (c *channel) page(open int) object {
	answer := object{"responseContext": object{}, "header": object{"pageHeaderRenderer": c.header()}, "metadata": object{"channelMetadataRenderer": object{
		"title": c.name, "description": c.about, "externalId": c.id, "ownerUrls": []string{"http://www.youtube.com/@" + c.handle},
		"avatar":     object{"thumbnails": c.faces(900)},
		"channelUrl": "https://www.youtube.com/channel/" + c.id, "isFamilySafe": true, "vanityChannelUrl": "http://www.youtube.com/@" + c.handle,
	}}}
	tabs := []object{c.tabOf("Home", "featured", len(c.tabs[open]) == 0, object{"sectionListRenderer": object{"contents": []object{}}})}
	for i, t := range []struct{ title, path string }{{"Videos", "videos"}, {"Shorts", "shorts"}, {"Live", "streams"}} {
		if len(c.tabs[i]) > 0 { // channels do not have empty tabs
			tabs = append(tabs, c.tabOf(t.title, t.path, i == open, object{"richGridRenderer": c.grid(i)}))
		}
	}
	answer["contents"] = object{"twoColumnBrowseResultsRenderer": object{"tabs": tabs}}
	return answer
}

// tabOf returns one tab; only the open one has contents.
func (c *channel) tabOf(title, path string, open bool, content object) object {
	t := object{"title": title, "selected": open, "endpoint": object{"commandMetadata": object{"webCommandMetadata": object{"url": "/@" + c.handle + "/" + path}}, "browseEndpoint": object{"browseId": c.id}}}
	if open {
		t["content"] = content
	}
	return object{"tabRenderer": t}
}

func (c *channel) header() object {
	title := object{"content": c.name}
	if c.verified {
		title["attachmentRuns"] = []object{{"element": object{"type": object{"imageType": object{"image": object{"sources": []object{{"clientResource": object{"imageName": "CHECK_CIRCLE_FILLED"}}}}}}}}}
	}
	count := int64(len(c.tabs[tabVideos]) + len(c.tabs[tabShorts]) + len(c.tabs[tabStreams]))
	about := object{"showEngagementPanelEndpoint": object{"engagementPanel": object{"engagementPanelSectionListRenderer": object{
		"header":  object{"engagementPanelTitleHeaderRenderer": object{"title": object{"simpleText": c.name}}},
		"content": object{"sectionListRenderer": object{"contents": []object{{"itemSectionRenderer": object{"contents": []object{continuationItem(token("about", c.id))}}}}}}}}}}
	return object{"pageTitle": c.name, "content": object{"pageHeaderViewModel": object{
		"title": object{"dynamicTextViewModel": object{"text": title}},
		"image": object{"decoratedAvatarViewModel": object{"avatar": object{"avatarViewModel": object{"image": object{"sources": c.faces(72, 120, 160)}}}}},
		"metadata": object{"contentMetadataViewModel": object{"metadataRows": []object{
			{"metadataParts": []object{viewModelText("@" + c.handle)}},
			{"metadataParts": []object{viewModelText(c.subscribers()), viewModelText(shorten(count) + " videos")}}}}},
		"description": object{"descriptionPreviewViewModel": object{"description": object{"content": c.about},
			"rendererContext": object{"commandContext": object{"onTap": object{"innertubeCommand": about}}}}},
		"banner": object{"imageBannerViewModel": object{"image": object{"sources": c.faces(1060, 1138)}}},
	}}}
}

// subscribers returns the count with three digits.
func (c *channel) subscribers() string {
	n := c.followers
	switch {
	case n >= 1e6:
		return fmt.Sprintf("%.2fm subscribers", float64(n/1e4)/100)
	case n >= 1e5:
		return fmt.Sprintf("%dk subscribers", n/1e3)
	case n >= 1e3:
		return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n/100)/10), ".0") + "k subscribers"
	}
	return fmt.Sprintf("%d subscribers", n)
}

// faces returns pictures of the channel in several widths.
func (c *channel) faces(widths ...int) []object {
	list := []object{}
	for _, size := range widths {
		list = append(list, object{"url": fmt.Sprintf("https://yt3.googleusercontent.com/sim%s=s%d-c-k", c.id[2:], size), "width": size, "height": min(size, 900)})
	}
	return list
}

// aboutPanel returns the panel that "more" opens.
func (c *channel) aboutPanel() object {
	links := []object{}
	for _, l := range c.links {
		links = append(links, object{"channelExternalLinkViewModel": object{"title": object{"content": strings.SplitN(l, ".", 2)[0]}, "link": object{"content": l, "commandRuns": []object{{
			"onTap": object{"innertubeCommand": object{"urlEndpoint": object{"url": "https://www.youtube.com/redirect?event=channel_description&q=https%3A%2F%2F" + strings.ReplaceAll(l, "/", "%2F")}}}}}}}})
	}
	var views, count int64
	for _, list := range c.tabs {
		for _, f := range list {
			views, count = views+f.views, count+1
		}
	}
	model := object{"description": c.about, "subscriberCountText": c.subscribers(), "viewCountText": groupDigits(views) + " views", "videoCountText": groupDigits(count) + " videos",
		"joinedDateText": object{"content": c.joined}, "canonicalChannelUrl": "http://www.youtube.com/@" + c.handle, "channelId": c.id, "links": links}
	if c.country != "" {
		model["country"] = c.country
	}
	return object{"onResponseReceivedEndpoints": []object{{"appendContinuationItemsAction": object{"continuationItems": []object{{"aboutChannelRenderer": object{"metadata": object{"aboutChannelViewModel": model}}}}}}}}
}
