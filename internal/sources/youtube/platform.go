package youtube

import (
	"socialdata/internal/content"
	"socialdata/internal/sources"
)

// Platform describes YouTube.
func Platform() sources.Platform {
	return sources.Platform{
		Name:       content.VideoSite,
		Title:      "YouTube",
		Mark:       "M3 3.5h10A1.5 1.5 0 0 1 14.5 5v6a1.5 1.5 0 0 1-1.5 1.5H3A1.5 1.5 0 0 1 1.5 11V5A1.5 1.5 0 0 1 3 3.5zM6.8 6v4l3.2-2z",
		Hosts:      Hosts(),
		MediaRange: mediaRange,
		Links: sources.LinkRules{
			Hosts: []string{
				"youtube.com", "www.youtube.com", "m.youtube.com", "music.youtube.com", "gaming.youtube.com", "youtubekids.com",
				"www.youtubekids.com", "youtube-nocookie.com", "www.youtube-nocookie.com", "youtu.be", "www.youtu.be",
			},
			Recognize:     recognize,
			RecognizeList: recognizeList,
			Others:        "a playlist",
		},
		Items: sources.ItemRules{
			Kinds: []content.Kind{content.KindVideo, content.KindShort},
			IsID:  isVideoID,
			Link:  func(id string) sources.Link { return itemLink(id, "") },
			NotOffered: map[content.Kind][]string{
				content.KindVideo: {"stats.shares", "stats.saves"},
				content.KindShort: {"stats.shares", "stats.saves"},
			},
		},
		Accounts: sources.AccountRules{
			IsID:      isChannelID,
			IsHandle:  func(handle string) bool { return sources.IsName(handle, 100) },
			Address:   accountURL,
			Lookup:    true,
			Feed:      true,
			IDPattern: "UC[A-Za-z0-9_-]{22}",
		},
		Linked: []sources.ListKind{sources.ListPlaylist, sources.ListHashtag},
		Lists: sources.Parameters{
			{Name: "collection", Values: []string{"videos", "shorts", "streams"}, Default: "videos"},
			{Name: "sort", Values: []string{"latest", "popular"}, Default: "latest", Newest: "latest"},
		},
		Comments: &sources.CommentRules{Parameters: sources.Parameters{{Name: "sort", Values: []string{"top", "latest"}, Default: "top"}}},
		Search:   &sources.SearchRules{Accounts: true},
		Capture:  &sources.CaptureRules{Version: "1", Read: readCapture, Comments: capturedComments},
	}
}
