package instagram

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Platform describes Instagram.
func Platform() sources.Platform {
	return sources.Platform{
		Name:  content.PhotoSite,
		Title: "Instagram",
		Mark:  "M3.5 2h9A1.5 1.5 0 0 1 14 3.5v9a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 12.5v-9A1.5 1.5 0 0 1 3.5 2zM2.5 11.5l3.5-4 3 3 2-2 2.5 3",
		Hosts: Hosts(),
		Links: sources.LinkRules{
			Hosts:         []string{"instagram.com", "www.instagram.com", "m.instagram.com", "instagr.am", "www.instagr.am"},
			Recognize:     recognize,
			RecognizeList: recognizeList,
			Others:        "a story or a highlight",
		},
		Items: sources.ItemRules{
			Kinds:  []content.Kind{content.KindVideo, content.KindShort, content.KindImage, content.KindCarousel},
			IsID:   isShortcode,
			Link:   itemLink,
			MadeAt: madeAt,
			NotOffered: map[content.Kind][]string{
				content.KindVideo:    {"title", "stats.saves"},
				content.KindShort:    {"title", "stats.saves"},
				content.KindImage:    {"title", "durationMs", "transcript", "stats.views", "stats.saves"},
				content.KindCarousel: {"title", "durationMs", "transcript", "stats.views", "stats.saves"},
			},
		},
		Accounts: sources.AccountRules{
			IsID:         isAccountID,
			IsHandle:     isPhotoUser,
			Address:      addressOf,
			Lookup:       true,
			ListByHandle: true,
		},
		Lists:    sources.Parameters{{Name: "collection", Values: []string{"posts", "reels"}, Default: "posts"}},
		Comments: &sources.CommentRules{},
		Search:   &sources.SearchRules{}, // popular reels for a keyword
		Capture:  &sources.CaptureRules{Version: "1", Read: readCapture, Comments: capturedComments, IsPrivate: isPrivatePage},
	}
}
