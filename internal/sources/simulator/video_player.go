package simulator

import (
	"fmt"
	"net/http"
	"strconv"
	"time"
)

// The names of the site's programs.
const (
	videoWeb     = "WEB"
	videoAndroid = "ANDROID"
	videoVision  = "VISIONOS"
)

// player answers the player endpoint.
func (s *videoSite) player(w http.ResponseWriter, id, program string, reload bool) {
	if s.pageInstead(w, id) {
		return
	}
	if id == VideoChanging {
		s.takes++
	}
	answer := s.playerOf(id, program)
	if status, ok := answer["playabilityStatus"].(object); ok && reload && status["status"] == "OK" {
		answer["playabilityStatus"] = unplayable("UNPLAYABLE", "Video unavailable", "The page needs to be reloaded.", "The page needs to be reloaded.")
		delete(answer, "streamingData")
		delete(answer, "captions")
	}
	sendJSON(w, http.StatusOK, answer)
}

// reel answers the phone app's endpoint, which nests the player's answer and omits it for an unknown id.
func (s *videoSite) reel(w http.ResponseWriter, id string) {
	if s.pageInstead(w, id) {
		return
	}
	if s.film(id) == nil && s.refused[id] == "" {
		sendJSON(w, http.StatusOK, object{})
		return
	}
	sendJSON(w, http.StatusOK, object{"playerResponse": s.playerOf(id, videoAndroid)})
}

// playerOf returns the player answer for one program. Ids that simulate a refusal use the first video's facts.
func (s *videoSite) playerOf(id, program string) object {
	browser := program == videoWeb
	answer := object{"responseContext": object{"visitorData": simulatedVisitor}}
	refusal := s.refused[id]
	f := s.film(id)
	if f == nil && refusal != "" {
		borrowed := *s.channels[0].tabs[tabVideos][0]
		borrowed.id = id
		f = &borrowed
	}
	status, described := playability(refusal, browser, f)
	answer["playabilityStatus"] = status
	if f == nil || !described {
		return answer
	}
	answer["videoDetails"] = f.details()
	if status["status"] == "OK" {
		answer["streamingData"] = f.streams(program)
		if tracks := f.tracks(browser); tracks != nil {
			answer["captions"] = object{"playerCaptionsTracklistRenderer": tracks}
		}
	}
	if browser {
		answer["microformat"] = object{"playerMicroformatRenderer": f.microformat()}
	}
	if browser && refusal == VideoMasked {
		delete(answer, "playabilityStatus")
		answer["videoDetails"] = object{"videoId": id, "thumbnail": f.pictures(5)}
	}
	return answer
}

func (f *film) details() object {
	d := object{
		"videoId": f.id, "title": f.title, "lengthSeconds": strconv.FormatInt(f.length(), 10), "channelId": f.by.id, "isOwnerViewing": false,
		"shortDescription": f.text, "isCrawlable": true, "thumbnail": f.pictures(5), "allowRatings": f.likes >= 0,
		"viewCount": strconv.FormatInt(f.views, 10), "author": f.by.name, "isPrivate": false, "isUnpluggedCorpus": false, "isLiveContent": f.tab == tabStreams,
	}
	switch f.live {
	case "now":
		d["isLive"] = true
	case "upcoming":
		d["isUpcoming"] = true
	}
	return d
}

// length returns 0 while the length is not known.
func (f *film) length() int64 {
	if f.live != "" {
		return 0
	}
	return f.seconds
}

func (f *film) microformat() object {
	published := time.Unix(f.published, 0).In(time.FixedZone("", -8*3600)).Format(time.RFC3339)
	address := "https://www.youtube.com/watch?v=" + f.id
	if f.tab == tabShorts {
		address = "https://www.youtube.com/shorts/" + f.id
	}
	m := object{
		"thumbnail": f.pictures(1), "title": object{"simpleText": f.title}, "description": object{"simpleText": f.text},
		"lengthSeconds": strconv.FormatInt(f.length()+1, 10), "ownerProfileUrl": "http://www.youtube.com/@" + f.by.handle, "externalChannelId": f.by.id,
		"isFamilySafe": true, "isUnlisted": false, "viewCount": strconv.FormatInt(f.views, 10), "category": "Howto & Style",
		"publishDate": published, "ownerChannelName": f.by.name, "uploadDate": published, "isShortsEligible": f.tab == tabShorts,
		"externalVideoId": f.id, "canonicalUrl": address,
	}
	if f.likes >= 0 {
		m["likeCount"] = strconv.FormatInt(f.likes, 10)
	}
	if f.live != "" {
		m["liveBroadcastDetails"] = object{"isLiveNow": f.live == "now", "startTimestamp": published}
	}
	return m
}

// pictures returns the first n sizes of a video's thumbnail.
func (f *film) pictures(n int) object {
	sizes := [][2]int{{168, 94}, {196, 110}, {246, 138}, {336, 188}, {1280, 720}}
	list := []object{}
	for _, size := range sizes[len(sizes)-min(n, len(sizes)):] {
		list = append(list, object{"url": fmt.Sprintf("https://i.ytimg.com/vi/%s/hqdefault.jpg?sqp=w%d&rs=AOn4simulated", f.id, size[0]), "width": size[0], "height": size[1]})
	}
	return object{"thumbnails": list}
}
