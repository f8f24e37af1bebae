package simulator

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
)

// sendPicture paints a small picture that is always the same for the same path, so that a demo has something to look at.
func sendPicture(w http.ResponseWriter, r *http.Request) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(r.URL.Path))
	seed := h.Sum32()
	const width, height = 180, 240
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			m.SetRGBA(x, y, color.RGBA{
				R: uint8(seed) ^ uint8(x), G: uint8(seed>>8) ^ uint8(y), B: uint8(seed>>16) + uint8((x+y)/3), A: 255,
			})
		}
	}
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, &jpeg.Options{Quality: 70})
	sendBytes(w, r, b.Bytes(), "image/jpeg")
}
