package youtube

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// behind gives the route with walls up, and the id of a video that everybody may see and that has captions.
func behind(t *testing.T, walls ...string) (r sources.Route, s *simulator.Simulator, id string) {
	t.Helper()
	r, s = play(t)
	id = localID(first(t, r, "lanternkitchen", "videos", "").Rows[0].ID)
	if err := s.Raise(walls...); err != nil {
		t.Fatal(err)
	}
	return r, s, id
}

// TestWhatTheWallsLeave: a wall in front of one program costs what only that program tells, and nothing is told that is
// not true of the video.
func TestWhatTheWallsLeave(t *testing.T) {
	const ok = apierror.Code("")
	for _, c := range []struct {
		walls                string
		item, captions, kept apierror.Code
	}{
		{"", ok, ok, ok},
		{"reload", ok, ok, ok},
		{"reload visitor", ok, ok, ok},
		{"reload bot_check", ok, apierror.CodeRouteDegraded, apierror.CodeRouteDegraded},
		{"reload session_over", ok, ok, ok},
		{"session_over", ok, ok, ok},
		{"reload vision_refused retired_android", ok, ok, ok},
		{"reload nothing", ok, apierror.CodeRouteDegraded, apierror.CodeRouteDegraded},
		{"reload retired_android retired_visionos", ok, apierror.CodeSourceChanged, apierror.CodeSourceChanged},
		{"reload retired_visionos", ok, ok, ok},
		{"reload retired_android", ok, ok, ok},
		{"reload empty_captions", ok, apierror.CodeRouteDegraded, ok},
		{"retired_web", ok, ok, ok},
		{"retired_web retired_android retired_visionos", apierror.CodeSourceChanged, apierror.CodeSourceChanged, apierror.CodeSourceChanged},
		{"retired_web bot_check", apierror.CodeSourceChanged, apierror.CodeSourceChanged, apierror.CodeSourceChanged},
		{"page", apierror.CodeRouteDegraded, apierror.CodeRouteDegraded, apierror.CodeRouteDegraded},
	} {
		t.Run(c.walls, func(t *testing.T) {
			walls := strings.Fields(c.walls)
			for i := range walls {
				walls[i] = "video_site." + walls[i]
			}
			r, _, id := behind(t, walls...)
			item, err := r.Item(t.Context(), named(id))
			want(t, "item", err, c.item)
			if err == nil && (item.Title == nil || item.Author == nil || item.Restriction != nil || item.Incomplete != slices.Contains(walls, "video_site.retired_web")) {
				t.Errorf("item %+v", item)
			}
			asked := named(id)
			asked.Transcript = true
			item, err = r.Item(t.Context(), asked)
			want(t, "captions", err, c.captions)
			if err == nil && item.Transcript == nil {
				t.Error("no captions were told as a fact")
			}
			m, err := r.Media(t.Context(), named(id))
			want(t, "media", err, c.kept)
			if err == nil && len(m.Files) == 0 {
				t.Error("no media was told as a fact")
			}
		})
	}
}

func want(t *testing.T, what string, err error, code apierror.Code) {
	t.Helper()
	if code == "" && err != nil || code != "" && !apierror.Is(err, code) {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}

// TestARetiredProgramIsNamed: the operator reads which value is stale, whatever was asked for.
func TestARetiredProgramIsNamed(t *testing.T) {
	r, _, id := behind(t, "video_site.retired_web", "video_site.retired_android", "video_site.retired_visionos")
	_, item := r.Item(t.Context(), named(id))
	_, account := r.Account(t.Context(), sources.AccountSelector{ID: inventedChannel})
	_, handle := r.Account(t.Context(), sources.AccountSelector{Handle: "nobody"})
	_, list := r.Items(t.Context(), sources.ListRequest{Account: sources.AccountSelector{ID: inventedChannel}, Collection: "videos"})
	_, search := r.Search(t.Context(), sources.SearchRequest{Query: "x"})
	_, comments := r.Comments(t.Context(), sources.CommentsRequest{Link: named(id).Link})
	for what, err := range map[string]error{"item": item, "account": account, "handle": handle, "list": list, "search": search, "comments": comments} {
		missing, _ := apierror.From(err).Details["missing"].([]string)
		if !apierror.Is(err, apierror.CodeSourceChanged) || len(missing) != 1 || !strings.Contains(missing[0], "WEB 2.") {
			t.Errorf("%s: %v, missing %v", what, err, missing)
		}
	}
}

// TestNoSuchVideoNeedsTwoWitnesses: the page alone is not believed while the apps are turned away; the answer for
// embedding pages is the second witness then.
func TestNoSuchVideoNeedsTwoWitnesses(t *testing.T) {
	r, s, _ := behind(t, "video_site.bot_check")
	_, err := r.Item(t.Context(), named("SimNobodyHa"))
	want(t, "embedding pages do not know it, either", err, apierror.CodeNotFound)
	s.Fail(simulator.Failure{Platform: "video_site", Path: "oembed", Status: 200, Body: `{"title":"It lives"}`})
	_, err = r.Item(t.Context(), named("SimNobodyHa"))
	want(t, "embedding pages show it", err, apierror.CodeRouteDegraded)
	s.Lower()
	_, err = r.Item(t.Context(), named("SimNobodyHa"))
	want(t, "an app says so, too", err, apierror.CodeNotFound)
}

// TestARefusalThatDescribes: refusals of the page in recorded words, with the details that they carry.
func TestARefusalThatDescribes(t *testing.T) {
	const details = `"videoDetails":{"videoId":"aInvented01","title":"Lamps","channelId":"UCinventedinventedinvent","author":"A","viewCount":"7","lengthSeconds":"9"}`
	for name, c := range map[string]struct {
		status string
		apps   string
		kind   content.RestrictionKind
		code   apierror.Code
		part   bool
	}{
		"bot check that describes":         {`"status":"LOGIN_REQUIRED","reason":"Sign in to confirm you’re not a bot"`, `{}`, "", "", true},
		"other words, apps turned away":    {`"status":"UNPLAYABLE","reason":"This content isn't available."`, `{}`, "", "", true},
		"other words, apps refuse too":     {`"status":"UNPLAYABLE","reason":"This content isn't available."`, `{"playabilityStatus":{"status":"UNPLAYABLE","reason":"no"},` + details + `}`, content.RestrictedOther, "", false},
		"members":                          {`"status":"UNPLAYABLE","reason":"This video is available to this channel's members on level: Fan"`, `{}`, content.RestrictedMembers, "", false},
		"a country, on copyright":          {`"status":"UNPLAYABLE","reason":"Video unavailable","messages":["This video contains content from X, who has blocked it in your country on copyright grounds"]`, `{}`, content.RestrictedByRegion, "", false},
		"upcoming":                         {`"status":"LIVE_STREAM_OFFLINE","reason":"This live event will begin in 3 hours."`, `{}`, "", "", false},
		"private, however it describes it": {`"status":"LOGIN_REQUIRED","reason":"This video is private"`, `{}`, "", apierror.CodeUnavailablePrivate, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.HasPrefix(r.URL.Path, "/youtubei.googleapis.com/"), r.Header.Get("X-YouTube-Client-Name") == "101":
					_, _ = io.WriteString(w, c.apps)
				case strings.HasPrefix(r.URL.Path, "/www.youtube.com/youtubei/v1/player"):
					_, _ = io.WriteString(w, `{"playabilityStatus":{`+c.status+`},`+details+`}`)
				default:
					_, _ = io.WriteString(w, `{"contents":{}}`)
				}
			})
			r := Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0]
			item, err := r.Item(t.Context(), named("aInvented01"))
			want(t, "item", err, c.code)
			if err != nil {
				return
			}
			kind := content.RestrictionKind("")
			if item.Restriction != nil {
				kind = item.Restriction.Kind
			}
			if *item.Title != "Lamps" || kind != c.kind || item.Incomplete != c.part {
				t.Errorf("%+v, restriction %q, want %q", item, kind, c.kind)
			}
		})
	}
}

// appCall is the body of an app's call.
type appCall struct {
	header http.Header
	body   struct {
		Context struct {
			Client struct{ ClientName, VisitorData, ClientScreen, Platform string }
		}
		Cpn           string
		PlayerRequest struct{ Cpn string }
	}
}

// recorded notes the calls of apps' players on their way to a platform.
func recorded(t *testing.T, platform http.Handler) (r sources.Route, calls func() []appCall) {
	var mu sync.Mutex
	var list []appCall
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(strings.NewReader(string(raw)))
		if strings.HasPrefix(r.URL.Path, "/youtubei.googleapis.com/") {
			call := appCall{header: r.Header}
			_ = json.Unmarshal(raw, &call.body)
			mu.Lock()
			list = append(list, call)
			mu.Unlock()
		}
		platform.ServeHTTP(w, r)
	})
	return Routes(sourcestest.Fetcher(t, h, Hosts()...), Options{})[0], func() []appCall {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(list)
	}
}

// TestAppsAreAskedAsAVisitor: with the id that the platform hands out, which is asked for once and kept, and in the form
// in which the apps ask.
func TestAppsAreAskedAsAVisitor(t *testing.T) {
	s := simulator.New()
	if err := s.Raise("video_site.visitor", "video_site.reload"); err != nil {
		t.Fatal(err)
	}
	r, calls := recorded(t, s)
	link, _ := sources.NewPlatforms(Platform()).Recognize(s.Samples()[0].Items[0])
	for range 3 {
		if _, err := r.Media(t.Context(), sources.ItemRequest{Link: link}); err != nil {
			t.Fatal(err)
		}
	}
	players := slices.DeleteFunc(calls(), func(c appCall) bool { return c.body.Cpn == "" && c.body.PlayerRequest.Cpn == "" })
	if len(players) != 6 {
		t.Errorf("%d calls of players, want two a question", len(players))
	}
	for _, c := range players {
		program := c.body.Context.Client
		if program.VisitorData == "" || c.header.Get("X-Goog-Visitor-Id") != program.VisitorData || c.header.Get("X-Goog-Api-Format-Version") != "2" ||
			program.ClientScreen != "WATCH" || !strings.HasPrefix(c.header.Get("User-Agent"), "com.google.") || len(c.body.Cpn+c.body.PlayerRequest.Cpn) != 16 {
			t.Errorf("%+v %v", c.body, c.header)
		}
	}
}

// TestABotCheckIsAskedOnceMore: with a fresh visitor id, and not a third time.
func TestABotCheckIsAskedOnceMore(t *testing.T) {
	var mu sync.Mutex
	var seen []string
	refuse := -1 // of the visitors that came, those before are refused
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		visitor := r.Header.Get("X-Goog-Visitor-Id")
		switch {
		case strings.Contains(r.URL.Path, "visitor_id"):
			_, _ = io.WriteString(w, `{"responseContext":{"visitorData":"first"}}`)
		case !strings.Contains(r.URL.Path, "youtubei.googleapis.com"):
			_, _ = io.WriteString(w, `{"contents":{}}`)
		case len(seen) <= refuse:
			seen = append(seen, visitor)
			_, _ = io.WriteString(w, `{"responseContext":{"visitorData":"second"},"playabilityStatus":{"status":"LOGIN_REQUIRED","reason":"Sign in to confirm you’re not a bot"}}`)
		default:
			seen = append(seen, visitor)
			_, _ = io.WriteString(w, `{"playabilityStatus":{"status":"OK"},"videoDetails":{"title":"Lamps","channelId":"UCinventedinventedinvent"}}`)
		}
	})
	s := &site{fetch: sourcestest.Fetcher(t, h, Hosts()...)}
	ask := func(refused int) string {
		mu.Lock()
		seen, refuse = nil, refused-1
		mu.Unlock()
		got := s.askVision(t.Context(), "aInvented01")
		return strings.Join(seen, " ") + " " + strings.ToLower(got.player.status)
	}
	if got := ask(1); got != "first second ok" {
		t.Errorf("refused once: %s", got)
	}
	if got := ask(0); got != "second ok" {
		t.Errorf("the new one is kept: %s", got)
	}
	if got := ask(9); got != "second first login_required" {
		t.Errorf("refused twice: %s", got)
	}
}

// TestANewerVersionIsLearned: the page names it, it is kept, and the page is not asked again for each call.
func TestANewerVersionIsLearned(t *testing.T) {
	r, s, id := behind(t, "video_site.renewed_web", "video_site.bot_check")
	for range 2 {
		if item, err := r.Item(t.Context(), named(id)); err != nil || item.Incomplete || item.PublishedAt == nil {
			t.Fatalf("%+v %v", item, err)
		}
		s.Fail(simulator.Failure{Platform: "video_site", Path: "sw.js_data", Status: 404})
	}
	if _, err := r.Account(t.Context(), sources.AccountSelector{Handle: "lanternkitchen"}); err != nil {
		t.Error(err)
	}
	if _, err := r.Account(t.Context(), sources.AccountSelector{Handle: "nobodyatall"}); !apierror.Is(err, apierror.CodeNotFound) {
		t.Errorf("nobody: %v", err)
	}
}

func TestLearnedVersions(t *testing.T) {
	for body, want := range map[string]string{
		`["2.20270101.01.00"]`: "2.20270101.01.00", `["2.20250101.01.00"]`: "2.20260603.05.00", `"2.20270101.01.00;x"`: "2.20260603.05.00", ``: "2.20260603.05.00",
	} {
		var l learnedVersion
		l.take([]byte(body))
		if got := l.newer("2.20260603.05.00"); got != want {
			t.Errorf("%s: %s", body, got)
		}
	}
	var l learnedVersion
	if !l.startLook() || l.startLook() {
		t.Error("the page is not looked at, or for each call")
	}
	if l.looked = time.Now().Add(-learnEvery); !l.startLook() {
		t.Error("the page is never looked at again")
	}
}

// TestNothingToKeepYet: what runs now or has not begun has no file, whatever stands before the apps; that is no block.
func TestNothingToKeepYet(t *testing.T) {
	for _, walls := range [][]string{nil, {"video_site.reload"}, {"video_site.reload", "video_site.bot_check"}} {
		r, _, _ := behind(t, walls...)
		for at, what := range []string{"upcoming", "live"} {
			id := localID(first(t, r, "marlow.maps", "streams", "").Rows[at].ID)
			if m, err := r.Media(t.Context(), named(id)); err != nil || len(m.Files) != 0 || m.Item.DurationMs != nil {
				t.Errorf("%s behind %v: %+v, %v", what, walls, m, err)
			}
		}
	}
}

// visitors plays a platform that hands out visitor ids in turn and notes with which one each other request came. refuse says
// which of these are refused, in the words given.
func visitors(t *testing.T, words string, refuse func(visitor string) bool) (s *site, seen func() []string, given func() int) {
	var mu sync.Mutex
	var list []string
	ids := 0
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		visitor := r.Header.Get("X-Goog-Visitor-Id")
		if strings.HasSuffix(r.URL.Path, "/visitor_id") {
			ids++
			_, _ = fmt.Fprintf(w, `{"responseContext":{"visitorData":"given%d"}}`, ids)
			return
		}
		list = append(list, visitor)
		if refuse(visitor) {
			_, _ = io.WriteString(w, `{"responseContext":{"visitorData":"`+visitor+`"},"playabilityStatus":{"status":"ERROR","reason":"`+words+`"}}`)
			return
		}
		_, _ = io.WriteString(w, `{"responseContext":{"visitorData":"`+visitor+`"},"playabilityStatus":{"status":"OK"},"videoDetails":{"title":"Lamps","channelId":"UCinventedinventedinvent"}}`)
	})
	count := func() int { mu.Lock(); defer mu.Unlock(); return ids }
	return &site{fetch: sourcestest.Fetcher(t, h, Hosts()...)}, func() []string { mu.Lock(); defer mu.Unlock(); return slices.Clone(list) }, count
}

// TestAVisitorFromTheFirstRequestOn has an id before the first request, whichever program asks, and another one after as many
// requests as one id is used for.
func TestAVisitorFromTheFirstRequestOn(t *testing.T) {
	s, seen, given := visitors(t, "", func(string) bool { return false })
	for range visitorCalls + 1 {
		if _, err := s.player(t.Context(), someVideo); err != nil {
			t.Fatal(err)
		}
	}
	list := seen()
	if list[0] != "given1" || list[visitorCalls-1] != "given1" || list[visitorCalls] != "given2" || given() != 2 {
		t.Errorf("%d ids; %q … %q, %q", given(), list[0], list[visitorCalls-1], list[visitorCalls])
	}
	s.visitor.drop("given2")
	if _, err := s.send(t.Context(), s.web(), "player", "", "given1", map[string]any{}); err != nil || s.visitor.use() != "" {
		t.Errorf("an id that was used up is taken from an answer that repeats it: %v", err)
	}
}

// TestAVisitorThatAskedTooMuch is replaced, once, by both programs that ask for players.
func TestAVisitorThatAskedTooMuch(t *testing.T) {
	const words = "This content isn’t available, try again later."
	for name, ask := range map[string]func(*site) error{
		"the browser": func(s *site) error {
			p, err := s.player(t.Context(), someVideo)
			return errors.Join(err, p.problem())
		},
		"the headset": func(s *site) error { return s.askVision(t.Context(), someVideo).problem() },
	} {
		s, seen, _ := visitors(t, words, func(visitor string) bool { return visitor == "given1" })
		if err := ask(s); err != nil || !slices.Equal(seen(), []string{"given1", "given2"}) {
			t.Errorf("%s: %v as %q", name, err, seen())
		}
		s, seen, _ = visitors(t, words, func(string) bool { return true })
		if err := ask(s); !apierror.Is(err, apierror.CodeRouteDegraded) || len(seen()) > 4 {
			t.Errorf("%s, refused for ever: %v as %q", name, err, seen())
		}
	}
}

// TestNoVisitorIsAskedForInVain twice within a minute by one program.
func TestNoVisitorIsAskedForInVain(t *testing.T) {
	asked := 0
	s := &site{fetch: sourcestest.Fetcher(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/visitor_id") {
			asked++
			w.WriteHeader(http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, `{"playabilityStatus":{"status":"OK"},"videoDetails":{"title":"Lamps","channelId":"UCinventedinventedinvent"}}`)
	}), Hosts()...)}
	left, leave := context.WithCancel(t.Context())
	leave()
	s.visitorFor(left, s.web()) // who left has not asked in vain
	for range 3 {
		if _, err := s.player(t.Context(), someVideo); err != nil {
			t.Fatal(err)
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}

// TestTheSecondHeadset is asked where the first is turned away, in the form of the page's host; its answer counts once.
func TestTheSecondHeadset(t *testing.T) {
	r, _, id := behind(t, "video_site.reload", "video_site.vision_refused", "video_site.retired_android")
	m, err := r.Media(t.Context(), named(id))
	if err != nil || len(m.Files) == 0 || !strings.Contains(m.Files[0].Header["User-Agent"], "Safari") {
		t.Errorf("%+v, %v", m, err)
	}
	asked := named(id)
	asked.Transcript = true
	if item, err := r.Item(t.Context(), asked); err != nil || item.Transcript == nil {
		t.Errorf("captions: %+v, %v", item, err)
	}
}
