package simulator

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
)

// videoSite simulates YouTube: the endpoints of its pages for the browser's and apps' programs, captions and pictures.
type videoSite struct {
	mu        sync.Mutex
	channels  []*channel
	refused   map[string]string // ids that are not shown, and the refusal that they simulate
	published int64
	made      []*film // in the playlist made by a person, in order
	takes     int64   // how often VideoChanging was read
}

// Items and channels of YouTube for which the platform returns a failure.
const (
	VideoPrivate    = "SimPrivate1"
	VideoRemoved    = "SimRemoved1" // by its author
	VideoTerminated = "SimTermina1" // its account is gone
	VideoAgeLimit   = "SimAgeLimit"
	VideoElsewhere  = "SimElsewher" // not in this country
	VideoMembers    = "SimMembers1"
	VideoBotCheck   = "SimBotCheck"
	VideoCaptcha    = "SimCaptcha1" // an HTML page instead of the answer
	VideoConsent    = "SimConsent1" // a consent form instead of the answer
	VideoProcessing = "SimProcess1" // its files are not ready, though everything else is known
	VideoOneSided   = "SimOneSided" // the browser's program is refused, the app's is not
	VideoMasked     = "SimMasked01" // the browser's answer has no status and no details
	VideoNoFiles    = "SimNoFiles1" // it has only files that need joining
	VideoCiphered   = "SimCiphered" // the addresses of its files are ciphered
	VideoCutShort   = "SimCutShort" // its file is truncated
	VideoPlayed     = "test-"       // begins ids of ordinary videos, one for every end
	VideoChanging   = "test-change" // its title, counts and file are others each time

	ChannelRemoved = "UCSimRemovedChannel00001"
)

func newVideoSite() Site {
	s := &videoSite{channels: videoPeople(), refused: map[string]string{}}
	for _, c := range s.channels[:3] {
		s.made = append(s.made, c.tabs[tabVideos][:min(25, len(c.tabs[tabVideos]))]...)
	}
	for _, id := range []string{VideoPrivate, VideoRemoved, VideoTerminated, VideoAgeLimit, VideoElsewhere, VideoMembers, VideoBotCheck,
		VideoCaptcha, VideoConsent, VideoProcessing, VideoOneSided, VideoMasked, VideoNoFiles, VideoCiphered, VideoCutShort} {
		s.refused[id] = id
	}
	return Site{Platform: "video_site", Handler: s, Hosts: []string{"youtube.com", "youtubei.googleapis.com", "googlevideo.com", "ytimg.com", "ggpht.com", "googleusercontent.com"}}
}

// videoCall is the body of a client's call.
type videoCall struct {
	Context struct {
		Client struct{ ClientName, ClientVersion, VisitorData string }
	}
	VideoID       string `json:"videoId"`
	PlayerRequest struct {
		VideoID string `json:"videoId"`
	}
	BrowseID     string `json:"browseId"`
	Params       string
	Continuation string
	Query        string
	URL          string
}

func (s *videoSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	endpoint, isCall := strings.CutPrefix(r.URL.Path, "/youtubei/v1/")
	switch {
	case strings.Contains(r.Host, "ytimg."):
		id := strings.Split(r.URL.Path+"///", "/")[2]
		sendPicture(w, r, id, s.shapeOf(id))
	case strings.HasPrefix(r.Host, "yt3."):
		sendPicture(w, r, r.URL.Path, square)
	case strings.HasSuffix(r.Host, "googlevideo.com"):
		s.playback(w, r)
	case r.URL.Path == "/watch":
		s.watchPage(w, r.URL.Query().Get("v"))
	case strings.HasPrefix(r.URL.Path, "/shorts/"):
		s.watchPage(w, strings.TrimPrefix(r.URL.Path, "/shorts/"))
	case r.URL.Path == "/api/timedtext":
		s.timedText(w, r.URL.Query())
	case r.URL.Path == "/sw.js_data":
		_, _ = io.WriteString(w, ")]}'\n"+script([]any{[]any{"", "", []any{[]any{"en", "US", renewedWeb, 1}}}}))
	case r.URL.Path == "/feeds/videos.xml":
		s.feed(w, r.URL.Query().Get("playlist_id"))
	case r.URL.Path == "/oembed":
		s.oembed(w, r.URL.Query().Get("url"))
	case isCall:
		c, ok := readVideoCall(r)
		if !ok {
			refuseCall(w, http.StatusBadRequest, "INVALID_ARGUMENT", "Request contains an invalid argument.")
			return
		}
		s.call(w, endpoint, c, r.Header.Get(reloadMark) != "")
	default:
		sendHTML(w, http.StatusNotFound, "<!DOCTYPE html><html><title>404 Not Found</title></html>")
	}
}

// readVideoCall reads a call and restores its body.
func readVideoCall(r *http.Request) (c videoCall, ok bool) {
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	r.Body = io.NopCloser(bytes.NewReader(body))
	return c, json.Unmarshal(body, &c) == nil && c.Context.Client.ClientName != ""
}

func (s *videoSite) call(w http.ResponseWriter, endpoint string, c videoCall, reload bool) {
	switch endpoint {
	case "visitor_id":
		sendJSON(w, http.StatusOK, object{"responseContext": object{"visitorData": simulatedVisitor}})
	case "player":
		s.player(w, c.VideoID, c.Context.Client.ClientName, reload)
	case "reel/reel_item_watch":
		s.reel(w, c.PlayerRequest.VideoID)
	case "next":
		s.next(w, c)
	case "browse":
		s.browse(w, c)
	case "search":
		s.search(w, c)
	case "navigation/resolve_url":
		s.resolve(w, c.URL)
	default:
		refuseCall(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	}
}

// simulatedVisitor is the visitor id that the site assigns.
const simulatedVisitor = "CgtzaW11bGF0b3IwMQ%3D%3D"

// oembed sends the oEmbed answer about a video.
func (s *videoSite) oembed(w http.ResponseWriter, address string) {
	_, id, _ := strings.Cut(address, "watch?v=")
	f := s.film(id)
	if f == nil {
		http.Error(w, "Not Found", http.StatusNotFound)
		return
	}
	sendJSON(w, http.StatusOK, object{"title": f.title, "author_name": f.by.name, "author_url": "https://www.youtube.com/@" + f.by.handle, "type": "video"})
}

// refuseCall sends an error of the site's endpoints.
func refuseCall(w http.ResponseWriter, status int, word, message string) {
	sendJSON(w, status, object{"error": object{"code": status, "message": message, "status": word}})
}
