package adlibrary

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
	case "fb.me", "fb.watch":
		return a.ShortLink()
	}
	return a.page()
}

// recognizeAdvertiser reads a link that lists the ads of one page; ok is false for any other link.
func recognizeAdvertiser(of sources.Address) (l sources.Link, ok bool) {
	return address{&of}.advertiser()
}

// isLanguageHost reports whether the host is that of a language: fr.facebook.com, fr-fr.facebook.com.
func isLanguageHost(host string) bool {
	sub, ok := strings.CutSuffix(host, ".facebook.com")
	letter := func(i int) bool { return 'a' <= sub[i] && sub[i] <= 'z' }
	switch {
	case !ok:
		return false
	case len(sub) == 2:
		return letter(0) && letter(1)
	case len(sub) == 5:
		return letter(0) && letter(1) && sub[2] == '-' && letter(3) && letter(4)
	}
	return false
}

// page reads a path of the hosts of the ad library. Any other path on these hosts is not an ad.
func (a address) page() sources.Link {
	switch {
	case a.Segment(0) == "share" && a.Segments() > 1:
		return a.Unsupported(sources.ShortLink)
	case !a.isLibrary():
		return a.Unsupported(sources.UnrecognizedURL)
	}
	if id := a.Param("id"); isAdID(id) {
		return adLink(id)
	} else if id != "" {
		return a.Unsupported(sources.UnrecognizedURL)
	}
	if _, ok := a.advertiser(); ok {
		l := a.Unsupported(sources.AccountNotSupported)
		l.Target = sources.TargetAccount
		return l
	}
	if a.Param("view_all_page_id") == "" && a.Param("q") != "" {
		return a.Unsupported(sources.ObjectNotSupported)
	}
	return a.Unsupported(sources.UnrecognizedURL)
}

func (a address) isLibrary() bool {
	return a.Segments() == 2 && a.Segment(0) == "ads" && a.Segment(1) == "library"
}

// advertiser returns the page whose ads the address lists.
func (a address) advertiser() (l sources.Link, ok bool) {
	id := a.Param("view_all_page_id")
	if !a.isLibrary() || !isPageID(id) {
		return sources.Link{}, false
	}
	return advertiserLink(id), true
}

// adLink returns the link with a deeplink id, which only the platform can map to the archive id.
func adLink(id string) sources.Link {
	return sources.Link{Canonical: library + "?id=" + id, Platform: content.AdLibrary, Target: sources.TargetItem, LocalID: id, Kind: content.KindAd, IsAlias: true}
}

// advertiserURL returns the canonical address of an advertiser.
func advertiserURL(a sources.AccountSelector) string { return library + "?view_all_page_id=" + a.ID }

func advertiserLink(page string) sources.Link {
	return sources.Link{Canonical: advertiserURL(sources.AccountSelector{ID: page}), Platform: content.AdLibrary, Target: sources.TargetAccount, LocalID: page}
}

func isAdID(s string) bool { return sources.IsDigits(s, 6, 25) }

func isPageID(s string) bool { return sources.IsDigits(s, 1, 32) }
