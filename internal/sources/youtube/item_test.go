package youtube

import (
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
)

// TestWhichAnswerAnItemIsOf joins the browser's player, an app's and the page around the video.
func TestWhichAnswerAnItemIsOf(t *testing.T) {
	t.Parallel()
	const by = `"channelId":"` + someChannel + `","author":"A"`
	around := next{owner: someChannel, handle: "around", likes: new(int64(5)), comments: new(int64(6))}
	for name, tt := range map[string]struct {
		page, phone string
		comments    *int64
		next        next
		want        string // title, handle, views, likes, comments, length, picture; "" without an item
	}{
		"the browser's alone": {`{"videoDetails":{"title":"Page",` + by + `,"viewCount":"1","lengthSeconds":"9","thumbnail":{"thumbnails":[{"url":"https://i.ytimg.com/own"}]}},
			"microformat":{"playerMicroformatRenderer":{"ownerProfileUrl":"http://www.youtube.com/@own","likeCount":"2","lengthSeconds":"10","thumbnail":{"thumbnails":[{"url":"https://i.ytimg.com/other"}]}}}}`,
			`{"videoDetails":{"title":"Phone",` + by + `,"viewCount":"100"}}`, new(int64(3)), around, "Page own 1 2 3 9000 https://i.ytimg.com/own"},
		"an app's, where the browser's has no title": {`{"videoDetails":{"viewCount":"1"}}`, `{"videoDetails":{"title":"Phone",` + by + `,"viewCount":"100","lengthSeconds":"0"}}`, nil, around, "Phone around 100 5 6 - -"},
		"the format, where nobody has a title":       {`{"videoDetails":{"viewCount":"1","lengthSeconds":"0"},"microformat":{"playerMicroformatRenderer":{"title":{"simpleText":"Format"},"externalChannelId":"` + someChannel + `","lengthSeconds":"8","thumbnail":{"thumbnails":[{"url":"https://i.ytimg.com/format"}]}}}}`, `{}`, nil, next{owner: "UCanotheranotheranother1", handle: "other"}, "Format - 1 - - 8000 https://i.ytimg.com/format"},
		"no channel":                                 {`{"videoDetails":{"title":"Page"}}`, `{}`, nil, around, ""},
		"no title":                                   {`{"videoDetails":{` + by + `}}`, `{}`, nil, around, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			item, err := responses{page: readPlayer(read(tt.page)), phone: readPlayer(read(tt.phone)), comments: tt.comments, next: tt.next}.item(someVideo, "")
			if tt.want == "" {
				want(t, "item", err, apierror.CodeSourceChanged)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			picture := "-"
			if len(item.Thumbnails) > 0 {
				picture = item.Thumbnails[0].URL
			}
			handle := "-"
			if item.Author.Handle != nil {
				handle = *item.Author.Handle
			}
			words := []string{*item.Title, handle, number(item.Stats.Views), number(item.Stats.Likes), number(item.Stats.Comments), number(item.DurationMs), picture}
			if got := strings.Join(words, " "); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// TestKindsOfVideos: the browser's answer decides, the link is a hint where it says nothing.
func TestKindsOfVideos(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		format     string
		hint, want content.Kind
	}{
		{`"canonicalUrl":"https://www.youtube.com/shorts/aInvented01"`, content.KindVideo, content.KindShort},
		{`"canonicalUrl":"https://www.youtube.com/watch?v=aInvented01","isShortsEligible":true`, content.KindShort, content.KindVideo},
		{`"isShortsEligible":true`, content.KindVideo, content.KindShort},
		{`"isShortsEligible":false`, content.KindShort, content.KindVideo},
		{``, content.KindShort, content.KindShort},
		{``, "", content.KindVideo},
	} {
		if got := readPlayer(read(`{"microformat":{"playerMicroformatRenderer":{` + tt.format + `}}}`)).kind(tt.hint); got != tt.want {
			t.Errorf("%s, hint %q: %q, want %q", tt.format, tt.hint, got, tt.want)
		}
	}
}

// TestPlayersWithoutMedia: what has not begun, runs or is processed has no file, which is no block; what is refused may have one.
func TestPlayersWithoutMedia(t *testing.T) {
	t.Parallel()
	const details = `"videoDetails":{"title":"T","channelId":"` + someChannel + `"`
	for name, tt := range map[string]struct {
		body          string
		pending, none bool
	}{
		"runs":               {`{"playabilityStatus":{"status":"OK"},` + details + `,"isLive":true}}`, false, true},
		"has not begun":      {`{"playabilityStatus":{"status":"LIVE_STREAM_OFFLINE"},` + details + `}}`, true, true},
		"is processed":       {`{"playabilityStatus":{"status":"UNPLAYABLE","reason":"We're processing this video."},` + details + `}}`, true, true},
		"plays, though late": {`{"playabilityStatus":{"status":"OK","reason":"We're processing this video."},` + details + `}}`, false, false},
		"is not described":   {`{"playabilityStatus":{"status":"LIVE_STREAM_OFFLINE"}}`, false, false},
	} {
		p := readPlayer(read(tt.body))
		inApps := responses{apps: []appAnswer{{err: errRefused}, {player: p}}}.hasNoMedia()
		if p.isPending() != tt.pending || inApps != tt.none || (responses{page: p}).hasNoMedia() != tt.none {
			t.Errorf("%s: pending %v, without media %v", name, p.isPending(), inApps)
		}
	}
	if (responses{apps: []appAnswer{{err: errRefused, player: player{details: gjson.Parse(`{"isLive":true}`)}}}}).hasNoMedia() {
		t.Error("an app that failed says nothing about the media")
	}
}

// TestRulesThatRestrict: only an answer that describes the video and names the rule restricts it.
func TestRulesThatRestrict(t *testing.T) {
	t.Parallel()
	const details = `,"videoDetails":{"title":"T","channelId":"` + someChannel + `"}`
	said := func(status, reason, more string) player {
		return readPlayer(read(`{"playabilityStatus":{"status":"` + status + `","reason":"` + reason + `"}` + more + `}`))
	}
	members := said("UNPLAYABLE", "Available to this channel's members", details)
	for name, tt := range map[string]struct {
		v    responses
		want content.RestrictionKind
	}{
		"the page names it":        {responses{page: members}, content.RestrictedMembers},
		"an app names it":          {responses{page: said("OK", "", details), apps: []appAnswer{{err: errRefused}, {player: members}}}, content.RestrictedMembers},
		"an app that failed":       {responses{apps: []appAnswer{{err: errRefused, player: members}}}, ""},
		"who names it knows it":    {responses{page: said("UNPLAYABLE", "Available to this channel's members", "")}, ""},
		"not found":                {responses{page: said("ERROR", "Video unavailable for members", "")}, ""},
		"removed, with a word":     {responses{page: said("ERROR", "Removed by its members", details)}, ""},
		"by its status":            {responses{page: said("AGE_CHECK_REQUIRED", "", details)}, content.RestrictedByAge},
		"by another status":        {responses{page: said("CONTENT_CHECK_REQUIRED", "", details)}, content.RestrictedByAge},
		"words before the status":  {responses{page: said("AGE_CHECK_REQUIRED", "Not in your country", details)}, content.RestrictedByRegion},
		"refused without any rule": {responses{page: said("UNPLAYABLE", "No.", details)}, ""},
	} {
		kind := content.RestrictionKind("")
		if tt.v.findRestriction() {
			kind = tt.v.restriction.Kind
		}
		if kind != tt.want {
			t.Errorf("%s: %q, want %q", name, kind, tt.want)
		}
	}
}

// TestCountsAroundAVideo are exact or unknown: what the page shortens is not told as exact.
func TestCountsAroundAVideo(t *testing.T) {
	t.Parallel()
	like := func(label string) gjson.Result {
		return gjson.Parse(`{"likeButtonViewModel":{"accessibilityText":"` + label + `"}}`)
	}
	for label, want := range map[string]string{"like this video along with 5,471,574 other people": "5471574", "like this video along with 12K other people": "-", "2,560 likes": "2560", "Like": "-"} {
		if got := number(likes(like(label))); got != want {
			t.Errorf("%q: %s, want %s", label, got, want)
		}
	}
	panel := func(title, info string) string {
		return `{"engagementPanelTitleHeaderRenderer":{"title":{"simpleText":"` + title + `"},"contextualInfo":{"simpleText":"` + info + `"}}}`
	}
	for panels, want := range map[string]string{panel("Chapters", "7") + "," + panel("Comments", "46"): "46", panel("Comments", "1.2K"): "-", panel("Chapters", "7"): "-"} {
		if got := number(commentCount("[" + panels + "]")); got != want {
			t.Errorf("%s: %s, want %s", panels, got, want)
		}
	}
}

// TestWhereCountsComeFrom asks around the video only for a count that is missing, and marks an item whose count could not be read.
func TestWhereCountsComeFrom(t *testing.T) {
	t.Parallel()
	player := func(likes string) string {
		return strings.TrimSuffix(visible, "}") + `,"microformat":{"playerMicroformatRenderer":{` + likes + `}}}`
	}
	total := func(words string) string {
		return `{"x":{"commentsHeaderRenderer":{"countText":{"simpleText":"` + words + `"}}}}`
	}
	around := func(count, message string) string {
		return `{"contents":{"videoPrimaryInfoRenderer":{"likeButtonViewModel":{"accessibilityText":"like this video along with 5 other people"}},` +
			`"itemSectionRenderer":{"sectionIdentifier":"comment-item-section","contents":[{"messageRenderer":{"text":{"simpleText":"` + message + `"}}}]}},` +
			`"engagementPanels":[{"engagementPanelTitleHeaderRenderer":{"title":{"simpleText":"Comments"},"contextualInfo":{"simpleText":"` + count + `"}}}]}`
	}
	likes := `"likeCount":"3"`
	for name, tt := range map[string]struct {
		player, comments, around string
		asked                    int // pages around a video and of comments
		likes, total             string
		part                     bool
	}{
		"all are told at once":              {player(likes), total("46 Comments"), "", 1, "3", "46", false},
		"likes are hidden from the player":  {player(""), total("46 Comments"), around("", ""), 2, "5", "46", false},
		"likes are hidden, nothing answers": {player(""), total("46 Comments"), "", 2, "-", "46", true},
		"comments are rounded":              {player(likes), total("1.2K Comments"), around("1,234", ""), 2, "3", "1234", false},
		"comments fail, another page knows": {player(likes), "", around("1,234", ""), 2, "3", "1234", false},
		"comments fail, they are off":       {player(likes), "", around("", "Comments are turned off."), 2, "3", "-", false},
		"comments fail, nothing is known":   {player(likes), "", around("", ""), 2, "3", "-", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, asked := plays(t, aVideo(tt.player, tt.around, tt.comments))
			item, err := s.item(t.Context(), named(someVideo))
			if err != nil {
				t.Fatal(err)
			}
			next := slices.DeleteFunc(slices.Clone(*asked), func(endpoint string) bool { return endpoint != "next" })
			if number(item.Stats.Likes) != tt.likes || number(item.Stats.Comments) != tt.total || item.Incomplete != tt.part || len(next) != tt.asked {
				t.Errorf("likes %s, comments %s, incomplete %v by %q", number(item.Stats.Likes), number(item.Stats.Comments), item.Incomplete, *asked)
			}
		})
	}
}
