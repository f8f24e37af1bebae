package sources

import (
	"strings"

	"socialdata/internal/content"
)

// link recognises the address by its host. The hosts are an exact list: another sub-domain of a platform may serve
// anything.
func (a *address) link() Link {
	if a.port != "" {
		return a.unsupported("", UnsupportedHost)
	}
	switch a.host {
	case "youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "gaming.youtube.com",
		"youtubekids.com", "www.youtubekids.com":
		return a.video()
	case "youtube-nocookie.com", "www.youtube-nocookie.com": // shows players alone
		return a.videoItem()
	case "youtu.be", "www.youtu.be":
		return a.videoShort()
	case "tiktok.com", "www.tiktok.com", "m.tiktok.com", "tiktokv.com", "www.tiktokv.com":
		return a.clip()
	case "vm.tiktok.com", "vt.tiktok.com", "t.tiktok.com":
		return a.opaque(content.ClipSite)
	case "instagram.com", "www.instagram.com", "m.instagram.com", "instagr.am", "www.instagr.am":
		return a.photo()
	case "fb.me", "fb.watch":
		return a.opaque(content.AdLibrary)
	}
	if a.adHost() {
		return a.ad()
	}
	return a.unsupported("", UnsupportedHost)
}

// owner is link for RecognizeOwner.
func (a *address) owner() Link {
	if a.port == "" && a.adHost() {
		if l, ok := a.advertiser(); ok {
			return l
		}
	}
	return a.link()
}

// opaque is a host of short codes, which are never followed.
func (a *address) opaque(p content.Platform) Link {
	if a.n == 0 {
		return a.unsupported(p, UnrecognizedURL)
	}
	return a.unsupported(p, ShortLink)
}

// adHost tells whether the host shows the ad library, among them the languages' own (fr-fr.facebook.com).
func (a *address) adHost() bool {
	sub, ok := strings.CutSuffix(a.host, "facebook.com")
	switch {
	case !ok:
		return a.host == "fb.com" || a.host == "www.fb.com"
	case sub == "":
		return true
	}
	switch sub {
	case "www.", "m.", "web.", "business.", "mbasic.", "touch.":
		return true
	}
	letter := func(i int) bool { return 'a' <= sub[i] && sub[i] <= 'z' }
	switch len(sub) {
	case 3: // "fr."
		return letter(0) && letter(1) && sub[2] == '.'
	case 6: // "fr-fr."
		return letter(0) && letter(1) && sub[2] == '-' && letter(3) && letter(4) && sub[5] == '.'
	}
	return false
}
