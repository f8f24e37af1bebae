package simulator

import (
	"net/http"
	"strconv"
	"strings"
)

// Codes of short and share links, for every platform with such links.
const (
	ShortItem    = "SimShort"  // leads to the first item of the platform's sample
	ShortHops    = "SimHops"   // followed by a number: leads there through so many further links
	ShortPerson  = "SimPerson" // leads to the first account, if its selector is a link
	ShortLoop    = "SimLoop"   // leads to itself
	ShortForeign = "SimAbroad"
	ShortWall    = "SimWalled"
	ShortPage    = "SimPaged" // answers a page that needs a script
	ShortDead    = "SimNobody"
)

// ShortLinks returns the short and share links with a code, one of each format.
func ShortLinks(code string) []string {
	return []string{"https://vm.tiktok.com/" + code + "/", "https://vt.tiktok.com/" + code, "https://www.tiktok.com/t/" + code + "/",
		"https://www.instagram.com/share/p/" + code, "https://www.instagram.com/share/" + code, "https://fb.me/" + code}
}

// shortPrefixes are the hosts and path prefixes of codes.
var shortPrefixes = []string{"vm.tiktok.com/", "vt.tiktok.com/", "www.tiktok.com/t/", "www.instagram.com/share/p/", "www.instagram.com/share/reel/",
	"www.instagram.com/share/", "fb.me/", "fb.watch/", "www.facebook.com/share/"}

// playShort answers a short or share link; ok is false for any other address.
func (site Site) playShort(w http.ResponseWriter, r *http.Request) (ok bool) {
	for _, prefix := range shortPrefixes {
		if code, found := strings.CutPrefix(r.Host+r.URL.Path, prefix); found {
			site.answerShort(w, "https://"+prefix, strings.Trim(code, "/"))
			return true
		}
	}
	return false
}

func (site Site) answerShort(w http.ResponseWriter, at, code string) {
	lead := func(address string) {
		w.Header().Set("Location", address)
		w.WriteHeader(http.StatusMovedPermanently)
	}
	item := site.Handler.(sampler).sample().Items[0]
	more, err := strconv.Atoi(strings.TrimPrefix(code, ShortHops))
	switch {
	case code == ShortItem, code == ShortHops+"1":
		lead(item + map[bool]string{true: "&", false: "?"}[strings.Contains(item, "?")] + "utm_source=share")
	case strings.HasPrefix(code, ShortHops) && err == nil && more > 1:
		lead(at + ShortHops + strconv.Itoa(more-1))
	case code == ShortPerson:
		lead(site.Handler.(sampler).sample().Accounts[0])
	case code == ShortLoop:
		lead(at + code)
	case code == ShortForeign:
		lead("https://example.com/" + code)
	case code == ShortWall:
		lead("/accounts/login/?next=%2Fshare%2F" + code)
	case code == ShortPage:
		_, _ = w.Write([]byte("<!doctype html><title>Please wait…</title><script>check()</script>"))
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}
