package sources

import (
	"strings"

	"socialdata/internal/content"
)

const clipHome = "https://www.tiktok.com/"

// clip reads a path of the main hosts.
func (a *address) clip() Link {
	if strings.HasPrefix(a.seg[0], "@") {
		return a.clipUser(a.seg[0][1:])
	}
	switch a.seg[0] {
	case "embed":
		return a.clipAt(2, a.seg[1] == "v2")
	case "player":
		return a.clipAt(2, a.seg[1] == "v1")
	case "v":
		return a.clipLink("", "video", strings.TrimSuffix(a.seg[1], ".html"), 2)
	case "share", "i18n":
		return a.clipShared()
	case "t":
		if a.n > 1 {
			return a.unsupported(content.ClipSite, ShortLink)
		}
	case "tag", "music", "search", "discover", "channel", "sticker", "topics", "question", "shop", "live", "playlist", "effect", "place":
		return a.unsupported(content.ClipSite, ObjectNotSupported)
	}
	return a.unsupported(content.ClipSite, UnrecognizedURL)
}

// clipAt reads an id as the second segment, or as the third behind the version of a player.
func (a *address) clipAt(n int, version bool) Link {
	if version {
		n++
	}
	return a.clipLink("", "video", a.seg[n-1], n)
}

// clipShared reads share/video/ID, which has a language's prefix at times.
func (a *address) clipShared() Link {
	seg := a.seg[:]
	n := 3
	if seg[0] == "i18n" {
		seg, n = seg[1:], 4
	}
	if seg[0] == "share" && seg[1] == "live" {
		return a.unsupported(content.ClipSite, ObjectNotSupported)
	}
	if seg[0] != "share" || seg[1] != "video" {
		return a.unsupported(content.ClipSite, UnrecognizedURL)
	}
	return a.clipLink("", "video", seg[2], n)
}

// clipUser reads what stands behind a user; a post's link may leave the name empty.
func (a *address) clipUser(user string) Link {
	if a.n == 1 && isClipUser(user) {
		return Link{Canonical: clipHome + "@" + user, Platform: content.ClipSite, Target: TargetAccount, Handle: user}
	}
	switch a.seg[1] {
	case "video", "photo":
		return a.clipLink(user, a.seg[1], a.seg[2], 3)
	case "live", "collection", "playlist", "stories":
		return a.unsupported(content.ClipSite, ObjectNotSupported)
	}
	return a.unsupported(content.ClipSite, UnrecognizedURL)
}

// clipLink is the post of which the path, n segments long, ends in id. In place of the user's name the app writes a
// longer second id at times.
func (a *address) clipLink(user, word, id string, n int) Link {
	if a.n != n || !isClipID(id) || user != "" && !isWord(user, "-_.", 1, 128) {
		return a.unsupported(content.ClipSite, UnrecognizedURL)
	}
	l := Link{Canonical: clipHome + "@" + user + "/" + word + "/" + id, Platform: content.ClipSite, Target: TargetItem, LocalID: id}
	if isClipUser(user) {
		l.Handle = user
	}
	return l
}

func isClipID(s string) bool { return isDigits(s, 6, 25) }

func isClipUser(s string) bool { return isWord(s, "_.", 1, 64) }
