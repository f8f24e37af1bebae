// Package likeness computes perceptual hashes: 64 bits of a picture that hardly change when the picture is encoded anew, scaled,
// cropped a little or marked with a logo. It only computes on pictures: it imports nothing of ours.
package likeness

import (
	"image"
	"math/bits"

	"github.com/corona10/goimagehash"
	"golang.org/x/image/draw"
)

// Hash is a perceptual hash. Bits are the signs of the lowest frequencies of a picture's brightness against their median.
type Hash uint64

// Near is the largest distance at which two pictures count as alike. docs/performance.md has the rates behind the choice.
const Near = 10

// Same is the largest distance at which two pictures count as versions of one picture.
const Same = 4

// side is the size of the square that a picture is scaled to before its frequencies are measured.
const side = 64

// Of hashes a picture. It returns false if the picture is plain: its hash would be noise and match other plain pictures.
func Of(picture image.Image) (Hash, bool) {
	small := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.BiLinear.Scale(small, small.Bounds(), picture, picture.Bounds(), draw.Src, nil)
	if isPlain(small) {
		return 0, false
	}
	h, err := goimagehash.PerceptionHash(small)
	if err != nil { // only without a picture
		return 0, false
	}
	return Hash(h.GetHash()), true
}

// OfRGB hashes a frame of width by height RGB triples.
func OfRGB(frame []byte, width, height int) (Hash, bool) {
	picture := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		copy(picture.Pix[4*i:], frame[3*i:3*i+3])
		picture.Pix[4*i+3] = 255
	}
	return Of(picture)
}

// Distance counts the bits in which two hashes differ, 0 to 64.
func (h Hash) Distance(other Hash) int { return bits.OnesCount64(uint64(h ^ other)) }

// Score is how alike two pictures are, from 0 to 1.
func Score(distance int) float64 { return 1 - float64(distance)/64 }
