package instagram

import (
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// address is an address on one of the platform's hosts.
type address struct{ *sources.Address }

// recognize reads an address on one of the platform's hosts.
func recognize(of sources.Address) sources.Link {
	return address{&of}.page()
}

func itemLink(id string) sources.Link {
	return sources.Link{Canonical: origin + "/p/" + id + "/", Platform: content.PhotoSite, Target: sources.TargetItem, LocalID: id}
}

// page reads a path: a post, a post below its author's name, an account, or a reserved word.
func (a address) page() sources.Link {
	first := a.Segment(0)
	switch first {
	case "p", "reel", "reels", "tv":
		return a.post(0, "")
	case "stories", "explore", "s", "ar", "popular":
		return a.Unsupported(sources.ObjectNotSupported)
	case "share":
		if a.Segments() > 2 || a.Segments() == 2 && sources.IsCode(a.Segment(1), 5, 64) && a.Segment(1) != "reels" {
			return a.Unsupported(sources.ShortLink)
		}
		return a.Unsupported(sources.UnrecognizedURL)
	case "about", "accounts", "api", "blog", "challenge", "create", "data", "developer", "developers", "direct", "directory",
		"download", "emails", "graphql", "inbox", "jobs", "legal", "lite", "login", "logout", "nametag", "oauth", "press",
		"privacy", "qr", "session", "static", "support", "terms", "topics", "topic", "web", "your_activity":
		return a.Unsupported(sources.UnrecognizedURL)
	}
	if !isPhotoUser(first) {
		return a.Unsupported(sources.UnrecognizedURL)
	}
	return a.user(sources.LowerASCII(first))
}

func (a address) user(user string) sources.Link {
	switch a.Segment(1) {
	case "", "feed", "channel", "tagged", "saved", "igtv", "guides":
		return accountLink(user)
	case "reels":
		if a.Segments() == 2 {
			return accountLink(user)
		}
		return a.post(1, user)
	case "p", "reel", "tv":
		return a.post(1, user)
	case "live", "followers", "following", "highlights":
		return a.Unsupported(sources.ObjectNotSupported)
	}
	return a.Unsupported(sources.UnrecognizedURL)
}

// post reads word/CODE after the first segments, optionally followed by /embed. "reels" is the same as "reel".
func (a address) post(from int, user string) sources.Link {
	word, code, n := a.Segment(from), a.Segment(from+1), a.Segments()-from
	if word == "reels" {
		switch code {
		case "audio":
			return a.Unsupported(sources.ObjectNotSupported)
		case "videos": // a tab
			return a.Unsupported(sources.UnrecognizedURL)
		}
		word = "reel"
	}
	if n != 2 && (n < 3 || a.Segment(from+2) != "embed") || !isShortcode(code) {
		return a.Unsupported(sources.UnrecognizedURL)
	}
	l := sources.Link{Canonical: origin + "/" + word + "/" + code + "/", Platform: content.PhotoSite, Target: sources.TargetItem, LocalID: code, Handle: user}
	if word == "reel" {
		l.Kind = content.KindShort
	}
	return l
}

// addressOf returns the canonical address of an account, or "" for an id, which no address has.
func addressOf(a sources.AccountSelector) string {
	if a.Handle == "" {
		return ""
	}
	return accountURL(a.Handle)
}

func accountLink(user string) sources.Link {
	return sources.Link{Canonical: accountURL(user), Platform: content.PhotoSite, Target: sources.TargetAccount, Handle: user}
}

func isAccountID(s string) bool { return sources.IsDigits(s, 1, 25) }

func isShortcode(s string) bool { return sources.IsCode(s, 5, 64) }

func isPhotoUser(s string) bool { return sources.IsWord(s, "_.", 1, 30) && strings.Trim(s, ".") != "" }
