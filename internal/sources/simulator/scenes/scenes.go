// Package scenes draws what the simulated platforms show: landscapes and still lifes in flat colours with a little
// movement. The simulator's films and its items' thumbnails are made of them. It may import nothing of ours.
package scenes

import (
	"image"
	"image/color"
	"math"
)

const (
	// Films is the number of films: the first half is landscape, the second half portrait.
	Films = 16
	// ShotSeconds is how long a film stays with one scene.
	ShotSeconds = 2
	// Shots is the number of scenes of a film.
	Shots = 3
)

// Draw draws a film at a time, in seconds. Films with the same number are similar; the seed varies positions.
func Draw(film int, seed uint32, width, height int, seconds float64) *image.RGBA {
	shot := min(int(seconds/ShotSeconds), Shots-1)
	p := painter{palette: palettes[film%len(palettes)], seed: seed + uint32(shot)*7919, t: seconds - float64(shot)*ShotSeconds,
		aspect: float64(width) / float64(height), soft: 1.5 / float64(height)}
	scene := all[(film*3+film/len(all)+shot*5)%len(all)]
	m := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			c := scene(&p, (float64(x)+0.5)/float64(height), (float64(y)+0.5)/float64(height))
			m.SetRGBA(x, y, color.RGBA{R: byteOf(c.r), G: byteOf(c.g), B: byteOf(c.b), A: 255})
		}
	}
	return m
}

// rgb is a colour, each part 0 to 1.
type rgb struct{ r, g, b float64 }

func hex(v uint32) rgb {
	return rgb{float64(v>>16&255) / 255, float64(v>>8&255) / 255, float64(v&255) / 255}
}

func byteOf(v float64) uint8 { return uint8(math.Round(255 * min(1, max(0, v)))) }

// mix blends a and b; the result is a for k = 0 and b for k = 1.
func mix(a, b rgb, k float64) rgb {
	k = min(1, max(0, k))
	return rgb{a.r + (b.r-a.r)*k, a.g + (b.g-a.g)*k, a.b + (b.b-a.b)*k}
}

// palette is the light of a film.
type palette struct{ high, low, far, mid, near, glow rgb }

// palettes are times of day.
var palettes = [...]palette{
	{hex(0x27496d), hex(0xf2a65a), hex(0x8d6b94), hex(0x57406e), hex(0x2b2140), hex(0xffe9b0)}, // dawn
	{hex(0x6ec1e4), hex(0xdff3f5), hex(0x7fb5a8), hex(0x3f8a7d), hex(0x1f5a55), hex(0xfff7d6)}, // clear
	{hex(0x0f1b3c), hex(0x44548f), hex(0x2d3a69), hex(0x1d2749), hex(0x0c1228), hex(0xffd27a)}, // night
	{hex(0xf6c6a8), hex(0xfff0dc), hex(0xd99a7c), hex(0xa9654f), hex(0x6b3a32), hex(0xfffdf2)}, // warm
	{hex(0x9fb9c9), hex(0xe8eef0), hex(0x8ba3a8), hex(0x5f7b82), hex(0x34505a), hex(0xffffff)}, // mist
	{hex(0x3b2a4f), hex(0xd9667b), hex(0x7a3e67), hex(0x4f2a52), hex(0x2a173a), hex(0xffc1a1)}, // dusk
	{hex(0xb7d69b), hex(0xf4f3d0), hex(0x86a96b), hex(0x557d48), hex(0x2f5233), hex(0xfff9c9)}, // meadow
	{hex(0x1d4e5f), hex(0x7cc6b8), hex(0x2f7f86), hex(0x1f5f6b), hex(0x123a46), hex(0xf7e6b5)}, // lagoon
}

// painter has what every scene needs. y runs from 0 to 1 downwards, x from 0 to the aspect ratio.
type painter struct {
	palette
	seed         uint32
	t            float64 // seconds since the scene began
	aspect, soft float64
}

// vary returns a number between 0 and 1 that is the same for the same seed.
func (p *painter) vary(n uint32) float64 {
	h := (p.seed+n)*2654435761 ^ n<<13
	h ^= h >> 15
	h *= 2246822519
	h ^= h >> 13
	return float64(h%10000) / 10000
}

// inside returns 1 for a distance below 0, and 0 above, with a soft edge.
func (p *painter) inside(distance float64) float64 {
	return min(1, max(0, 0.5-distance/p.soft))
}

// sky draws a sky that is lighter towards the horizon, with a glow around a point.
func (p *painter) sky(x, y, sunX, sunY, radius float64) rgb {
	d := math.Hypot(x-sunX, y-sunY)
	c := mix(p.high, p.low, y*1.3)
	c = mix(c, p.glow, 0.55*math.Exp(-d*4))
	return mix(c, p.glow, p.inside(d-radius))
}

// disc lays a circle over a colour.
func (p *painter) disc(under rgb, x, y, cx, cy, r float64, c rgb) rgb {
	return mix(under, c, p.inside(math.Hypot(x-cx, y-cy)-r))
}

// box lays a rectangle with round corners over a colour.
func (p *painter) box(under rgb, x, y, cx, cy, halfWide, halfTall, round float64, c rgb) rgb {
	dx, dy := math.Abs(x-cx)-halfWide+round, math.Abs(y-cy)-halfTall+round
	d := math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - round
	return mix(under, c, p.inside(d))
}
