package simulator

import (
	"net/http"
	"net/url"
	"strings"
)

// tracks lists a video's captions as one program gets them: the browser's addresses open only with a token that this
// site never hands out, the app's open for everybody.
func (f *film) tracks(browser bool) object {
	if f.silent {
		return nil
	}
	list, usual := []object{}, 0
	if f.subtitles {
		list = append(list, f.track("de", "German", "", browser), f.track(f.by.language, "Original", "", browser))
		usual = 1
	}
	list = append(list, f.track(f.by.language, "Original (auto-generated)", "asr", browser))
	if f.subtitles {
		list = append(list, f.track("pt-BR", "Portuguese (Brazil)", "", browser))
	}
	sound := object{"captionTrackIndices": []int{0}}
	if f.subtitles {
		sound["defaultCaptionTrackIndex"] = usual
	}
	return object{"captionTracks": list, "audioTracks": []object{sound}, "defaultAudioTrackIndex": 0}
}

func (f *film) track(language, name, kind string, browser bool) object {
	address := "https://www.youtube.com/api/timedtext?v=" + f.id + "&ip=0.0.0.0&expire=1999999999&signature=simulated&lang=" + language
	if kind != "" {
		address += "&kind=" + kind
	}
	if browser {
		address += "&exp=xpe"
	} else {
		address += "&fmt=srv3"
	}
	t := object{"baseUrl": address, "name": object{"runs": []object{{"text": name}}}, "vssId": "." + language, "languageCode": language, "isTranslatable": true}
	if kind != "" {
		t["kind"], t["vssId"] = kind, "a."+language
	}
	return t
}

// timedText answers captions in json3: lines of words for automatic ones, whole lines for those of people.
func (s *videoSite) timedText(w http.ResponseWriter, q url.Values) {
	f := s.film(q.Get("v"))
	if f == nil || q.Get("exp") == "xpe" || q.Get("fmt") != "json3" {
		w.WriteHeader(http.StatusOK) // an address that does not open answers nothing
		return
	}
	events := []object{}
	automatic := q.Get("kind") == "asr"
	if automatic {
		events = append(events, object{"tStartMs": 0, "dDurationMs": f.seconds * 1000, "id": 1, "wpWinPosId": 1, "wsWinStyleId": 1})
	}
	for i, line := range f.spoken(q.Get("lang")) {
		start := i*1150 + 50
		if !automatic {
			events = append(events, object{"tStartMs": start, "dDurationMs": 1100, "segs": []object{{"utf8": line}}})
			continue
		}
		words := []object{}
		for k, word := range strings.Fields(line) {
			if k > 0 {
				word = " " + word
			}
			words = append(words, object{"utf8": word, "tOffsetMs": k * 120, "acAsrConf": 0})
		}
		events = append(events, object{"tStartMs": start, "dDurationMs": 1150, "wWinId": 1, "segs": words},
			object{"tStartMs": start + 1150, "dDurationMs": 50, "wWinId": 1, "aAppend": 1, "segs": []object{{"utf8": "\n"}}})
	}
	sendJSON(w, http.StatusOK, object{"wireMagic": "pb3", "pens": []object{{}}, "wsWinStyles": []object{{}}, "wpWinPositions": []object{{}}, "events": events})
}

// spoken returns what is said in a video.
func (f *film) spoken(language string) []string {
	switch language {
	case "de":
		return []string{"Willkommen zurück.", "Heute geht es um: " + f.title, "Fangen wir an.", "Bis zum nächsten Mal."}
	case "pt-BR":
		return []string{"Bem-vindos de volta.", "Hoje é sobre isto: " + f.title, "Vamos começar.", "Até a próxima."}
	}
	return []string{"Welcome back.", "Today it is all about this: " + f.title, "Let us start\nslowly.", "Almost done.", "See you next time."}
}
