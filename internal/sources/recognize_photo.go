package sources

import (
	"strings"

	"socialdata/internal/content"
)

const photoHome = "https://www.instagram.com/"

// photo reads a path: a post, a post behind its author's name, an account, or one of the platform's own words.
func (a *address) photo() Link {
	first := a.seg[0]
	switch first {
	case "p", "reel", "reels", "tv":
		return a.photoPost(a.seg[:], a.n, "")
	case "stories", "explore", "s", "ar", "popular":
		return a.unsupported(content.PhotoSite, ObjectNotSupported)
	case "share":
		if a.n > 2 || a.n == 2 && isCode(a.seg[1], 5, 64) && a.seg[1] != "reels" {
			return a.unsupported(content.PhotoSite, ShortLink)
		}
		return a.unsupported(content.PhotoSite, UnrecognizedURL)
	case "about", "accounts", "api", "blog", "challenge", "create", "data", "developer", "developers", "direct", "directory",
		"download", "emails", "graphql", "inbox", "jobs", "legal", "lite", "login", "logout", "nametag", "oauth", "press",
		"privacy", "qr", "session", "static", "support", "terms", "topics", "topic", "web", "your_activity":
		return a.unsupported(content.PhotoSite, UnrecognizedURL)
	}
	if !isPhotoUser(first) {
		return a.unsupported(content.PhotoSite, UnrecognizedURL)
	}
	return a.photoUser(lower(first))
}

func (a *address) photoUser(user string) Link {
	switch a.seg[1] {
	case "", "feed", "channel", "tagged", "saved", "igtv", "guides":
		return photoAccount(user)
	case "reels":
		if a.n == 2 {
			return photoAccount(user)
		}
		return a.photoPost(a.seg[1:], a.n-1, user)
	case "p", "reel", "tv":
		return a.photoPost(a.seg[1:], a.n-1, user)
	case "live", "followers", "following", "highlights":
		return a.unsupported(content.PhotoSite, ObjectNotSupported)
	}
	return a.unsupported(content.PhotoSite, UnrecognizedURL)
}

// photoPost reads word/CODE, perhaps with /embed behind it. "reels" is another word for "reel".
func (a *address) photoPost(seg []string, n int, user string) Link {
	word, code := seg[0], seg[1]
	if word == "reels" {
		switch code {
		case "audio":
			return a.unsupported(content.PhotoSite, ObjectNotSupported)
		case "videos": // a tab
			return a.unsupported(content.PhotoSite, UnrecognizedURL)
		}
		word = "reel"
	}
	if n != 2 && (n < 3 || seg[2] != "embed") || !isShortcode(code) {
		return a.unsupported(content.PhotoSite, UnrecognizedURL)
	}
	l := Link{Canonical: photoHome + word + "/" + code + "/", Platform: content.PhotoSite, Target: TargetItem, LocalID: code, Handle: user}
	if word == "reel" {
		l.Kind = content.KindShort
	}
	return l
}

func photoAccount(user string) Link {
	return Link{Canonical: photoHome + user + "/", Platform: content.PhotoSite, Target: TargetAccount, Handle: user}
}

func isShortcode(s string) bool { return isCode(s, 5, 64) }

func isPhotoUser(s string) bool { return isWord(s, "_.", 1, 30) && strings.Trim(s, ".") != "" }
