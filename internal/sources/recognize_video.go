package sources

import (
	"net/url"

	"socialdata/internal/content"
)

const videoHome = "https://www.youtube.com/"

// video reads a path of the main hosts.
func (a *address) video() Link {
	switch first := a.seg[0]; {
	case len(first) > 1 && first[0] == '@' && isName(first[1:], 100):
		return a.videoAccount(1, Link{Canonical: videoHome + "@" + url.PathEscape(first[1:]), Handle: first[1:]})
	case (first == "channel" || first == "browse") && isChannelID(a.seg[1]):
		return a.videoAccount(2, Link{Canonical: videoHome + "channel/" + a.seg[1], LocalID: a.seg[1]})
	case (first == "c" || first == "user") && isName(a.seg[1], 100):
		return a.videoAccount(2, Link{Canonical: videoHome + first + "/" + url.PathEscape(a.seg[1])})
	}
	return a.videoItem()
}

// videoAccount is a channel, whatever tab or other page of it the address shows. Only the page "live" is none: it leads
// to the video that is on the air.
func (a *address) videoAccount(used int, l Link) Link {
	if a.n > used && a.seg[used] == "live" {
		return a.unsupported(content.VideoSite, ObjectNotSupported)
	}
	l.Platform, l.Target = content.VideoSite, TargetAccount
	return l
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
	default:
		return a.videoOther()
	}
	switch {
	case id == "videoseries" || id == "live_stream": // as long as an id
		return a.unsupported(content.VideoSite, ObjectNotSupported)
	case isVideoID(id):
		return videoLink(id, kind)
	case id != "": // a bad id is one, whatever list stands beside it
		return a.unsupported(content.VideoSite, UnrecognizedURL)
	}
	return a.videoOther()
}

func (a *address) videoOther() Link {
	reason := UnrecognizedURL
	switch a.seg[0] {
	case "watch", "watch_popup", "playlist", "embed", "v":
		if list, _ := a.param("list"); list != "" && a.n == 1 {
			reason = ObjectNotSupported
		}
	case "clip", "post", "hashtag", "results", "search", "feed", "source", "shared", "watch_videos", "browse", "show", "gaming", "podcasts":
		reason = ObjectNotSupported
	}
	return a.unsupported(content.VideoSite, reason)
}

// videoShort reads the short host, whose path is an id or what it would be on the others.
func (a *address) videoShort() Link {
	if isVideoID(a.seg[0]) && a.seg[0] != "watch_popup" {
		return videoLink(a.seg[0], "")
	}
	return a.video()
}

func videoLink(id string, kind content.Kind) Link {
	return Link{Canonical: videoHome + "watch?v=" + id, Platform: content.VideoSite, Target: TargetItem, LocalID: id, Kind: kind}
}

func isVideoID(s string) bool { return isCode(s, 11, 11) }

func isChannelID(s string) bool { return isCode(s, 24, 24) && s[:2] == "UC" }
