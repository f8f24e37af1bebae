package youtube

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

// TestAnswersOfTheOfficialAPI: a refusal says nothing about what was asked for, unless its reason does.
func TestAnswersOfTheOfficialAPI(t *testing.T) {
	t.Parallel()
	refusal := func(reason string) string { return `{"error":{"errors":[{"reason":"` + reason + `"}]}}` }
	video := func(title, channel string) string {
		return `{"items":[{"id":"aInvented01","snippet":{"title":"` + title + `","channelId":"` + channel + `"}}]}`
	}
	item := func(a *api) error { _, err := a.item(t.Context(), named(someVideo)); return err }
	account := func(a *api) error {
		_, err := a.account(t.Context(), sources.AccountSelector{ID: someChannel})
		return err
	}
	comments := func(a *api) error {
		_, err := a.comments(t.Context(), sources.CommentsRequest{Link: named(someVideo).Link})
		return err
	}
	list := func(collection string) func(a *api) error {
		return func(a *api) error {
			_, err := a.items(t.Context(), sources.ListRequest{Known: accountRef(someChannel, "", "A"), Collection: collection})
			return err
		}
	}
	const none = `{"items":[]}`
	for _, tt := range []struct {
		name   string
		status int
		body   string
		all    string // what the playlist of all uploads answers
		ask    func(*api) error
		want   apierror.Code
	}{
		{"comments are turned off", 403, refusal("commentsDisabled"), "", comments, ""},
		{"comments, refused", 403, refusal("forbidden"), "", comments, apierror.CodeRouteDegraded},
		{"a playlist that is private", 403, refusal("playlistItemsNotAccessible"), "", list("videos"), apierror.CodeUnavailablePrivate},
		{"a reason with another status", 400, refusal("commentsDisabled"), "", comments, apierror.CodeRouteDegraded},
		{"comments of nothing", 404, refusal("videoNotFound"), "", comments, apierror.CodeNotFound},
		{"a cut answer", 200, `{"items":[`, "", item, apierror.CodeNetworkTransport},
		{"a page", 200, `<html></html>`, "", item, apierror.CodeSourceChanged},
		{"nothing", 200, ``, "", item, apierror.CodeSourceChanged},
		{"a video", 200, video("One", someChannel), "", item, ""},
		{"a video without a title", 200, video("", someChannel), "", item, apierror.CodeSourceChanged},
		{"a video without a channel", 200, video("One", ""), "", item, apierror.CodeSourceChanged},
		{"no such channel", 200, none, "", account, apierror.CodeNotFound},
		{"a channel, refused", 403, refusal("forbidden"), "", account, apierror.CodeRouteDegraded},
		{"no videos, no uploads", 404, "{}", none, list("videos"), ""},
		{"no videos, but uploads", 404, "{}", `{"items":[{"contentDetails":{"videoId":"aInvented01"}}]}`, list("videos"), apierror.CodeSourceChanged},
		{"no videos, and refused", 404, "{}", "", list("videos"), ""},
		{"no shorts, but uploads", 404, "{}", `{"items":[{"contentDetails":{"videoId":"aInvented01"}}]}`, list("shorts"), ""},
	} {
		a := &api{key: apiKey, fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case !strings.HasPrefix(r.URL.Query().Get("playlistId"), "UU"+someChannel[2:]):
				w.WriteHeader(tt.status)
				_, _ = w.Write([]byte(tt.body))
			case tt.all == "":
				w.WriteHeader(http.StatusForbidden)
			default:
				_, _ = w.Write([]byte(tt.all))
			}
		}), Hosts()...)}
		want(t, tt.name, tt.ask(a), tt.want)
	}
}

// TestWhatTheOfficialAPIIsAsked: the order that was asked for, and no empty parameter, which the API refuses.
func TestWhatTheOfficialAPIIsAsked(t *testing.T) {
	t.Parallel()
	for sort, order := range map[string]string{"latest": "time", "top": "relevance"} {
		for _, token := range []string{"", "next"} {
			var asked string
			a := &api{key: apiKey, fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked = r.URL.RawQuery
				_, _ = w.Write([]byte(`{"items":[]}`))
			}), Hosts()...)}
			if _, err := a.comments(t.Context(), sources.CommentsRequest{Link: named(someVideo).Link, Sort: sort, Token: token}); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(asked, "order="+order) || strings.Contains(asked, "pageToken=") != (token != "") {
				t.Errorf("%s, %q: %s", sort, token, asked)
			}
		}
	}
}

// TestWhatTheOfficialAPIDoesNotSay stays unknown: who wrote a comment, followers that are exact, a length of nothing.
func TestWhatTheOfficialAPIDoesNotSay(t *testing.T) {
	t.Parallel()
	for authors, want := range map[string]string{
		`"channelId":"UCa","authorChannelId":{"value":"UCa"}`: "true", `"channelId":"UCa","authorChannelId":{"value":"UCb"}`: "false", `"channelId":"UCa"`: "-", `"authorChannelId":{"value":"UCa"}`: "-",
	} {
		got := "-"
		if by := apiComment(gjson.Parse(`{"id":"c1","snippet":{` + authors + `}}`)).ByItemAuthor; by != nil {
			got = strconv.FormatBool(*by)
		}
		if got != want {
			t.Errorf("%s: by the author %s, want %s", authors, got, want)
		}
	}
	for stats, want := range map[string]bool{`"subscriberCount":"999"`: false, `"subscriberCount":"1000"`: true, `"subscriberCount":"1000","hiddenSubscriberCount":true`: false, ``: false} {
		a := &api{key: apiKey, fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(`{"items":[{"id":"` + someChannel + `","snippet":{"title":"A"},"statistics":{` + stats + `}}]}`))
		}), Hosts()...)}
		account, err := a.account(t.Context(), sources.AccountSelector{ID: someChannel})
		if err != nil || account.VideoSite.FollowersApproximate != want {
			t.Errorf("%s: %+v, %v", stats, account, err)
		}
	}
	rows := []content.ItemSummary{*newRow(someVideo, content.KindVideo, "One", nil)}
	if addStats(rows, gjson.Parse(`{"items":[{"id":"aInvented01","contentDetails":{"durationMillis":"0"}}]}`)); rows[0].DurationMs != nil {
		t.Errorf("a length of nothing: %d", *rows[0].DurationMs)
	}
}
