package youtube

import (
	"net/url"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// address is an address on one of the platform's hosts.
type address struct{ *sources.Address }

// recognize reads an address on one of the platform's hosts.
func recognize(of sources.Address) sources.Link {
	a := address{&of}
	switch a.Host() {
	case "youtube-nocookie.com", "www.youtube-nocookie.com": // only has players
		return a.item()
	case "youtu.be", "www.youtu.be":
		return a.short()
	}
	return a.page()
}

// page reads a path of the main hosts.
func (a address) page() sources.Link {
	switch first := a.Segment(0); {
	case len(first) > 1 && first[0] == '@' && sources.IsName(first[1:], 100):
		return a.account(1, sources.Link{Canonical: accountURL(sources.AccountSelector{Handle: first[1:]}), Handle: first[1:]})
	case (first == "channel" || first == "browse") && isChannelID(a.Segment(1)):
		return a.account(2, sources.Link{Canonical: channelURL(a.Segment(1)), LocalID: a.Segment(1)})
	case (first == "c" || first == "user") && sources.IsName(a.Segment(1), 100):
		return a.account(2, sources.Link{Canonical: home + "/" + first + "/" + url.PathEscape(a.Segment(1))})
	}
	return a.item()
}

// account completes the link of a channel, for any of its tabs except "live", which leads to the current live video.
func (a address) account(used int, l sources.Link) sources.Link {
	if a.Segments() > used && a.Segment(used) == "live" {
		return a.Unsupported(sources.ObjectNotSupported)
	}
	l.Platform, l.Target = content.VideoSite, sources.TargetAccount
	return l
}

// item reads paths that name one video, ignoring what follows its id, and recognises links to other objects.
func (a address) item() sources.Link {
	id, kind := a.Segment(1), content.Kind("")
	switch a.Segment(0) {
	case "watch", "watch_popup":
		if a.Segments() == 1 {
			id = a.Param("v")
		}
	case "shorts":
		kind = content.KindShort
	case "live", "v", "e":
	case "embed":
	default:
		return a.other()
	}
	switch {
	case id == "videoseries" || id == "live_stream": // the same length as an id
		return a.Unsupported(sources.ObjectNotSupported)
	case isVideoID(id):
		return itemLink(id, kind)
	case id != "": // an invalid id is reported, even if a list is also named
		return a.Unsupported(sources.UnrecognizedURL)
	}
	return a.other()
}

func (a address) other() sources.Link {
	reason := sources.UnrecognizedURL
	switch a.Segment(0) {
	case "watch", "watch_popup", "playlist", "embed", "v":
		if a.Param("list") != "" && a.Segments() == 1 {
			reason = sources.ObjectNotSupported
		}
	case "redirect":
		if a.Param("q") != "" && a.Segments() == 1 {
			reason = sources.ShortLink
		}
	case "clip", "post", "hashtag", "results", "search", "feed", "source", "shared", "watch_videos", "browse", "show", "gaming", "podcasts":
		reason = sources.ObjectNotSupported
	}
	return a.Unsupported(reason)
}

// short reads an address on the short host, whose path is an id or a path of the main hosts.
func (a address) short() sources.Link {
	if isVideoID(a.Segment(0)) && a.Segment(0) != "watch_popup" {
		return itemLink(a.Segment(0), "")
	}
	return a.page()
}

func itemLink(id string, kind content.Kind) sources.Link {
	return sources.Link{Canonical: watchURL(id), Platform: content.VideoSite, Target: sources.TargetItem, LocalID: id, Kind: kind}
}

func isVideoID(s string) bool { return sources.IsCode(s, 11, 11) }

func isChannelID(s string) bool { return sources.IsCode(s, 24, 24) && s[:2] == "UC" }
