package simulator

import (
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// photoSite plays Instagram as visitors of 2026 meet it: the documents of its pages, pages with data blocks, and
// what other sites embed.
type photoSite struct {
	mu        sync.Mutex
	people    []*photoPerson
	published int64
}

// Posts and handles of Instagram that answer with a failure of the platform.
const (
	PhotoGated     = "GatedPost01" // a shortcode: visitors are not shown it
	PhotoHeldBack  = "HeldBack001" // neither page nor query nor embedding knows it
	PhotoSecondWay = "SecondWay01" // its page comes without data, its query answers
	PhotoInWords   = "InWords0001" // only words for link previews, with rounded counts
	PhotoSigned    = "DSignedPic1" // its picture claims that a machine made it
	PhotoPNG       = "DPngPicture" // its picture is a PNG
	PhotoWaiting   = "wait.a.while"
	PhotoWall      = "signin.wall"
)

func newPhotoSite() Site {
	return Site{Platform: "photo_site", Handler: &photoSite{people: photoPeople()}, Hosts: []string{"instagram.com", "cdninstagram.com", "graph.facebook.com"}}
}

func (s *photoSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	segments := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	switch {
	case r.Host == "graph.facebook.com":
		s.discovery(w, r)
	case strings.HasSuffix(r.Host, "cdninstagram.com"):
		s.media(w, r)
	case strings.HasPrefix(r.URL.Path, "/api/v1/") && len(segments) > 2:
		s.api(w, r, segments[2:])
	case strings.HasPrefix(r.URL.Path, "/api/graphql"):
		s.graphQL(w, r)
	case strings.HasPrefix(r.URL.Path, "/graphql/query"):
		s.signedInGraphQL(w, r)
	case r.URL.Path == "/":
		photoHome(w)
	case r.Header.Get("Sec-Fetch-User") == "" || r.Header.Get("Upgrade-Insecure-Requests") == "": // no browser opens a page so
		photoPage(w, "PolarisErrorRoute")
	case len(segments) == 2 && segments[1] == "embed":
		s.embeddedProfile(w, segments[0])
	case len(segments) == 4 && segments[2] == "embed":
		s.embedPage(w, segments[1])
	case len(segments) == 2 && (segments[0] == "p" || segments[0] == "reel" || segments[0] == "tv"):
		s.postPage(w, segments[1])
	default:
		s.profilePage(w, segments[0])
	}
}

func (s *photoSite) media(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case strings.Contains(path, PhotoSigned):
		sendMedia(w, r, credentials, "image/jpeg")
		return
	case strings.Contains(path, PhotoPNG):
		sendMedia(w, r, stillPNG, "image/png")
		return
	case strings.HasSuffix(path, ".mp4"):
		sendFilm(w, r, wholeFilm, photoOf(path), portrait)
		return
	case !strings.HasSuffix(path, ".srt"):
		sendPicture(w, r, photoOf(path), portrait)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("1\n00:00:00,000 --> 00:00:01,800\nthe lamp turns\n\n2\n00:00:01,800 --> 00:00:04,000\nand turns again\n"))
}

// photoOf is the shortcode in the name of a file: /v/CODE-w640.jpg, /v/CODE-video.mp4.
func photoOf(p string) string {
	name := path.Base(p)
	for _, part := range []string{"-w", "-video", "-grid", "-dash"} {
		if at := strings.LastIndex(name, part); at > 0 {
			_, n, _ := strings.Cut(strings.TrimSuffix(name[at+len(part):], ".jpg"), "-")
			return name[:at] + strings.TrimPrefix(n, "0") // the first part is the post's own picture
		}
	}
	return name
}

func (s *photoSite) postPage(w http.ResponseWriter, code string) {
	const route = "PolarisLoggedOutDesktopWWWPostRoute"
	switch code {
	case PhotoGated:
		photoPage(w, route, block("PostRootContent", object{"xig_polaris_media": gatedPost()}))
		return
	case PhotoHeldBack, PhotoSecondWay:
		photoPage(w, route)
		return
	case PhotoInWords:
		sendHTML(w, http.StatusOK, photoWords)
		return
	}
	p, post := s.find(code)
	if post == nil {
		photoPage(w, "PolarisErrorRoute")
		return
	}
	media := post.shape(p)
	media["id"] = "POLARIS_" + media["pk"].(string)
	delete(media, "play_count") // today's visitors do not get it
	delete(media, "video_duration")
	photoPage(w, route, block("PostRootContent", object{"xig_polaris_media": object{"pk": media["pk"], "code": code, "if_not_gated_logged_out": media}}))
}

func (s *photoSite) profilePage(w http.ResponseWriter, handle string) {
	const route = "PolarisLoggedOutDesktopWWWProfileRoute"
	p := s.person(handle)
	switch {
	case handle == PhotoWaiting:
		photoPage(w, route)
		return
	case handle == PhotoWall:
		photoPage(w, "PolarisCAAIGLoginHomepageRoute")
		return
	case p == nil:
		photoPage(w, "PolarisErrorRoute")
		return
	}
	user := p.user()
	user["follower_count"], user["following_count"], user["all_media_count"] = p.followers, p.follows, nil
	edges, last := []object{}, ""
	for _, post := range p.posts[:min(len(p.posts), 12)] {
		if !p.private {
			last = "AQ" + strconv.FormatInt(post.pk, 10)
			edges = append(edges, object{"node": post.node(p), "cursor": last})
		}
	}
	posts := object{"edges": edges, "page_info": photoPaging(len(p.posts) > 12 && !p.private, last)}
	photoPage(w, route,
		block("ProfileRootContent", object{"xig_user_by_username": user}),
		block("ProfilePostsTabContent", object{"xig_user_by_username": object{"pk": user["pk"], "polaris_ordered_timeline_connection": posts}}))
}

// PhotoVisit is the token that the home page gives its visitor.
const PhotoVisit = "AVofavisit"

// photoHome begins a visit: its page has a token, its cookies the other.
func photoHome(w http.ResponseWriter) {
	for _, c := range []string{"csrftoken", "mid"} {
		http.SetCookie(w, &http.Cookie{Name: c, Value: c + "-of-a-visit", Path: "/"})
	}
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><body><script type="application/json" id="__eqmc">{"u":"/ajax/qm/","s":"x","l":"`+PhotoVisit+`"}</script></body></html>`)
}

func photoPage(w http.ResponseWriter, route string, blocks ...string) {
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Instagram</title></head><body>`+
		`<script type="application/json" data-sjs>{"canonicalRouteName":"comet.igweb.`+route+`"}</script>`+
		`<script type="application/json" data-sjs>{"require":[["ScheduledServerJS","handle",null,[{"__bbox":{"define":[["LSD",[],{"token":"AVinvented"},323]]}}]]]}</script>`+
		strings.Join(blocks, "")+`</body></html>`)
}

// block returns a data block of a page.
func block(query string, data object) string {
	return `<script type="application/json" data-sjs>` + script(object{"require": []any{[]any{"ScheduledServerJS", "handle", nil, []any{object{"__bbox": object{
		"require": []any{[]any{"RelayPrefetchedStreamCache", "next", []any{}, []any{"adp_PolarisLoggedOutDesktopWWW" + query + "QueryRelayPreloader_0",
			object{"__bbox": object{"complete": true, "result": object{"data": data}}}}}}}}}}}}) + `</script>`
}

// photoWords is a page of 2024, whose only data are words.
const photoWords = `<!DOCTYPE html><html><head><title>Instagram</title>
<meta name="twitter:title" content="Lumen Harbor (&#064;lumen.harbor) &#x2022; Instagram reel" />
<meta property="og:image" content="https://scontent.cdninstagram.com/v/words.jpg?oe=677834EB" />
<meta property="og:url" content="https://www.instagram.com/reel/` + PhotoInWords + `/" />
<meta property="og:description" content='990K likes, 8,873 comments - lumen.harbor on May 24, 2021: "a lamp &#x1f525;
and a &quot;stair&quot;". ' />
</head><body></body></html>`
