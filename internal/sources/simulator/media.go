package simulator

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"
)

// media holds the small files of media/; its README says how they were made.
//
//go:embed media/*.mp4 media/*.m4a media/*.png media/*.jpg
var media embed.FS

// The files of media/.
const (
	wholeFilm   = "film-%02d.mp4"         // three scenes with a chord
	filmPicture = "film-%02d-picture.mp4" // only the scenes
	filmSound   = "film-sound.m4a"        // only the chord
	cutShort    = "cut-short.mp4"
	pageAsVideo = "page.mp4"
	stillPNG    = "picture.png"
	credentials = "content-credentials.jpg"
)

// filmSeconds is the length of the films of media/, which items tell as theirs.
const filmSeconds = 6

// sendMedia sends a file as a media host does, completely or in ranges.
func sendMedia(w http.ResponseWriter, r *http.Request, name, contentType string) {
	b, err := media.ReadFile("media/" + name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	sendBytes(w, r, b, contentType)
}

// sendFilm sends the film of an item, or only its picture.
func sendFilm(w http.ResponseWriter, r *http.Request, name, item string, s shape) {
	sendMedia(w, r, fmt.Sprintf(name, filmOf(item, s)), "video/mp4")
}

// sendBytes sends bytes with what clients need to resume: an entity tag, a length, ranges.
func sendBytes(w http.ResponseWriter, r *http.Request, b []byte, contentType string) {
	sum := sha256.Sum256(b)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
	w.Header().Set("Content-Type", contentType)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(b))
}
