package simulator

import (
	"bytes"
	"hash/fnv"
	"image/jpeg"
	"net/http"

	"socialdata/internal/sources/simulator/scenes"
)

// shape is the format of a picture or film.
type shape struct {
	width, height int
	upright       bool
}

var (
	wide     = shape{640, 360, false}
	tall     = shape{360, 640, true}
	portrait = shape{480, 600, true}
	square   = shape{480, 480, false}
)

// sketched is the header of requests for pictures that are drawn at a third of their size.
const sketched = "Simulator-Sketch"

// sendPicture draws a scene that is always the same for an item: the first one of its film, if it has one.
func sendPicture(w http.ResponseWriter, r *http.Request, item string, s shape) {
	film, smaller := filmOf(item, s), 1
	if r.Header.Get(sketched) != "" {
		smaller = 3
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, scenes.Draw(film, hashOf(item), s.width/smaller, s.height/smaller, 0.5), &jpeg.Options{Quality: 80})
	sendBytes(w, r, b.Bytes(), "image/jpeg")
}

// filmOf returns the number of an item's film.
func filmOf(item string, s shape) int {
	n := int(hashOf(item) % (scenes.Films / 2))
	if s.upright {
		n += scenes.Films / 2
	}
	return n
}

func hashOf(item string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(item))
	return h.Sum32()
}
