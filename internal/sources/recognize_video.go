package sources

import (
	"net/url"

	"socialdata/models/content"
)

const videoHome = "https://www.youtube.com/"

// video reads a path of the main hosts.
func (a *address) video() Link {
	switch first := a.seg[0]; {
	case len(first) > 1 && first[0] == '@' && isName(first[1:], 100):
		return a.videoAccount(1, Link{Canonical: videoHome + "@" + url.PathEscape(first[1:]), Handle: first[1:]})
	case first == "channel" && isChannelID(a.seg[1]):
		return a.videoAccount(2, Link{Canonical: videoHome + "channel/" + a.seg[1], LocalID: a.seg[1]})
	case (first == "c" || first == "user") && isName(a.seg[1], 100):
		return a.videoAccount(2, Link{Canonical: videoHome + first + "/" + url.PathEscape(a.seg[1])})
	}
	return a.videoItem()
}

// videoAccount is a channel, perhaps with the name of one of its tabs behind it.
func (a *address) videoAccount(used int, l Link) Link {
	l.Platform, l.Target = content.VideoSite, TargetAccount
	if a.n == used {
		return l
	}
	switch a.seg[used] {
	case "live":
		return a.unsupported(content.VideoSite, ObjectNotSupported)
	case "videos", "shorts", "streams", "playlists", "releases", "podcasts", "courses", "featured", "community", "posts",
		"about", "channels", "search", "store", "membership", "join", "discussion":
		return l
	}
	return a.unsupported(content.VideoSite, UnrecognizedURL)
}

// videoItem reads the paths that name one video, whatever follows its id, and knows the objects of other kinds.
func (a *address) videoItem() Link {
	id, kind := a.seg[1], content.Kind("")
	switch a.seg[0] {
	case "watch", "watch_popup":
		if a.n == 1 {
			id, _ = a.param("v")
		}
	case "shorts":
		kind = content.KindShort
	case "live", "v", "e":
	case "embed":
		if id == "videoseries" || id == "live_stream" {
			return a.unsupported(content.VideoSite, ObjectNotSupported)
		}
	default:
		return a.videoOther()
	}
	if !isVideoID(id) {
		return a.videoOther()
	}
	return videoLink(id, kind)
}

func (a *address) videoOther() Link {
	reason := UnrecognizedURL
	switch a.seg[0] {
	case "watch", "playlist", "embed", "v":
		if list, _ := a.param("list"); list != "" && (a.n == 1 || a.seg[0] == "v") {
			reason = ObjectNotSupported
		}
	case "clip", "post", "hashtag", "results", "search", "feed", "source", "shared", "watch_videos", "browse", "show", "gaming", "podcasts":
		reason = ObjectNotSupported
	}
	return a.unsupported(content.VideoSite, reason)
}

// videoShort reads the short host, whose whole path is an id.
func (a *address) videoShort() Link {
	if isVideoID(a.seg[0]) {
		return videoLink(a.seg[0], "")
	}
	return a.videoItem()
}

func videoLink(id string, kind content.Kind) Link {
	return Link{Canonical: videoHome + "watch?v=" + id, Platform: content.VideoSite, Target: TargetItem, LocalID: id, Kind: kind}
}

func isVideoID(s string) bool { return isCode(s, 11, 11) }

func isChannelID(s string) bool { return isCode(s, 24, 24) && s[:2] == "UC" }
