package simulator

import (
	"net/http"
	"strings"
	"sync"
)

// clipSite simulates TikTok: pages with their state, JSON endpoints, oEmbed, captions, covers.
type clipSite struct {
	mu        sync.Mutex
	people    []*clipPerson
	status    map[string]clipStatus // of items and handles that are not shown
	published int64
	now       func() int64 // nil unless it follows a clock
}

// clipStatus is the status in a page without its object.
type clipStatus struct {
	code   int
	reason string
}

// Items and handles of TikTok for which the platform returns a failure.
const (
	ClipRemoved    = "7300000000000000001" // deleted by its author
	ClipPrivate    = "7300000000000000002" // for its owner only
	ClipFriends    = "7300000000000000003" // of a private account
	ClipRestricted = "7300000000000000004" // withheld in the region of the request
	ClipUnknown    = "7300000000000000005" // gone, without a reason
	ClipSoftBlock  = "7300000000000000006" // gone according to the page, but not to oEmbed
	ClipChecked    = "7300000000000000007" // behind a bot check
	ClipNoVideo    = "7300000000000000021" // its file is an HTML page with the name of a video
	ClipForbidden  = "7300000000000000022" // the media host refuses its file
	ClipBanned     = "banned.bee"          // a handle
	ClipVerify     = "please.verify"       // a handle behind a bot check
)

func newClipSite() Site {
	s := &clipSite{people: clipPeople(), status: map[string]clipStatus{
		ClipRemoved:    {10204, "item_privacy_authorization&status_deleted"},
		ClipPrivate:    {10216, "item is private"},
		ClipFriends:    {10222, "author is private"},
		ClipRestricted: {10204, "cross_border_violation_ur"},
		ClipUnknown:    {10204, "item doesn't exist"},
		ClipSoftBlock:  {10204, ""},
		ClipBanned:     {10223, "user ban"},
	}}
	return Site{Platform: "clip_site", Handler: s, Hosts: []string{"tiktok.com", "tiktokcdn.com", "tiktokcdn-us.com", "tiktokcdn-eu.com", "tiktokv.com"}}
}

func (s *clipSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch path := r.URL.Path; {
	case strings.Contains(r.Host, "tiktokcdn"):
		s.media(w, r)
	case strings.HasPrefix(path, "/api/"):
		s.api(w, r, strings.Trim(strings.TrimPrefix(path, "/api/"), "/"))
	case path == "/player/api/v1/items":
		s.playerItems(w, r.URL.Query().Get("item_ids"))
	case path == "/oembed":
		s.oembed(w, r.URL.Query().Get("url"))
	case strings.HasPrefix(path, "/@"):
		handle, rest, _ := strings.Cut(path[2:], "/")
		if _, id, item := strings.Cut(rest, "/"); item {
			s.itemPage(w, strings.Trim(id, "/"))
		} else {
			s.accountPage(w, handle)
		}
	default:
		http.NotFound(w, r)
	}
}

func (s *clipSite) media(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/video/") && strings.Contains(path, ClipForbidden):
		http.Error(w, "Access Denied", http.StatusForbidden)
		return
	case strings.HasPrefix(path, "/video/") && strings.Contains(path, ClipNoVideo):
		sendMedia(w, r, pageAsVideo, "video/mp4")
		return
	case strings.HasPrefix(path, "/video/"):
		sendFilm(w, r, wholeFilm, clipOf(path), tall)
		return
	case !strings.HasSuffix(path, ".vtt"):
		sendPicture(w, r, clipOf(path), tall)
		return
	}
	w.Header().Set("Content-Type", "text/vtt; charset=utf-8")
	_, _ = w.Write([]byte("WEBVTT\n\n00:00:00.000 --> 00:00:02.500\nfirst you feed the starter\n\n00:00:02.500 --> 00:00:05.000\nthen you wait &amp; <i>wait</i>\n\n"))
}

// clipOf returns the id of the item of a file: /video/ID.mp4, /video/tos/ID/2/, /obj/ID~cover.jpeg. Further pictures of
// an album, ID~photo1.jpeg, have ids of their own.
func clipOf(path string) string {
	for segment := range strings.SplitSeq(path, "/") {
		id, kind, _ := strings.Cut(strings.TrimSuffix(segment, ".mp4"), "~")
		if len(id) < 9 || strings.Trim(id, "0123456789") != "" {
			continue
		}
		if n, photo := strings.CutPrefix(kind, "photo"); photo && !strings.HasPrefix(n, "0") {
			id += n
		}
		return id
	}
	return path
}

func (s *clipSite) itemPage(w http.ResponseWriter, id string) {
	if id == ClipChecked {
		clipCheck(w)
		return
	}
	if st, hidden := s.status[id]; hidden {
		clipPage(w, "webapp.video-detail", object{"statusCode": st.code, "statusMsg": st.reason})
		return
	}
	p, c := s.find(id)
	if c == nil {
		clipPage(w, "webapp.video-detail", object{"statusCode": 10204, "statusMsg": "item doesn't exist"})
		return
	}
	clipPage(w, "webapp.video-detail", object{
		"itemInfo": object{"itemStruct": c.page(p)}, "shareMeta": object{"title": p.name, "desc": c.text}, "statusCode": 0, "statusMsg": "",
	})
}

func (s *clipSite) accountPage(w http.ResponseWriter, handle string) {
	if handle == ClipVerify {
		clipCheck(w)
		return
	}
	if st, hidden := s.status[handle]; hidden {
		clipPage(w, "webapp.user-detail", object{"statusCode": st.code, "statusMsg": st.reason})
		return
	}
	p := s.person(handle)
	if p == nil {
		clipPage(w, "webapp.user-detail", object{"statusCode": 10221, "statusMsg": "user doesn't exist"})
		return
	}
	code := 0
	if p.private {
		code = 10222
	}
	clipPage(w, "webapp.user-detail", object{
		"userInfo": p.info(), "shareMeta": object{"title": p.name, "desc": p.bio}, "statusCode": code, "statusMsg": "", "needFix": false,
	})
}

func clipPage(w http.ResponseWriter, key string, detail object) {
	state := object{"__DEFAULT_SCOPE__": object{
		"webapp.app-context": object{"language": "en", "region": "US", "appId": 1233}, "webapp.i18n-translation": object{"Common": object{}},
		"seo.abtest": object{"pageId": "1"}, key: detail, "webapp.a-b": object{"b_c": "0"},
	}}
	sendHTML(w, http.StatusOK, `<!DOCTYPE html><html lang="en"><head><title>TikTok - Make Your Day</title></head><body>`+
		`<script id="__UNIVERSAL_DATA_FOR_REHYDRATION__" type="application/json">`+script(state)+`</script></body></html>`)
}

func clipCheck(w http.ResponseWriter) {
	sendHTML(w, http.StatusOK, `<!doctype html><html><head><title>TikTok</title></head><body>Please wait...<script>window._wafchallengeid="cs"</script></body></html>`)
}
