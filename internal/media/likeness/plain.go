package likeness

import (
	"image"
	"math"
)

// minStructure is the standard deviation of brightness, of 255, below which a picture is plain.
const minStructure = 6

// isPlain reports whether a picture has no structure of its own: black or blank, grain, or a plain gradient. The plane that fits the
// brightness best is taken off first, because a gradient has but one frequency and all other bits of its hash are noise.
func isPlain(p *image.RGBA) bool {
	var light [side * side]float64
	var sum, byX, byY, squares float64
	const centre = (side - 1) / 2.0
	for i := range light {
		r, g, b := p.Pix[4*i], p.Pix[4*i+1], p.Pix[4*i+2]
		light[i] = 0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)
		sum += light[i]
		byX += light[i] * (float64(i%side) - centre)
		byY += light[i] * (float64(i/side) - centre)
	}
	const n = side * side
	const spread = n * (side*side - 1) / 12.0 // sum of the squared distances from the centre
	for i, v := range light {
		rest := v - sum/n - byX/spread*(float64(i%side)-centre) - byY/spread*(float64(i/side)-centre)
		squares += rest * rest
	}
	return math.Sqrt(squares/n) < minStructure
}
