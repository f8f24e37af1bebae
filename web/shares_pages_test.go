package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"socialdata/internal/content"
	"socialdata/internal/testkit"
	"socialdata/models/boards"
	"socialdata/models/db"
	"socialdata/models/modelstest"
	"socialdata/models/references"
	"socialdata/models/shares"
	"socialdata/web"
	"socialdata/web/webtest"
)

// showroom is a reference with a video, a transcript and notes on a board, and another reference that is on none.
type showroom struct {
	*webtest.Site
	t                       *testing.T
	reference, board, other string
	film                    string
}

func newShowroom(t *testing.T, s *webtest.Site) *showroom {
	t.Helper()
	notes := "Open with **this shot**."
	film := put(t, s, "lamp.mp4", []byte("what a lamp looks like"))
	h := &showroom{Site: s, t: t, film: film.SHA256}
	h.reference = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A lamp that floats", Notes: &notes, Media: []references.Media{film, transcriptOf(t, s, "en", "It floats by itself.")}})
	h.other = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A kettle that sings"})
	b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Lamps for May", Kind: boards.Manual, Sort: references.AsPlaced}, []string{h.reference})
	testkit.Must(t, err)
	h.board = b.ID
	return h
}

// share makes a share; body are its members but for what it shows.
func (h *showroom) share(of, body string) shareAnswer {
	h.t.Helper()
	if body != "" {
		body = "," + body
	}
	ids := map[string]string{"board": h.board, "reference": h.reference}
	return sharing(h.t, h.Site, h.AsOwner())(201, "POST", "/v1/shares", fmt.Sprintf(`{%q:%q%s}`, of, ids[of], body))
}

// stranger opens a path as a browser without a session does; cookie may be "".
func (h *showroom) stranger(path, cookie string) *webtest.Reply {
	return h.Do("GET", path, nil, map[string]string{"Accept": "text/html", "Cookie": cookie})
}

// give sends a password to the page of a share.
func (h *showroom) give(path, password string) *webtest.Reply {
	return h.Do("POST", path, url.Values{"password": {password}}.Encode(), map[string]string{"Content-Type": "application/x-www-form-urlencoded", "Origin": webtest.Origin})
}

var sharedFile = regexp.MustCompile(`(?:src|poster)="(/s/[^"]+/media/[^"]+)"`)

// files are the paths of the files on a page.
func files(page *webtest.Reply) (paths []string) {
	for _, found := range sharedFile.FindAllStringSubmatch(string(page.Body), -1) {
		paths = append(paths, found[1])
	}
	return paths
}

// TestPostsOfASharedBoardLeadToEachOther reads the addresses that lead from a post of a board to those beside it.
func TestPostsOfASharedBoardLeadToEachOther(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		third := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{SourceTitle: "A third"})
		b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Three", Kind: boards.Manual, Sort: references.AsPlaced}, []string{third, h.reference, h.other})
		testkit.Must(t, err)
		h.board = b.ID
		path := h.share("board", "").path() + "/references/"
		for id, want := range map[string][2]string{third: {"", h.reference}, h.reference: {third, h.other}, h.other: {h.reference, ""}} {
			page := string(h.stranger(path+id, "").Body)
			for n, rel := range []string{"prev", "next"} {
				if want[n] == "" && strings.Contains(page, `rel="`+rel+`"`) || want[n] != "" && !strings.Contains(page, `<a href="`+path+want[n]+`" rel="`+rel+`"`) {
					t.Errorf("%s leads elsewhere than %q as its %s", id, want[n], rel)
				}
			}
		}
		if alone := string(h.stranger(h.share("reference", "").path(), "").Body); strings.Contains(alone, `rel="next"`) {
			t.Error("a post that is shared alone leads to another one")
		}
	})
}

// TestStrangersSeeWhatIsIncludedAlone opens shares of a reference that include all, nothing and one thing each.
func TestStrangersSeeWhatIsIncludedAlone(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		parts := map[string]string{"notes": "Open with <strong>this shot</strong>.", "transcript": "It floats by itself.", "media": "<video"}
		for include, want := range map[string][]string{
			`"notes":true,"transcript":true,"media":true`: {"notes", "transcript", "media"}, "": nil,
			`"notes":true`: {"notes"}, `"transcript":true`: {"transcript"}, `"media":true`: {"media"},
		} {
			for _, of := range []string{"board", "reference"} {
				path := h.share(of, `"include":{`+include+`}`).path()
				if of == "board" {
					path += "/references/" + h.reference
				}
				page := h.stranger(path, "")
				body := string(page.Body)
				if page.Status != 200 || !strings.Contains(body, "A lamp that floats") || !strings.Contains(body, h.film) {
					t.Fatalf("%s with %s: %d %s", of, include, page.Status, body)
				}
				for part, text := range parts {
					if strings.Contains(body, text) != strings.Contains(strings.Join(want, " "), part) {
						t.Errorf("%s with %q: shows %s %v", of, include, part, strings.Contains(body, text))
					}
				}
				captions := h.Do("GET", strings.TrimSuffix(path, "/references/"+h.reference)+"/references/"+h.reference+"/captions.vtt", nil, nil)
				if (captions.Status == 200) != strings.Contains(include, "transcript") {
					t.Errorf("%s with %q: captions %d", of, include, captions.Status)
				}
				for _, of := range []string{"<script", "/w/", s.Workspace, "og:image", "http-equiv"} {
					if strings.Contains(body, of) {
						t.Errorf("the page of a stranger holds %s", of)
					}
				}
				if !strings.Contains(body, `property="og:title" content="A shared page"`) {
					t.Errorf("messengers take the title of the page: %.900s", body)
				}
				for name, want := range map[string]string{"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow, noarchive", "Cache-Control": "no-store"} {
					if page.Header.Get(name) != want {
						t.Errorf("%s: %q", name, page.Header.Get(name))
					}
				}
				if csp := page.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "script-src 'none'") || !strings.Contains(body, `name="robots" content="noindex`) {
					t.Errorf("scripts or robots are let in: %s", csp)
				}
			}
		}
	})
}

var (
	markup  = regexp.MustCompile(`<[^>]*>`)
	seconds = regexp.MustCompile(`\d:\d\d:\d\d`)
	folded  = regexp.MustCompile(`(?s)<details class="technical">.*?</details>`)
)

// TestSharedPagesAreForClients: they show no seconds, the beginning of an ad once, and fold what only few readers need.
func TestSharedPagesAreForClients(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		began := content.At(time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC))
		ad := modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Link: "ad_library:1", SourceTitle: "Lamps for all", Published: &began, Ad: &references.ObservedAd{Active: new(true), StartedAt: &began}})
		b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Ads", Kind: boards.Manual, Sort: references.AsPlaced}, []string{ad})
		testkit.Must(t, err)
		one := h.share("reference", `"include":{"media":true}`).path()
		h.board = b.ID
		board := h.share("board", "").path()
		for _, path := range []string{one, board, board + "/references/" + ad} {
			body := string(h.stranger(path, "").Body)
			if text := markup.ReplaceAllString(body, " "); !strings.Contains(text, "UTC") || seconds.MatchString(text) {
				t.Errorf("%s: %q in %s", path, seconds.FindString(text), text)
			}
		}
		if body := string(h.stranger(board, "").Body); !strings.Contains(body, "Active since") || strings.Contains(body, "Published") {
			t.Errorf("the beginning of an ad is shown twice: %s", mainOf(body))
		}
		body := string(h.stranger(one, "").Body)
		details, rest := strings.Join(folded.FindAllString(body, -1), ""), folded.ReplaceAllString(body, "")
		for _, fact := range []string{h.film, ">Address<"} {
			if !strings.Contains(details, fact) || strings.Contains(rest, fact) {
				t.Errorf("%s is not folded: %s", fact, mainOf(body))
			}
		}
	})
}

// TestASharesPageEndsAtOnce revokes a share and lets others end: its page, its pages below and its files are gone with the next request, all
// with the answer that a link has which never was.
func TestASharesPageEndsAtOnce(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		never := h.stranger("/s/"+strings.Repeat("x", 43), "")
		if never.Status != http.StatusNotFound || !strings.Contains(string(never.Body), "This link is gone") || !strings.Contains(string(never.Body), "<strong>Social Data</strong>") {
			t.Fatalf("%d %s", never.Status, never.Body)
		}
		ends := map[string]func(shareAnswer){
			"revoked": func(a shareAnswer) { sharing(t, s, s.AsOwner())(200, "DELETE", "/v1/shares/"+a.ID, "") },
			"expired": func(shareAnswer) { s.Clock.Add(2 * time.Minute) },
		}
		for name, end := range ends {
			made := h.share("board", fmt.Sprintf(`"include":{"media":true},"expiresAt":%q`, s.Clock.Now().Add(time.Minute).UTC().Format(time.RFC3339)))
			page := h.stranger(made.path(), "")
			list := files(page)
			if page.Status != 200 || len(list) == 0 {
				t.Fatalf("%s: %d %s", name, page.Status, page.Body)
			}
			list = append(list, files(h.stranger(made.path()+"/references/"+h.reference, ""))...)
			for _, file := range list {
				if r := h.Do("GET", file, nil, nil); r.Status != 200 || string(r.Body) != "what a lamp looks like" || r.Header.Get("Cache-Control") != "private, no-cache" {
					t.Fatalf("%s: %d %s", file, r.Status, r.Header.Get("Cache-Control"))
				}
			}
			end(made)
			for _, path := range []string{made.path(), made.path() + "/references/" + h.reference} {
				if r := h.stranger(path, ""); r.Status != http.StatusNotFound || string(r.Body) != string(never.Body) {
					t.Errorf("%s: %s answers %d %s", name, path, r.Status, r.Body)
				}
			}
			for _, file := range list {
				if r := h.Do("GET", file, nil, map[string]string{"If-None-Match": "*"}); r.Status != http.StatusNotFound {
					t.Errorf("%s: a file answers %d", name, r.Status)
				}
			}
		}
	})
}

// TestFilesOfASharesPageWorkBelowItAlone sends the signature of a file to other places, and of other files to the page.
func TestFilesOfASharesPageWorkBelowItAlone(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		one, two := h.share("reference", `"include":{"media":true}`), h.share("reference", `"include":{"media":true}`)
		bare := h.share("reference", "")
		file := files(h.stranger(one.path(), ""))[0]
		signature := file[strings.LastIndex(file, "/"):]
		r, err := s.Store.References.Find(t.Context(), s.Workspace, h.reference)
		testkit.Must(t, err)
		own := s.Do("POST", "/v1/media/"+*r.PrimaryMediaID+"/download-url", `{}`, s.AsKey()).JSON(t)["url"].(string)
		own = own[strings.LastIndex(own, "/"):]
		for path, want := range map[string]int{one.path() + "/media" + signature: 200, two.path() + "/media" + signature: 404, bare.path() + "/media" + signature: 404,
			"/media" + signature: 404, "/media" + own: 200, one.path() + "/media" + own: 404} {
			if got := s.Do("GET", path, nil, nil); got.Status != want {
				t.Errorf("%s: %d, want %d", path, got.Status, want)
			}
		}
		testkit.Must(t, s.Store.Boards.Delete(t.Context(), s.Workspace, h.board))
		s.Clock.Add(2 * time.Hour)
		if got := s.Do("GET", file, nil, nil); got.Status != http.StatusNotFound {
			t.Errorf("a link of two hours ago: %d", got.Status)
		}
	})
}

// TestSharedBoardsShowWhatIsOnThemAlone asks the page of a board for references that are not on it.
func TestSharedBoardsShowWhatIsOnThemAlone(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		theirs := newOther(t, s).ids["referenceId"]
		board, alone := h.share("board", "").path(), h.share("reference", "").path()
		for path, want := range map[string]int{board + "/references/" + h.reference: 200, board + "/references/" + h.other: 404, board + "/references/" + theirs: 404, board + "/references/x": 404, board + "?cursor=x": 404,
			alone + "/references/" + h.reference: 200, alone + "/references/" + h.other: 404} {
			if got := h.stranger(path, ""); got.Status != want {
				t.Errorf("%s: %d, want %d", path, got.Status, want)
			}
		}
		if body := string(h.stranger(board, "").Body); strings.Contains(body, "kettle") || !strings.Contains(body, "A lamp that floats") || !strings.Contains(body, "1 post") {
			t.Errorf("the board shows %s", body)
		}
		smart, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Kettles", Kind: boards.Smart, Filter: `{"q":"kettle"}`, Sort: references.LatestSaved}, nil)
		testkit.Must(t, err)
		kettles := sharing(t, s, s.AsOwner())(201, "POST", "/v1/shares", fmt.Sprintf(`{"board":%q}`, smart.ID)).path()
		for path, want := range map[string]int{kettles: 200, kettles + "/references/" + h.other: 200, kettles + "/references/" + h.reference: 404, kettles + "/references/" + theirs: 404} {
			if got := h.stranger(path, ""); got.Status != want || want == 200 && !strings.Contains(string(got.Body), "A kettle that sings") {
				t.Errorf("%s of a smart board: %d, want %d", path, got.Status, want)
			}
		}
		_, err = s.Store.Boards.Arrange(t.Context(), s.Workspace, h.board, boards.Arrangement{Remove: []string{h.reference}})
		testkit.Must(t, err)
		if got := h.stranger(board+"/references/"+h.reference, ""); got.Status != http.StatusNotFound {
			t.Errorf("after it was taken off: %d", got.Status)
		}
	})
}

// TestASharesPasswordOpensItAlone gives wrong and right passwords, and takes the cookie of one share to another.
func TestASharesPasswordOpensItAlone(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{SignIn: 1000}}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		const password = `"include":{"media":true},"openGraph":true,"password":"open sesame"`
		made, second := h.share("board", password), h.share("board", password)
		for _, path := range []string{made.path(), made.path() + "/references/" + h.reference, made.path() + "/references/" + h.reference + "/captions.vtt"} {
			if r := h.stranger(path, ""); r.Status != 200 || !strings.Contains(string(r.Body), "Password needed") || strings.Contains(string(r.Body), "amp") {
				t.Errorf("%s tells without the password: %d %s", path, r.Status, r.Body)
			}
		}
		if r := h.give(made.path(), ""); r.Status != http.StatusBadRequest {
			t.Errorf("no password: %d", r.Status)
		}
		if r := h.give(made.path(), "open sesame!"); r.Status != http.StatusUnauthorized || r.Header.Get("Set-Cookie") != "" {
			t.Errorf("a wrong password: %d", r.Status)
		}
		in := h.give(made.path(), "open sesame")
		cookie, rest, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
		if in.Status != http.StatusSeeOther || in.Header.Get("Location") != made.path() || !strings.Contains(rest, "HttpOnly") || !strings.Contains(rest, "Path="+made.path()) {
			t.Fatalf("%d %v", in.Status, in.Header)
		}
		page := h.stranger(made.path(), cookie)
		if !strings.Contains(string(page.Body), "A lamp that floats") || !strings.Contains(string(page.Body), `property="og:title" content="A shared page"`) {
			t.Errorf("with the password: %s", page.Body)
		}
		file := files(page)[0]
		for with, want := range map[string]int{cookie: 200, "": 404, "social_share=x": 404} {
			if r := s.Do("GET", file, nil, map[string]string{"Cookie": with}); r.Status != want {
				t.Errorf("a file with %q: %d", with, r.Status)
			}
		}
		if r := h.stranger(second.path(), cookie); !strings.Contains(string(r.Body), "Password needed") {
			t.Error("the password of one share opens another")
		}
		s.Clock.Add(13 * time.Hour)
		if r := h.stranger(made.path(), cookie); !strings.Contains(string(r.Body), "Password needed") {
			t.Error("a password is asked for once only")
		}
		if views := sharing(t, s, s.AsOwner())(200, "GET", "/v1/shares", ""); views.Items[1].Views != 1 || views.Items[0].Views != 0 {
			t.Errorf("views: %+v", views.Items)
		}
	})
}

// TestGuessingAtASharesPasswordIsLimited guesses until nothing more is checked, not even the right password.
func TestGuessingAtASharesPasswordIsLimited(t *testing.T) {
	each(t, webtest.Options{Rates: web.Rates{SignIn: 1000}}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		made, second := h.share("reference", `"password":"open sesame"`), h.share("reference", `"password":"open sesame"`)
		for n := range 5 {
			if r := h.give(made.path(), "wrong"); r.Status != http.StatusUnauthorized {
				t.Fatalf("guess %d: %d", n, r.Status)
			}
		}
		if r := h.give(made.path(), "open sesame"); r.Status != http.StatusTooManyRequests || !strings.Contains(string(r.Body), "Too many tries") {
			t.Errorf("after five guesses: %d %s", r.Status, r.Body)
		}
		if r := h.give(second.path(), "open sesame"); r.Status != http.StatusSeeOther {
			t.Errorf("another share: %d", r.Status)
		}
	})
}

// TestMessengersAreToldByTheOwnersWish looks for what messengers read.
func TestMessengersAreToldByTheOwnersWish(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		for _, of := range []string{"board", "reference"} {
			if body := string(h.stranger(h.share(of, `"include":{"media":true},"openGraph":true`).path(), "").Body); strings.Contains(body, "A shared page") || !strings.Contains(body, `property="og:description"`) || !strings.Contains(body, `property="og:title"`) {
				t.Errorf("%s: %.900s", of, body)
			}
		}
	})
}

// TestTheListOfAllSharesSaysWhoMadeThem shows the names of people, of former members and of keys, and asks before it revokes.
func TestTheListOfAllSharesSaysWhoMadeThem(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		board, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "For <Mara>", Kind: boards.Manual}, nil)
		testkit.Must(t, err)
		var last string
		for _, by := range []shares.Share{{UserID: s.OwnerID}, {UserID: "somebody"}, {KeyID: "a key"}} {
			by.WorkspaceID, by.BoardID, by.EndsAt = s.Workspace, &board.ID, db.Micros(time.Now().Add(time.Hour))
			made, _, err := s.Store.Shares.Create(t.Context(), by)
			testkit.Must(t, err)
			last = made.ID
		}
		all := "/w/" + s.Workspace + "/shares"
		owner, err := s.Store.Accounts.Member(t.Context(), s.Workspace, s.OwnerID)
		testkit.Must(t, err)
		list := string(s.Do("GET", all, "", s.AsOwner()).Body)
		for _, want := range []string{"For &lt;Mara&gt;", "by " + owner.Name, "by somebody who has left", "by an API key", all + "/" + last + "/revoke?from=all"} {
			if !strings.Contains(list, want) {
				t.Errorf("the list lacks %q", want)
			}
		}
		one := string(s.Do("GET", "/w/"+s.Workspace+"/boards/"+board.ID+"/share", "", s.AsOwner()).Body)
		for _, want := range []string{"by " + owner.Name, "by somebody who has left", "by an API key", "Make another link", all + "/" + last + "/revoke\""} {
			if !strings.Contains(one, want) {
				t.Errorf("the board's list lacks %q", want)
			}
		}
		if r := s.Do("GET", all+"/"+last+"/revoke?from=all", "", s.AsOwner()); r.Status != 200 || !strings.Contains(string(r.Body), `href="`+all+`"`) {
			t.Errorf("the question: %d", r.Status)
		}
		if share, err := s.Store.Shares.Find(t.Context(), s.Workspace, last); err != nil || share.State(time.Now()) != shares.Active {
			t.Errorf("asking has revoked it: %v", err)
		}
		if status, where, _ := send(t, s, all+"/"+last+"/revoke?from=all", s.AsOwner()); status != 303 || where != all {
			t.Errorf("revoking leads to %s, %d", where, status)
		}
		if share, err := s.Store.Shares.Find(t.Context(), s.Workspace, last); err != nil || share.State(time.Now()) != shares.Revoked {
			t.Errorf("it is not revoked: %v", err)
		}
	})
}

// TestStrangersSeeHowLongAnAdRuns shares an ad: its page and its card on a board have the same facts of its run.
func TestStrangersSeeHowLongAnAdRuns(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		began := content.At(time.Now().AddDate(0, 0, -3))
		h.reference = modelstest.Save(t, s.Store, s.Workspace, modelstest.Saved{Ad: &references.ObservedAd{Active: new(true), StartedAt: &began}})
		b, err := s.Store.Boards.Create(t.Context(), boards.Board{WorkspaceID: s.Workspace, Name: "Ads", Kind: boards.Manual, Sort: references.AsPlaced}, []string{h.reference})
		testkit.Must(t, err)
		h.board = b.ID
		pages := map[string]*webtest.Reply{"its page": s.Do("GET", "/w/"+s.Workspace+"/references/"+h.reference, nil, s.AsOwner()),
			"shared": h.stranger(h.share("reference", "").path(), ""), "on a shared board": h.stranger(h.share("board", "").path(), "")}
		for where, page := range pages {
			text := strings.Join(strings.Fields(regexp.MustCompile(`<[^>]+>`).ReplaceAllString(string(page.Body), " ")), " ")
			for _, want := range []string{"State active", "Active since " + began.UTC().Format("2 Jan 2006"), "Has run for 4 days"} {
				if !strings.Contains(text, want) {
					t.Errorf("%s lacks %q: %s", where, want, text)
				}
			}
		}
	})
}

// TestShareIsOfferedToWhoMayShare on the pages of a board and a reference: a member reads the links on the page of all.
func TestShareIsOfferedToWhoMayShare(t *testing.T) {
	each(t, webtest.Options{}, func(t *testing.T, s *webtest.Site) {
		h := newShowroom(t, s)
		h.share("board", "")
		for role, want := range map[string]bool{"owner": true, "editor": true, "member": false} {
			modelstest.Run(t, s.Store, "UPDATE members SET role = ?", role)
			for _, at := range []string{"/w/" + s.Workspace + "/boards/" + h.board, "/w/" + s.Workspace + "/references/" + h.reference} {
				if r := s.Do("GET", at, nil, s.AsOwner()); r.Status != 200 || strings.Contains(string(r.Body), `href="`+at+`/share"`) != want {
					t.Errorf("%s, as %s: %d, offered: %v", at, role, r.Status, !want)
				}
			}
		}
		if all := string(s.Do("GET", "/w/"+s.Workspace+"/shares", nil, s.AsOwner()).Body); !strings.Contains(all, "/boards/"+h.board+"/share") {
			t.Error("a member does not find the links of the board")
		}
	})
}
