package youtube

import (
	"net/url"
	"strings"

	"socialdata/internal/content"
	"socialdata/internal/sources"
)

const home = "https://www.youtube.com"

// accountRef returns a reference to a channel; nil without a stable id.
func accountRef(id, handle, name string) *content.AccountRef {
	if !isChannelID(id) {
		return nil
	}
	return &content.AccountRef{
		Object: "account", ID: content.NaturalID(content.VideoSite, id), Platform: content.VideoSite,
		Handle: nonBlank(handle), Name: nonBlank(name), URL: new(channelURL(id)),
	}
}

func channelURL(id string) string { return home + "/channel/" + id }

// accountURL returns the canonical address of an account.
func accountURL(a sources.AccountSelector) string {
	if a.ID != "" {
		return channelURL(a.ID)
	}
	return home + "/@" + url.PathEscape(a.Handle)
}

func watchURL(id string) string { return home + "/watch?v=" + id }

// handleIn returns the handle in "@some.one" or in an address such as "/@some.one/videos", without the @; "" for any other text.
func handleIn(s string) string {
	if i := strings.LastIndex(s, "/@"); i >= 0 {
		s = s[i+1:]
	}
	handle, ok := strings.CutPrefix(s, "@")
	if !ok {
		return ""
	}
	handle, _, _ = strings.Cut(handle, "/")
	if plain, err := url.PathUnescape(handle); err == nil {
		handle = plain
	}
	if strings.ContainsAny(handle, " \n") {
		return ""
	}
	return handle
}
