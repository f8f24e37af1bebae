package sources

import (
	"slices"
	"strings"

	"socialdata/internal/content"
)

// PlatformsOf returns the platforms that a host belongs to: their own hosts, with every host above or below one. A host
// of none gives an empty list.
func PlatformsOf(host string) []content.Platform {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	var found []content.Platform
	for _, domain := range []struct {
		platform content.Platform
		name     string
	}{
		{content.VideoSite, "youtube.com"}, {content.VideoSite, "youtu.be"}, {content.VideoSite, "youtube-nocookie.com"}, {content.VideoSite, "youtubekids.com"},
		{content.ClipSite, "tiktok.com"}, {content.ClipSite, "tiktokv.com"},
		{content.PhotoSite, "instagram.com"}, {content.PhotoSite, "instagr.am"},
		{content.AdLibrary, "facebook.com"}, {content.AdLibrary, "fb.com"}, {content.AdLibrary, "fb.me"}, {content.AdLibrary, "fb.watch"},
	} {
		if (within(host, domain.name) || within(domain.name, host)) && !slices.Contains(found, domain.platform) {
			found = append(found, domain.platform)
		}
	}
	return found
}

// within reports whether host is domain or lies below it.
func within(host, domain string) bool {
	return domain != "" && (host == domain || strings.HasSuffix(host, "."+domain))
}
