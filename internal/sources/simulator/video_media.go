package simulator

import (
	"fmt"
	"net/http"
	"strconv"
)

// streams returns a video's files: for the browser separate streams that only the site's own player can open, for the
// phone's app also complete files, and for the headset's app separate streams that can be fetched.
func (f *film) streams(program string) object {
	o := object{"expiresInSeconds": "21540", "adaptiveFormats": f.halves()}
	switch {
	case f.id == VideoCiphered || f.live != "":
	case program == videoVision:
		o["adaptiveFormats"] = f.openHalves()
	case program == videoAndroid && f.id != VideoNoFiles:
		o["formats"] = []object{f.file(22, 720, 1280), f.file(18, 360, 640), f.file(17, 144, 256)}
	}
	return o
}

// openHalves returns pictures in two heights and a codec that is not used, and the sound in two languages.
func (f *film) openHalves() []object {
	vp9 := f.file(247, 720, 1280)
	vp9["mimeType"] = `video/webm; codecs="vp9"`
	list := []object{f.file(137, 1080, 1920), f.file(136, 720, 1280), vp9}
	for _, half := range list[:2] {
		half["mimeType"] = `video/mp4; codecs="avc1.4d401f"`
	}
	for _, dubbed := range []bool{true, false} {
		sound := f.file(140, 0, 0)
		sound["mimeType"], sound["bitrate"] = `audio/mp4; codecs="mp4a.40.2"`, 130000
		sound["url"] = sound["url"].(string) + fmt.Sprintf("&dubbed=%t", dubbed)
		sound["audioTrack"] = object{"id": "en.4", "displayName": "Original", "audioIsDefault": true}
		if dubbed {
			sound["audioTrack"] = object{"id": "de.3", "displayName": "German", "audioIsDefault": false}
		}
		delete(sound, "width")
		delete(sound, "height")
		list = append(list, sound)
	}
	return list
}

func (f *film) file(itag, short, long int) object {
	width, height := long, short
	if f.tab == tabShorts {
		width, height = short, long
	}
	return object{
		"itag": itag, "mimeType": `video/mp4; codecs="avc1.42001E, mp4a.40.2"`, "width": width, "height": height, "quality": "medium",
		"approxDurationMs": strconv.FormatInt(f.length()*1000, 10),
		"url":              fmt.Sprintf("https://rr1---sn-simulated.googlevideo.com/videoplayback?expire=1893456000&id=%s&itag=%d&mime=video%%2Fmp4&sig=invented", f.id, itag),
	}
}

// halves returns as many streams as the platform does: most of a player answer is about files.
func (f *film) halves() []object {
	list := []object{}
	for i := range 20 {
		list = append(list, object{"itag": 130 + i, "mimeType": `video/mp4; codecs="avc1.4d401f"`, "bitrate": 100000 * (i + 1), "width": 1280, "height": 720,
			"approxDurationMs": strconv.FormatInt(f.length()*1000, 10), "signatureCipher": fmt.Sprintf("s=simulated%d&sp=sig&url=https%%3A%%2F%%2Fr1.googlevideo.com%%2Fvideoplayback", i)})
	}
	return list
}

// playback sends a file.
func (s *videoSite) playback(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if id := query.Get("id"); id == VideoChanging {
		query.Set("id", fmt.Sprint(id, s.takes))
	}
	switch itag := query.Get("itag"); {
	case query.Get("id") == VideoCutShort:
		sendMedia(w, r, cutShort, "video/mp4")
	case itag == "136" || itag == "137":
		sendFilm(w, r, filmPicture, query.Get("id"), s.shapeOf(query.Get("id")))
	case itag == "140":
		sendMedia(w, r, filmSound, "audio/mp4")
	default:
		sendFilm(w, r, wholeFilm, query.Get("id"), s.shapeOf(query.Get("id")))
	}
}

// shapeOf returns the format of an item: shorts are portrait.
func (s *videoSite) shapeOf(id string) shape {
	if f := s.film(id); f != nil && f.tab == tabShorts {
		return tall
	}
	return wide
}
