package youtube

import (
	"cmp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"socialdata/internal/content"
	"socialdata/internal/sources"
	"socialdata/internal/sources/scan"
)

// mediaRange is how much googlevideo.com sends in one request without throttling, in bytes.
const mediaRange = 10 << 20

// files returns files that have picture and sound, or can be joined to have both: the tallest first, complete files
// before parts. It leaves out playlists and addresses that need a signature.
func (v responses) files() []sources.MediaFile {
	found := sources.Files{Hosts: Hosts()}
	for _, a := range v.apps {
		if a.err == nil {
			a.addFiles(&found)
		}
	}
	slices.SortStableFunc(found.List, func(a, b sources.MediaFile) int {
		return cmp.Or(cmp.Compare(min(b.Width, b.Height), min(a.Width, a.Height)), cmp.Compare(a.Parts(), b.Parts()))
	})
	return found.List
}

// addFiles adds the files of one app's answer. Of separate streams it uses those that every player supports: H.264 with AAC.
func (a appAnswer) addFiles(found *sources.Files) {
	for v := range scan.Elements(a.player.streams.Get("formats")) {
		if f := a.file(v); strings.HasPrefix(f.Type, "video/") {
			found.Add(f)
		}
	}
	sound := a.sound()
	if sound == nil {
		return
	}
	for v := range scan.Elements(a.player.streams.Get("adaptiveFormats")) {
		if f := a.file(v); f.Type == "video/mp4" && strings.Contains(v.Get("mimeType").String(), "avc1") {
			f.Sound = sound
			found.Add(f)
		}
	}
}

func (a appAnswer) file(v gjson.Result) sources.MediaFile {
	m := scan.Fields(v, "url", "mimeType", "width", "height")
	address := m["url"].String()
	kind, _, _ := strings.Cut(m["mimeType"].String(), ";")
	return sources.MediaFile{
		Kind: content.MediaVideo, URL: address, Type: kind, Width: m["width"].Int(), Height: m["height"].Int(),
		Header: map[string]string{"User-Agent": a.agent}, ExpiresAt: scan.Expiry(address), MaxRange: mediaRange,
	}
}

// sound returns the file of the video's own sound: the one that the platform plays by default if there are several
// languages or audio descriptions, in the best quality. It returns nil if there is none.
func (a appAnswer) sound() *sources.MediaFile {
	var best gjson.Result
	for v := range scan.Elements(a.player.streams.Get("adaptiveFormats")) {
		address, kind := v.Get("url").String(), v.Get("mimeType").String()
		if address == "" || !strings.HasPrefix(kind, "audio/mp4") || !strings.Contains(kind, "mp4a") {
			continue
		}
		if !best.Exists() || soundRank(v) > soundRank(best) {
			best = v
		}
	}
	if !best.Exists() {
		return nil
	}
	return new(a.file(best))
}

// soundRank returns the preference for a sound; higher is better.
func soundRank(v gjson.Result) int64 {
	rank := min(v.Get("bitrate").Int(), 1<<30)
	if !v.Get("isDrc").Bool() { // the original sound, not the one with levelled volume
		rank += 1 << 31
	}
	track := v.Get("audioTrack")
	if strings.Contains(plain(track.Get("displayName").String()), "original") {
		rank += 1 << 32
	}
	if !track.Exists() || track.Get("audioIsDefault").Bool() {
		rank += 1 << 33
	}
	return rank
}
