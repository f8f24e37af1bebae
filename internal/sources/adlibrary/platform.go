package adlibrary

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Platform describes the Meta Ad Library.
func Platform() sources.Platform {
	return sources.Platform{
		Name:  content.AdLibrary,
		Title: "Meta Ad Library",
		Mark:  "M3 3h10a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 13 13H3a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 3 3zM4 6.5h8M4 9.5h4.5",
		Hosts: Hosts(),
		Links: sources.LinkRules{
			Hosts: []string{
				"facebook.com", "www.facebook.com", "m.facebook.com", "web.facebook.com", "business.facebook.com", "mbasic.facebook.com",
				"touch.facebook.com", "fb.com", "www.fb.com", "fb.me", "fb.watch",
			},
			HasHost:        isLanguageHost,
			Recognize:      recognize,
			Others:         "a search",
			RecognizeOwner: recognizeAdvertiser,
		},
		Items: sources.ItemRules{Kinds: []content.Kind{content.KindAd}, IsID: isAdID, Link: adLink,
			NotOffered: map[content.Kind][]string{content.KindAd: {
				"durationMs", "transcript", "stats.views", "stats.likes", "stats.comments", "stats.shares", "stats.saves",
			}}},
		Accounts: sources.AccountRules{IsID: isPageID, Address: advertiserURL}, // advertisers are only known by their ads
		Lists:    parameters(),
		Search:   &sources.SearchRules{Parameters: parameters()},
		Capture:  &sources.CaptureRules{Version: "1", Read: readCapture, IsPrivate: isPrivatePage},
	}
}

// parameters returns the parameters of both lists and searches.
func parameters() sources.Parameters {
	return sources.Parameters{
		{Name: "sort", Values: []string{"relevance", "impressions"}, Default: "impressions"},
		{Name: "status", Values: []string{"active", "inactive", "all"}, Default: "active"},
		{Name: "country", Default: "ALL", Doc: "ALL or a two-letter code"},
		{Name: "mediaKind", Values: []string{"all", "video", "image"}, Default: "all"},
		{Name: "startedFrom", Doc: "earliest start"},
		{Name: "startedTo", Doc: "latest start"},
	}
}
