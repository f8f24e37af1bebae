package sources

import "socialdata/internal/content"

const adHome = "https://www.facebook.com/ads/library/"

// ad reads a path of the hosts that show the ad library. Everything else there is no ad.
func (a *address) ad() Link {
	switch {
	case a.seg[0] == "share" && a.n > 1:
		return a.unsupported(content.AdLibrary, ShortLink)
	case !a.adLibrary():
		return a.unsupported(content.AdLibrary, UnrecognizedURL)
	}
	if id, _ := a.param("id"); isAdID(id) {
		return adLink(id)
	} else if id != "" {
		return a.unsupported(content.AdLibrary, UnrecognizedURL)
	}
	if _, ok := a.advertiser(); ok {
		l := a.unsupported(content.AdLibrary, AccountNotSupported)
		l.Target = TargetAccount
		return l
	}
	if page, _ := a.param("view_all_page_id"); page != "" {
		return a.unsupported(content.AdLibrary, UnrecognizedURL)
	}
	if q, _ := a.param("q"); q != "" {
		return a.unsupported(content.AdLibrary, ObjectNotSupported)
	}
	return a.unsupported(content.AdLibrary, UnrecognizedURL)
}

func (a *address) adLibrary() bool { return a.n == 2 && a.seg[0] == "ads" && a.seg[1] == "library" }

// advertiser is the page whose ads the address lists.
func (a *address) advertiser() (l Link, ok bool) {
	id, _ := a.param("view_all_page_id")
	if !a.adLibrary() || !isPageID(id) {
		return Link{}, false
	}
	return advertiserLink(id), true
}

// adLink is the ad behind a deeplink id, which only the platform can turn into the archive id.
func adLink(id string) Link {
	return Link{Canonical: adHome + "?id=" + id, Platform: content.AdLibrary, Target: TargetItem, LocalID: id, Kind: content.KindAd}
}

func advertiserLink(page string) Link {
	return Link{Canonical: adHome + "?view_all_page_id=" + page, Platform: content.AdLibrary, Target: TargetAccount, LocalID: page}
}

func isAdID(s string) bool { return isDigits(s, 6, 25) }

func isPageID(s string) bool { return isDigits(s, 1, 32) }
