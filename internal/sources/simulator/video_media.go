package simulator

import (
	"fmt"
	"net/http"
	"strconv"
)

// streams tell where a video's files are: many halves that only the site's own player can open, and for the app's
// program whole files too.
func (f *film) streams(browser bool) object {
	o := object{"expiresInSeconds": "21540", "adaptiveFormats": f.halves()}
	if browser || f.id == VideoNoFiles {
		return o
	}
	o["formats"] = []object{f.file(22, 720, 1280), f.file(18, 360, 640), f.file(17, 144, 256)}
	return o
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

// halves fill the answer as the platform's own do: most of a player answer is about its files.
func (f *film) halves() []object {
	list := []object{}
	for i := range 20 {
		list = append(list, object{"itag": 130 + i, "mimeType": `video/mp4; codecs="avc1.4d401f"`, "bitrate": 100000 * (i + 1), "width": 1280, "height": 720,
			"approxDurationMs": strconv.FormatInt(f.length()*1000, 10), "signatureCipher": fmt.Sprintf("s=simulated%d&sp=sig&url=https%%3A%%2F%%2Fr1.googlevideo.com%%2Fvideoplayback", i)})
	}
	return list
}

// playback answers a file.
func (s *videoSite) playback(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("id") == VideoCutShort {
		sendMedia(w, r, cutShort, "video/mp4")
		return
	}
	sendMedia(w, r, threeShots, "video/mp4")
}
