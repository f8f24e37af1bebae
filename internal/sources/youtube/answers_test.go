package youtube

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/tidwall/gjson"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
	"socialdata/internal/sources/sourcestest"
)

// read parses an invented answer.
func read(body string) answer {
	doc, _ := readAnswer(body)
	return doc
}

// plays plays the platform: f returns the body for an endpoint and a request's body, "" for a refusal. asked are the
// endpoints in order, without those for visitor ids.
func plays(t *testing.T, f func(endpoint, body string) string) (s *site, asked *[]string) {
	t.Helper()
	asked = new([]string)
	var mu sync.Mutex
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		endpoint := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
		raw, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		if endpoint != "visitor_id" {
			*asked = append(*asked, endpoint)
		}
		body := f(endpoint, string(raw))
		if body == "" {
			w.WriteHeader(http.StatusForbidden)
		}
		_, _ = io.WriteString(w, body)
	})
	return &site{fetch: sourcestest.Fetcher(t, h, Hosts()...)}, asked
}

// number writes a count; "-" if it is unknown.
func number(n *int64) string {
	if n == nil {
		return "-"
	}
	return gjson.Result{Type: gjson.Number, Num: float64(*n)}.String()
}

// TestRefusedPrograms: the platform answers a program that it retired with 400.
func TestRefusedPrograms(t *testing.T) {
	t.Parallel()
	for status, code := range map[string]apierror.Code{"FAILED_PRECONDITION": apierror.CodeSourceChanged, "NOT_FOUND": apierror.CodeNotFound, "RESOURCE_EXHAUSTED": apierror.CodeRouteDegraded} {
		_, err := parseResponse(&sources.Answer{Status: http.StatusBadRequest, Body: []byte(`{"error":{"status":"` + status + `"}}`)}, client{}, "account")
		want(t, status, err, code)
	}
}

const (
	described = `"videoDetails":{"videoId":"aInvented01","title":"Lamps","channelId":"UCinventedinventedinvent","author":"A","viewCount":"7","lengthSeconds":"9"}`
	visible   = `{"playabilityStatus":{"status":"OK"},` + described + `}`
	notABot   = `"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":"Sign in to confirm you’re not a bot"}`
	silent    = `{"responseContext":{},"contents":{}}`
)

// isWeb reports whether a request is the desktop page's.
func isWeb(body string) bool { return gjson.Get(body, "context.client.clientName").String() == "WEB" }

// TestNobodyIsAskedTwiceForNothing: who answered about the video is not asked again, nor is another program.
func TestNobodyIsAskedTwiceForNothing(t *testing.T) {
	t.Parallel()
	const private = `{"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":"This video is private"}}`
	for name, tt := range map[string]struct{ body, page, apps string }{
		"visible":                     {visible, "player", "player"},
		"private":                     {private, "player", "player"},
		"refused":                     {`{` + notABot + `,"responseContext":{"visitorData":"other"}}`, "player player", "player player player player reel_item_watch reel_item_watch"},
		"refused, but described":      {`{` + notABot + `,` + described + `}`, "player", "player player player player reel_item_watch reel_item_watch"},
		"not there":                   {`{"playabilityStatus":{"status":"ERROR","reason":"Gone."}}`, "player", "player reel_item_watch"},
		"no answer about any video":   {`{"playabilityStatus":{"status":"ERROR","reason":"The page needs to be reloaded."}}`, "player", "player player reel_item_watch"},
		"nothing but the first words": {`{"responseContext":{}}`, "player player", "player player reel_item_watch"},
	} {
		play := func(ask func(s *site)) string {
			given := 0
			s, asked := plays(t, func(endpoint, _ string) string {
				if endpoint == "visitor_id" {
					given++
					return `{"responseContext":{"visitorData":"given` + strconv.Itoa(given) + `"}}`
				}
				return tt.body
			})
			ask(s)
			return strings.Join(*asked, " ")
		}
		if got := play(func(s *site) { _, _ = s.player(t.Context(), someVideo) }); got != tt.page {
			t.Errorf("%s: the page asked %q, want %q", name, got, tt.page)
		}
		if got := play(func(s *site) { s.apps(t.Context(), someVideo) }); got != tt.apps {
			t.Errorf("%s: the apps asked %q, want %q", name, got, tt.apps)
		}
	}
}

// TestAnAnswerWithoutContentsIsAskedForOnceMore: the platform sends nothing but the context at times.
func TestAnAnswerWithoutContentsIsAskedForOnceMore(t *testing.T) {
	t.Parallel()
	first := true
	s, asked := plays(t, func(endpoint, _ string) string {
		if endpoint != "browse" || !first {
			return tabs(lockup)
		}
		first = false
		return `{"responseContext":{},"trackingParams":"CAA"}`
	})
	page, err := s.items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: someChannel}, Collection: "videos"})
	if err != nil || len(page.Rows) != 1 || len(*asked) != 2 {
		t.Errorf("%+v, %v by %q", page, err, *asked)
	}
}

// TestOnlyThePhoneNamesItsSystem: another program that did so would be known as none of the platform's.
func TestOnlyThePhoneNamesItsSystem(t *testing.T) {
	t.Parallel()
	s := &site{}
	for what, c := range map[string]client{"phone": s.android(), "headset": s.vision(), "page": s.web()} {
		program, _ := c.context("")["client"].(map[string]any)
		if _, names := program["androidSdkVersion"]; names != (what == "phone") {
			t.Errorf("%s: %v", what, program)
		}
	}
}

// TestARefusalWithoutAnotherVisitor: where the refusal repeats the visitor, or hands out none that may be sent, a new one is asked for.
func TestARefusalWithoutAnotherVisitor(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{"": "new1", "old1": "new1", "a b": "new1", "other": "other"} {
		s, _ := plays(t, func(string, string) string { return `{"responseContext":{"visitorData":"new1"}}` })
		s.visitor.replace("", "old1")
		refusal := read(`{"responseContext":{"visitorData":"` + given + `"}}`)
		refusal.asked = "old1"
		if got := s.otherVisitor(t.Context(), s.web(), refusal); got != want || s.visitor.use() != want {
			t.Errorf("%q: %q, want %q", given, got, want)
		}
	}
}

// aVideo answers for a video: its player, the page around it, and its comments behind a continuation.
func aVideo(player, around, comments string) func(endpoint, body string) string {
	return func(endpoint, body string) string {
		switch {
		case endpoint == "player":
			return player
		case endpoint == "next" && gjson.Get(body, "continuation").Exists():
			return comments
		case endpoint == "next":
			return around
		}
		return ""
	}
}
