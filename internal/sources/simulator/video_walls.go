package simulator

import (
	"net/http"
	"strings"
)

// videoWalls are the refusals that visitors of YouTube got in autumn 2026.
var videoWalls = []Wall{
	{"video_site.reload", "video_site", "the page describes a video and wants to be reloaded to play it", func(_ http.ResponseWriter, r *http.Request) bool {
		if programOf(r) == videoWeb {
			r.Header.Set(reloadMark, "1")
		}
		return false
	}},
	{"video_site.visitor", "video_site", "a bot check for apps without a visitor id", videoApps(func(c videoCall) any {
		if c.Context.Client.VisitorData == simulatedVisitor {
			return nil
		}
		return botCheck()
	})},
	{"video_site.bot_check", "video_site", "a bot check for apps", videoApps(func(videoCall) any { return botCheck() })},
	{"video_site.vision_refused", "video_site", "a bot check for the headset's app, and not for the same program on the page's host", before(func(r *http.Request) bool {
		return programOf(r) == videoVision && r.Host == "youtubei.googleapis.com" && strings.HasSuffix(r.URL.Path, "/player")
	}, func(w http.ResponseWriter, _ *http.Request) { sendJSON(w, http.StatusOK, botCheck()) })},
	{"video_site.session_over", "video_site", "players are refused to the visitor id in use, which asked for too much", func(w http.ResponseWriter, r *http.Request) bool {
		switch c, _ := readVideoCall(r); {
		case programOf(r) == "":
			return false
		case strings.HasSuffix(r.URL.Path, "/visitor_id"):
			sendJSON(w, http.StatusOK, object{"responseContext": object{"visitorData": secondVisitor}})
		case c.Context.Client.VisitorData != simulatedVisitor || !strings.HasSuffix(r.URL.Path, "/player"):
			return false
		default:
			sendJSON(w, http.StatusOK, object{"playabilityStatus": unplayable("ERROR", "This content isn’t available, try again later.", "", "")})
		}
		return true
	}},
	{"video_site.nothing", "video_site", "apps get nothing", videoApps(func(videoCall) any { return object{} })},
	{"video_site.retired_web", "video_site", "the browser's version is over", videoRetired(videoWeb)},
	{"video_site.renewed_web", "video_site", "the browser's version is over, and the page loads a newer one", func(w http.ResponseWriter, r *http.Request) bool {
		c, _ := readVideoCall(r)
		return c.Context.Client.ClientVersion != renewedWeb && videoRetired(videoWeb)(w, r)
	}},
	{"video_site.retired_android", "video_site", "the phone app's version is over", videoRetired(videoAndroid)},
	{"video_site.retired_visionos", "video_site", "the headset app's version is over", videoRetired(videoVision)},
	{"video_site.page", "video_site", "a captcha in the place of JSON", before(func(r *http.Request) bool { return programOf(r) != "" }, func(w http.ResponseWriter, _ *http.Request) {
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><body>Our systems have detected unusual traffic<div class="g-recaptcha"></div></body></html>`)
	})},
	{"video_site.feed_missing", "video_site", "404 for every feed", beforePath("/feeds/videos.xml", func(w http.ResponseWriter, _ *http.Request) {
		sendHTML(w, http.StatusNotFound, "<!DOCTYPE html><html><title>Error 404 (Not Found)!!1</title></html>")
	})},
	{"video_site.empty_captions", "video_site", "files of captions are empty", func(w http.ResponseWriter, r *http.Request) bool {
		return r.URL.Path == "/api/timedtext"
	}},
	{"video_site.picture_refused", "video_site", "403 for files that hold the picture alone", before(func(r *http.Request) bool {
		itag := r.URL.Query().Get("itag")
		return strings.HasSuffix(r.Host, "googlevideo.com") && (itag == "136" || itag == "137")
	}, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })},
}

// secondVisitor is the visitor id that replaces one whose session has ended.
const secondVisitor = "CgtzaW11bGF0b3IwMg%3D%3D"

// renewedWeb is the version of the browser's program that the page loads.
const renewedWeb = "2.20300101.00.00"

// reloadMark marks a call that gets the reload answer.
const reloadMark = "Simulated-Reload"

// programOf returns the program that makes a call; "" for any other request.
func programOf(r *http.Request) string {
	if !strings.HasPrefix(r.URL.Path, "/youtubei/v1/") {
		return ""
	}
	c, _ := readVideoCall(r)
	return c.Context.Client.ClientName
}

// videoApps answers the player calls of apps; if answer returns nil, the call is answered normally.
func videoApps(answer func(videoCall) any) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		reel := strings.HasSuffix(r.URL.Path, "/reel_item_watch")
		if program := programOf(r); program == "" || program == videoWeb || !reel && !strings.HasSuffix(r.URL.Path, "/player") {
			return false
		}
		c, _ := readVideoCall(r)
		said := answer(c)
		if said == nil {
			return false
		}
		if reel && len(said.(object)) > 0 {
			said = object{"playerResponse": said}
		}
		sendJSON(w, http.StatusOK, said)
		return true
	}
}

func videoRetired(program string) func(http.ResponseWriter, *http.Request) bool {
	return before(func(r *http.Request) bool { return programOf(r) == program }, func(w http.ResponseWriter, _ *http.Request) {
		refuseCall(w, http.StatusNotFound, "NOT_FOUND", "Requested entity was not found.")
	})
}

// botCheck returns a refusal that assigns a visitor id.
func botCheck() object {
	return object{
		"responseContext":   object{"visitorData": simulatedVisitor},
		"playabilityStatus": unplayable("LOGIN_REQUIRED", "Sign in to confirm you’re not a bot", "Sign in to confirm you’re not a bot", "This helps protect our community. Learn more"),
	}
}
