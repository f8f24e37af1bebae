package youtube

import (
	"net/http"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
	"socialdata/internal/sources/sourcestest"
)

const (
	someVideo   = "aInvented01"
	someChannel = "UCinventedinventedinvent"
)

// says plays the platform by fixed answers: the body of each endpoint, "" for one that is missing.
func says(t *testing.T, answers map[string]string) sources.Route {
	t.Helper()
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for endpoint, body := range answers {
			if strings.HasSuffix(r.URL.Path, endpoint) && body != "" {
				_, _ = w.Write([]byte(body))
				return
			}
		}
		w.WriteHeader(http.StatusForbidden)
	})
	return Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0]
}

// section is the page around a video with something in the place of its comments.
func section(element string) string {
	return `{"responseContext":{},"contents":{"twoColumnWatchNextResults":{"results":{"results":{"contents":[{"itemSectionRenderer":{"contents":[` + element +
		`],"sectionIdentifier":"comment-item-section"}}]}}}}}`
}

// results is a page of a search.
func results(elements string) string {
	return `{"responseContext":{},"contents":{"twoColumnSearchResultsRenderer":{"primaryContents":{"sectionListRenderer":{"contents":[{"itemSectionRenderer":{"contents":[` +
		elements + `]}}]}}}}}`
}

// tabs is a channel's tab of videos.
func tabs(elements string) string {
	return `{"responseContext":{},"metadata":{"channelMetadataRenderer":{"title":"Invented","externalId":"` + someChannel + `"}},` +
		`"contents":{"twoColumnBrowseResultsRenderer":{"tabs":[{"tabRenderer":{"selected":true,"endpoint":{"commandMetadata":{"webCommandMetadata":{"url":"/@invented/videos"}}},` +
		`"content":{"richGridRenderer":{"contents":[` + elements + `]}}}}]}}}`
}

const (
	lockup = `{"richItemRenderer":{"content":{"lockupViewModel":{"contentId":"aInvented01","contentType":"LOCKUP_CONTENT_TYPE_VIDEO","metadata":{"lockupMetadataViewModel":{"title":{"content":"One"}}}}}}}`
	thread = `{"commentThreadRenderer":{"commentViewModel":{"commentViewModel":{"commentKey":"key","commentId":"c1"}}}}`
)

// TestAnswersThatCanBeMisread plays refusals, passing trouble and unknown shapes: none is an empty success, an end of a list or a
// statement about the content.
func TestAnswersThatCanBeMisread(t *testing.T) {
	t.Parallel()
	link := named(someVideo).Link
	comments := func(r sources.Route) error {
		_, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link})
		return err
	}
	replies := func(r sources.Route) error {
		_, err := r.Comments(t.Context(), sources.CommentsRequest{Link: link, Parent: "c0"})
		return err
	}
	search := func(r sources.Route) error {
		_, err := r.Search(t.Context(), sources.SearchRequest{Query: "invented"})
		return err
	}
	people := func(r sources.Route) error {
		_, err := r.Accounts(t.Context(), sources.SearchRequest{Query: "invented"})
		return err
	}
	list := func(r sources.Route) error {
		_, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: someChannel}, Collection: "videos"})
		return err
	}
	account := func(r sources.Route) error {
		_, err := r.Account(t.Context(), sources.AccountSelector{Handle: "invented"})
		return err
	}
	item := func(r sources.Route) error { _, err := r.Item(t.Context(), named(someVideo)); return err }
	const bare = `{"responseContext":{"visitorData":"aaaa"},"trackingParams":"CAA"}`
	refusal := func(words string) string {
		return `{"responseContext":{},"playabilityStatus":{"status":"ERROR","reason":"` + words + `"}}`
	}
	channel := `{"responseContext":{},"endpoint":{"browseEndpoint":{"browseId":"` + someChannel + `"}}}`
	for _, tt := range []struct {
		name    string
		answers map[string]string
		ask     func(sources.Route) error
		want    apierror.Code
	}{
		{"Restricted Mode hides comments", map[string]string{"/next": section(`{"messageRenderer":{"text":{"simpleText":"Restricted Mode has hidden comments for this video."}}}`)}, comments, apierror.CodeRouteDegraded},
		{"comments are turned off", map[string]string{"/next": section(`{"messageRenderer":{"text":{"simpleText":"Comments are turned off."}}}`)}, comments, ""},
		{"comments whose contents stand elsewhere", map[string]string{"/next": `{"responseContext":{},"contents":{"itemSectionRenderer":{"sectionIdentifier":"comment-item-section","contents":[{"continuationItemViewModel":{"continuationCommand":{"innertubeCommand":{"continuationCommand":{"token":"t"}}}}}]}},` +
			`"onResponseReceivedEndpoints":[{"reloadContinuationItemsCommand":{"continuationItems":[` + thread + `]}}]}`}, comments, apierror.CodeSourceChanged},
		{"a network administrator", map[string]string{"/player": refusal("This video is restricted. Please check the Google Workspace administrator and/or the network administrator restrictions."), "/next": section("")}, item, apierror.CodeRouteDegraded},
		{"content that is not on this app", map[string]string{"/player": refusal("The following content is not available on this app."), "/next": section("")}, item, apierror.CodeRouteDegraded},
		{"an alert without a fact", map[string]string{"/browse": `{"responseContext":{},"alerts":[{"alertRenderer":{"type":"ERROR","text":{"simpleText":"Unknown error."}}}]}`}, list, apierror.CodeRouteDegraded},
		{"an alert that says missing", map[string]string{"/browse": `{"responseContext":{},"alerts":[{"alertRenderer":{"type":"ERROR","text":{"simpleText":"This channel does not exist."}}}]}`, "/visitor_id": `{"responseContext":{"visitorData":"aaaa"}}`}, list, apierror.CodeNotFound},
		{"nothing but the context", map[string]string{"/browse": bare}, list, apierror.CodeRouteDegraded},
		{"a list of unknown elements", map[string]string{"/browse": tabs(`{"richItemRenderer":{"content":{"newCardViewModel":{"id":"x"}}}}`)}, list, apierror.CodeSourceChanged},
		{"a list with one known element", map[string]string{"/browse": tabs(lockup + `,{"newCardViewModel":{}}`)}, list, ""},
		{"an empty list", map[string]string{"/browse": tabs("")}, list, ""},
		{"results of unknown elements", map[string]string{"/search": results(`{"searchResultCardViewModel":{"entityId":"x"}}`)}, search, apierror.CodeSourceChanged},
		{"people of unknown elements", map[string]string{"/search": results(`{"personCardViewModel":{"entityId":"x"}}`)}, people, apierror.CodeSourceChanged},
		{"results of an unknown type", map[string]string{"/search": results(`{"lockupViewModel":{"contentId":"x","contentType":"LOCKUP_CONTENT_TYPE_NEW"}}`)}, search, apierror.CodeSourceChanged},
		{"results that are no videos", map[string]string{"/search": results(`{"lockupViewModel":{"contentId":"PLx","contentType":"LOCKUP_CONTENT_TYPE_PLAYLIST"}}`)}, search, ""},
		{"comments of unknown elements", map[string]string{"/next": commentPage(`{"commentCardViewModel":{"id":"x"}}`)}, comments, apierror.CodeSourceChanged},
		{"comments in the place of replies", map[string]string{"/next": commentPage(threadOf("1", "")), "/player": `{"playabilityStatus":{"status":"OK"},"videoDetails":{"title":"T","channelId":"` + someChannel + `"}}`}, replies, apierror.CodeSourceChanged},
		{"no results", map[string]string{"/search": results(`{"backgroundPromoRenderer":{}}`)}, search, ""},
		{"an address that leads on", map[string]string{"/resolve_url": `{"responseContext":{},"endpoint":{"urlEndpoint":{"url":"https://www.youtube.com/@invented"}}}`}, account, apierror.CodeSourceChanged},
		{"an address of another page", map[string]string{"/resolve_url": `{"responseContext":{},"endpoint":{"browseEndpoint":{"browseId":"FEwhat_to_watch"}}}`}, account, apierror.CodeNotFound},
		{"an account that is there", map[string]string{"/resolve_url": channel, "/browse": tabs(lockup)}, account, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.ask(says(t, tt.answers))
			if tt.want == "" && err != nil || tt.want != "" && !apierror.Is(err, tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}

// TestUnknownElementsAreAskedForOnceMore gives a page of a new shape to the first request, or to both.
func TestUnknownElementsAreAskedForOnceMore(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		unknown, rows int
		want          apierror.Code
	}{{1, 1, ""}, {2, 0, apierror.CodeSourceChanged}} {
		asked := 0
		r := Routes(sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, "/search") {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			asked++
			body := results(`{"videoRenderer":{"videoId":"aInvented01"}}`)
			if asked <= tt.unknown {
				body = results(`{"searchResultCardViewModel":{}}`)
			}
			_, _ = w.Write([]byte(body))
		}), Hosts()...), Options{})[0]
		page, err := r.Search(t.Context(), sources.SearchRequest{Query: "invented"})
		if asked != 2 || tt.want == "" && (err != nil || len(page.Rows) != tt.rows) || tt.want != "" && !apierror.Is(err, tt.want) {
			t.Errorf("%d unknown pages: %+v, %v, asked %d times", tt.unknown, page, err, asked)
		}
	}
}

// TestContinuationsOfEveryForm reads the token of the next page in each form that the platform uses.
func TestContinuationsOfEveryForm(t *testing.T) {
	t.Parallel()
	for name, element := range map[string]string{
		"renderer":            `{"continuationItemRenderer":{"continuationEndpoint":{"continuationCommand":{"token":"next"}}}}`,
		"renderer, executor":  `{"continuationItemRenderer":{"continuationEndpoint":{"commandExecutorCommand":{"commands":[{"other":{}},{"continuationCommand":{"token":"next"}}]}}}}`,
		"renderer, a button":  `{"continuationItemRenderer":{"button":{"buttonRenderer":{"command":{"continuationCommand":{"token":"next"}}}}}}`,
		"view model":          `{"continuationItemViewModel":{"continuationCommand":{"innertubeCommand":{"continuationCommand":{"token":"next"}}}}}`,
		"view model, several": `{"continuationItemViewModel":{"continuationCommand":{"innertubeCommand":{"commandExecutorCommand":{"commands":[{"continuationCommand":{"token":"next"}}]}}}}}`,
	} {
		r := says(t, map[string]string{"/browse": tabs(lockup + "," + element)})
		page, err := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: someChannel}, Collection: "videos"})
		if err != nil || page.Next != "next" || len(page.Rows) != 1 {
			t.Errorf("%s: %+v, %v", name, page, err)
		}
	}
}

// commentPage is a page of comments that stands behind every token.
func commentPage(elements string) string {
	entity := func(n string) string {
		return `{"payload":{"commentEntityPayload":{"key":"k` + n + `","properties":{"commentId":"c` + n + `","content":{"content":"words"}},"toolbar":{},"author":{}}}}`
	}
	return `{"responseContext":{},"contents":{"itemSectionRenderer":{"sectionIdentifier":"comment-item-section","contents":[{"continuationItemViewModel":{"continuationCommand":{"innertubeCommand":{"continuationCommand":{"token":"t"}}}}}]}},` +
		`"onResponseReceivedEndpoints":[{"appendContinuationItemsAction":{"continuationItems":[` + elements + `]}}],` +
		`"frameworkUpdates":{"entityBatchUpdate":{"mutations":[` + entity("1") + `,` + entity("2") + `,` + entity("3") + `]}}}`
}

// threadOf is a comment with something below it.
func threadOf(n, below string) string {
	return `{"commentThreadRenderer":{"commentViewModel":{"commentViewModel":{"commentKey":"k` + n + `","commentId":"c` + n + `"}},"replies":{"commentRepliesRenderer":{"subThreads":[` + below + `]}}}}`
}

func goesOn(token string) string {
	return `{"continuationItemViewModel":{"continuationCommand":{"innertubeCommand":{"commandExecutorCommand":{"commands":[{"continuationCommand":{"token":"` + token + `"}}]}}}}}`
}

// TestRepliesBelowReplies reads replies that stand in threads of their own, and asks for the rest of each thread in turn.
func TestRepliesBelowReplies(t *testing.T) {
	t.Parallel()
	r := says(t, map[string]string{"/next": commentPage(threadOf("1", threadOf("2", goesOn("below"))) + "," + threadOf("3", "") + "," + goesOn("next"))})
	ask := sources.CommentsRequest{Link: named(someVideo).Link, Parent: "c0", Token: "first later"}
	page, err := r.Comments(t.Context(), ask)
	if err != nil || len(page.Rows) != 3 || page.Rows[1].ID != "c2" || *page.Rows[1].ParentID != "c0" || page.Next != "below next later" {
		t.Errorf("replies: %+v, %v", page, err)
	}
	ask.Parent, ask.Token = "", ""
	if page, err = r.Comments(t.Context(), ask); err != nil || len(page.Rows) != 2 || page.Next != "next" {
		t.Errorf("comments: %+v, %v", page, err)
	}
}

// TestOrdersOfEveryForm finds the token of another order among commands that are executed together.
func TestOrdersOfEveryForm(t *testing.T) {
	t.Parallel()
	chip := func(token string) string {
		return `{"chipViewModel":{"tapCommand":{"innertubeCommand":{"commandExecutorCommand":{"commands":[{},{"continuationCommand":{"token":"` + token + `"}}]}}}}}`
	}
	doc, _ := readAnswer(`{"chipBarViewModel":{"chips":[` + chip("latest") + `,` + chip("popular") + `]}}`)
	if got := popularToken(scan.OpenOf(gjson.Parse(doc.raw))); got != "popular" {
		t.Errorf("popular: %q", got)
	}
	doc, _ = readAnswer(`{"sortFilterSubMenuRenderer":{"subMenuItems":[{},{"serviceEndpoint":{"commandExecutorCommand":{"commands":[{"continuationCommand":{"token":"latest"}}]}}}]}}`)
	if got := latestToken(doc); got != "latest" {
		t.Errorf("latest: %q", got)
	}
}

// TestStationsAndPlaylistsAsLockups reads a station as a video, and the playlist of a gated channel under its new header.
func TestStationsAndPlaylistsAsLockups(t *testing.T) {
	t.Parallel()
	station := func(id string) string {
		return `{"lockupViewModel":{"contentId":"` + id + `","contentType":"LOCKUP_CONTENT_TYPE_STATION","metadata":{"lockupMetadataViewModel":{"title":{"content":"Station"}}}}}`
	}
	r := says(t, map[string]string{"/search": results(station(someVideo) + "," + station("RDinvented"))})
	if page, err := r.Search(t.Context(), sources.SearchRequest{Query: "invented"}); err != nil || len(page.Rows) != 1 {
		t.Errorf("stations: %+v, %v", page, err)
	}
	doc := `{"responseContext":{},"header":{"pageHeaderRenderer":{"pageTitle":"Videos","content":{"pageHeaderViewModel":{"metadata":{"contentMetadataViewModel":{"metadataRows":[{"metadataParts":[{"text":{"content":"41 videos"}}]}]}}}}}},` +
		`"contents":{"itemSectionRenderer":{"contents":[` + station(someVideo) + `,` + goesOn("next") + `]}}}`
	s := &site{fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(doc)) }), Hosts()...)}
	page, err := s.playlist(t.Context(), someChannel, tabOf("videos"))
	if err != nil || len(page.Rows) != 1 || page.Next != "next" || page.Total == nil || *page.Total != 41 {
		t.Errorf("playlist: %+v, %v", page, err)
	}
}

// TestChannelsAsLockups reads accounts of a search in the shape since 2026.
func TestChannelsAsLockups(t *testing.T) {
	t.Parallel()
	r := says(t, map[string]string{"/search": results(`{"lockupViewModel":{"contentId":"` + someChannel + `","contentType":"LOCKUP_CONTENT_TYPE_CHANNEL","metadata":{"lockupMetadataViewModel":{"title":{"content":"Invented"},
		"metadata":{"contentMetadataViewModel":{"metadataRows":[{"metadataParts":[{"text":{"content":"@invented"}},{"text":{"content":"12.5K subscribers"}}]}]}}}}}},
		{"lockupViewModel":{"contentId":"RDinvented","contentType":"LOCKUP_CONTENT_TYPE_PLAYLIST"}}`)})
	page, err := r.Accounts(t.Context(), sources.SearchRequest{Query: "invented"})
	if err != nil || len(page.Rows) != 1 || len(page.Unread) != 0 || *page.Rows[0].Handle != "invented" || *page.Rows[0].Followers != 12_500 {
		t.Errorf("%+v, %v", page, err)
	}
}
