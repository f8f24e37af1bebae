package simulator

import "net/http"

// pageInstead sends a page instead of JSON if the id simulates a refusal of every visitor.
func (s *videoSite) pageInstead(w http.ResponseWriter, id string) bool {
	switch s.refused[id] {
	case VideoCaptcha:
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><head><title>Sorry</title><script src="https://www.google.com/recaptcha/api.js"></script></head>`+
			`<body><form action="/das_captcha" method="POST"><div class="g-recaptcha"></div></form></body></html>`)
	case VideoConsent:
		sendHTML(w, http.StatusOK, `<!DOCTYPE html><html><head><title>Before you continue</title></head><body>`+
			`<form action="https://consent.youtube.com/s" method="POST"><button>Reject all</button></form></body></html>`)
	default:
		return false
	}
	return true
}

// playability returns the state of a video for one program, and whether the answer describes the video.
func playability(refusal string, browser bool, f *film) (status object, described bool) {
	switch refusal {
	case VideoPrivate:
		if browser { // the reason is only on the error screen
			s := unplayable("LOGIN_REQUIRED", "", "Private video", "Sign in if you've been granted access to this video")
			s["messages"] = []string{"This is a private video. Please sign in to verify that you may see it."}
			return s, false
		}
		return unplayable("LOGIN_REQUIRED", "This video is private", "This video is private", ""), false
	case VideoRemoved:
		return unplayable("ERROR", "Video unavailable", "Video unavailable", "This video has been removed by the uploader"), false
	case VideoTerminated:
		return unplayable("ERROR", "Video unavailable", "Video unavailable", "This video is no longer available because the YouTube account associated with this video has been terminated."), false
	case VideoAgeLimit:
		if browser {
			return unplayable("LOGIN_REQUIRED", "Sign in to confirm your age", "Sign in to confirm your age", "This video may be inappropriate for some users."), true
		}
		return unplayable("LOGIN_REQUIRED", "This video may be inappropriate for some users.", "", ""), true
	case VideoElsewhere:
		return unplayable("UNPLAYABLE", "Video unavailable", "Video unavailable", "The uploader has not made this video available in your country"), true
	case VideoMembers:
		return unplayable("UNPLAYABLE", "Join this channel to get access to members-only content like this video, and other exclusive perks.", "", ""), true
	case VideoBotCheck:
		return unplayable("LOGIN_REQUIRED", "Sign in to confirm you’re not a bot", "Sign in to confirm you’re not a bot", "This helps protect our community. Learn more"), false
	case VideoProcessing:
		return unplayable("UNPLAYABLE", "We're processing this video. Check back later.", "", ""), true
	case VideoOneSided:
		if browser {
			return unplayable("UNPLAYABLE", "This video is not available", "", ""), false
		}
	}
	switch {
	case f == nil:
		return unplayable("ERROR", "Video unavailable", "Video unavailable", ""), false
	case f.live == "upcoming":
		return object{"status": "LIVE_STREAM_OFFLINE", "reason": "This live event will begin in 18 hours.", "playableInEmbed": true}, true
	}
	return object{"status": "OK", "playableInEmbed": true}, true
}

func unplayable(status, reason, screen, below string) object {
	s := object{"status": status}
	if reason != "" {
		s["reason"] = reason
	}
	if screen != "" {
		message := object{"reason": object{"simpleText": screen}, "icon": object{"iconType": "ERROR_OUTLINE"}}
		if below != "" {
			message["subreason"] = object{"runs": []object{{"text": below}}}
		}
		s["errorScreen"] = object{"playerErrorMessageRenderer": message}
	}
	return s
}
