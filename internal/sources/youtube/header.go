package youtube

import (
	"cmp"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources/scan"
)

// header is the top of a channel's page.
type header struct {
	found          bool
	name, handle   string
	avatar, banner []content.Image
	verified       *bool
	followers      *int64
	rounded        bool // followers are rounded
	items          *int64
}

// readHeader reads the page's header in any layout.
func readHeader(doc answer) header {
	top := doc.top["header"]
	switch {
	case top.Get("pageHeaderRenderer").Exists():
		return pageHeader(top.Get("pageHeaderRenderer"))
	case top.Get("c4TabbedHeaderRenderer").Exists():
		return tabbedHeader(top.Get("c4TabbedHeaderRenderer"))
	case top.Get("interactiveTabbedHeaderRenderer").Exists():
		return tabbedHeader(top.Get("interactiveTabbedHeaderRenderer"))
	case top.Get("carouselHeaderRenderer").Exists():
		return topicHeader(top.Raw)
	}
	if gate := scan.Renderer(doc.raw, "channelAgeGateRenderer"); gate.Exists() {
		return header{found: true, name: text(gate.Get("channelTitle")), avatar: images(gate.Get("avatar.thumbnails"))}
	}
	return header{}
}

// pageHeader reads the layout used since 2024. The parts of its rows are recognised by their text, since their order changes.
func pageHeader(v gjson.Result) header {
	model := v.Get("content.pageHeaderViewModel")
	title := model.Get("title.dynamicTextViewModel.text")
	h := header{
		found: true, name: cmp.Or(text(title), v.Get("pageTitle").String()), verified: hasTick(title.Get("attachmentRuns")),
		avatar: images(scan.First(
			model.Get("image.decoratedAvatarViewModel.avatar.avatarViewModel.image.sources"),
			model.Get("image.contentPreviewImageViewModel.image.sources"),
			model.Get("image.avatarViewModel.image.sources"))),
		banner: images(model.Get("banner.imageBannerViewModel.image.sources")),
	}
	for _, line := range metadataLines(model.Get("metadata")) {
		h.addText(line)
	}
	return h
}

// tabbedHeader reads the previous layout, and that of channels about games.
func tabbedHeader(v gjson.Result) header {
	h := header{
		found: true, name: text(v.Get("title")),
		avatar: images(scan.First(v.Get("avatar.thumbnails"), v.Get("boxArt.thumbnails"))),
		banner: images(v.Get("banner.thumbnails")),
	}
	if h.name != "" {
		h.verified = hasBadge(v.Get("badges"))
	}
	h.addText(text(v.Get("channelHandleText")))
	h.addText(text(v.Get("subscriberCountText")))
	h.addText(text(v.Get("videosCountText")))
	return h
}

// topicHeader reads the header of the platform's own topics.
func topicHeader(doc string) header {
	topic := scan.Renderer(doc, "topicChannelDetailsRenderer")
	h := header{found: topic.Exists(), name: text(topic.Get("title")), avatar: images(topic.Get("avatar.thumbnails"))}
	h.addText(text(topic.Get("subtitle")))
	return h
}

// addText sets the field that a line of the header describes.
func (h *header) addText(line string) {
	switch {
	case strings.HasPrefix(line, "@"):
		h.handle = handleIn(line)
	case strings.Contains(line, "subscriber"):
		h.followers, h.rounded = scan.Count(line)
	case strings.HasSuffix(line, "video"), strings.HasSuffix(line, "videos"):
		h.items, _ = scan.Count(line)
	}
}

// hasTick reports whether the new layout shows a verification tick, or the note of an official artist, after a name.
func hasTick(runs gjson.Result) *bool {
	return new(scan.HasAny(runs.Raw, `"CHECK_CIRCLE_FILLED"`, `"AUDIO_BADGE"`))
}

// hasBadge reports the same for the old layout, where it is a badge.
func hasBadge(badges gjson.Result) *bool {
	return new(strings.Contains(badges.Raw, `"BADGE_STYLE_TYPE_VERIFIED`))
}
