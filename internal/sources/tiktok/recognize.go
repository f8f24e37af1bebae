package tiktok

import (
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// address is an address on one of the platform's hosts.
type address struct{ *sources.Address }

// recognize reads an address on one of the platform's hosts.
func recognize(of sources.Address) sources.Link {
	a := address{&of}
	switch a.Host() {
	case "vm.tiktok.com", "vt.tiktok.com", "t.tiktok.com":
		return a.ShortLink()
	}
	return a.page()
}

func itemLink(id string) sources.Link {
	return sources.Link{Canonical: origin + "/@/video/" + id, Platform: content.ClipSite, Target: sources.TargetItem, LocalID: id}
}

// page reads a path of the main hosts.
func (a address) page() sources.Link {
	if strings.HasPrefix(a.Segment(0), "@") {
		return a.user(a.Segment(0)[1:])
	}
	switch a.Segment(0) {
	case "embed":
		return a.player(2, a.Segment(1) == "v2")
	case "player":
		return a.player(2, a.Segment(1) == "v1")
	case "v":
		return a.item("", "video", strings.TrimSuffix(a.Segment(1), ".html"), 2)
	case "share", "i18n":
		return a.shared()
	case "t":
		if a.Segments() > 1 {
			return a.Unsupported(sources.ShortLink)
		}
	case "tag", "music", "search", "discover", "channel", "sticker", "topics", "question", "shop", "live", "playlist", "effect", "place":
		return a.Unsupported(sources.ObjectNotSupported)
	}
	return a.Unsupported(sources.UnrecognizedURL)
}

// player reads an id in the second segment, or in the third after a player version.
func (a address) player(n int, version bool) sources.Link {
	if version {
		n++
	}
	return a.item("", "video", a.Segment(n-1), n)
}

// shared reads share/video/ID, optionally after i18n.
func (a address) shared() sources.Link {
	from := 0
	if a.Segment(0) == "i18n" {
		from = 1
	}
	word, kind := a.Segment(from), a.Segment(from+1)
	if word == "share" && kind == "live" {
		return a.Unsupported(sources.ObjectNotSupported)
	}
	if word != "share" || kind != "video" {
		return a.Unsupported(sources.UnrecognizedURL)
	}
	return a.item("", "video", a.Segment(from+2), from+3)
}

// accountURL returns the canonical address of an account, or "" for an id, which no address has.
func accountURL(a sources.AccountSelector) string {
	if a.Handle == "" {
		return ""
	}
	return origin + "/@" + a.Handle
}

// user reads the path after a user; the name may be empty in a post's link.
func (a address) user(user string) sources.Link {
	if a.Segments() == 1 && isClipUser(user) {
		return sources.Link{Canonical: accountURL(sources.AccountSelector{Handle: user}), Platform: content.ClipSite, Target: sources.TargetAccount, Handle: user}
	}
	switch a.Segment(1) {
	case "video", "photo":
		return a.item(user, a.Segment(1), a.Segment(2), 3)
	case "live", "collection", "playlist", "stories":
		return a.Unsupported(sources.ObjectNotSupported)
	}
	return a.Unsupported(sources.UnrecognizedURL)
}

// item returns the link of the post whose path has n segments and ends in id. The app sometimes writes a longer second
// id instead of the user's name.
func (a address) item(user, word, id string, n int) sources.Link {
	if a.Segments() != n || !isClipID(id) || user != "" && !sources.IsWord(user, "-_.", 1, 128) {
		return a.Unsupported(sources.UnrecognizedURL)
	}
	l := sources.Link{Canonical: origin + "/@" + user + "/" + word + "/" + id, Platform: content.ClipSite, Target: sources.TargetItem, LocalID: id}
	if isClipUser(user) {
		l.Handle = user
	}
	return l
}

func isClipID(s string) bool { return sources.IsDigits(s, 6, 25) }

func isClipUser(s string) bool { return sources.IsWord(s, "_.", 1, 64) }
