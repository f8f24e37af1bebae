package tiktok

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Platform describes TikTok.
func Platform() sources.Platform {
	return sources.Platform{
		Name:  content.ClipSite,
		Title: "TikTok",
		Mark:  "M5.5 1.5h5A1.5 1.5 0 0 1 12 3v10a1.5 1.5 0 0 1-1.5 1.5h-5A1.5 1.5 0 0 1 4 13V3a1.5 1.5 0 0 1 1.5-1.5zM7 6v4l2.8-2z",
		Hosts: Hosts(),
		Links: sources.LinkRules{
			Hosts: []string{
				"tiktok.com", "www.tiktok.com", "m.tiktok.com", "tiktokv.com", "www.tiktokv.com", "vm.tiktok.com", "vt.tiktok.com", "t.tiktok.com",
			},
			Recognize:     recognize,
			RecognizeList: recognizeList,
			Others:        "a live broadcast or a sound",
		},
		Items: sources.ItemRules{
			Kinds: []content.Kind{content.KindShort, content.KindImage, content.KindCarousel},
			IsID:  isClipID,
			Link:  itemLink,
			NotOffered: map[content.Kind][]string{
				content.KindShort:    {"title"},
				content.KindImage:    {"durationMs", "transcript"},
				content.KindCarousel: {"durationMs", "transcript"},
			},
		},
		Accounts: sources.AccountRules{
			IsID:         isID,
			IsHandle:     isClipUser,
			Address:      accountURL,
			Lookup:       true,
			ListByHandle: true,
		},
		Comments: &sources.CommentRules{},
		Search:   &sources.SearchRules{Accounts: true},
		Capture:  &sources.CaptureRules{Version: "1", Read: readCapture, Comments: capturedComments, IsPrivate: isPrivatePage},
	}
}
