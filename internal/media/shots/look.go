package shots

import (
	"cmp"
	"math"
	"slices"
)

// Look describes a shot's appearance in words.
type Look struct {
	Brightness string   // dark, dim, bright
	Colours    []string // one or two, the strongest first
	Motion     string   // static, moving, fast
}

// numColours is how many names there are for a pixel.
const numColours = 11

// colourName returns the name of a colour by its index.
func colourName(i int) string {
	return [numColours]string{"black", "grey", "white", "red", "orange", "brown", "yellow", "green", "blue", "purple", "pink"}[i]
}

// measure counts the colours of a frame and measures its brightness.
func measure(frame []byte) signals {
	var s signals
	var sum, squares float64
	for i := 0; i+2 < len(frame); i += 3 {
		r, g, b := frame[i], frame[i+1], frame[i+2]
		light := 0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)
		sum, squares = sum+light, squares+light*light
		s.colours[colourOf(int(r), int(g), int(b))]++
	}
	n := float64(len(frame) / 3)
	mean := sum / n
	s.light = float32(mean)
	s.texture = float32(math.Sqrt(math.Max(0, squares/n-mean*mean)))
	return s
}

// colourOf names the colour of a pixel by hue, or by lightness if it has little colour.
func colourOf(r, g, b int) int {
	high, low := max(r, g, b), min(r, g, b)
	chroma := high - low
	if high < 40 {
		return 0
	}
	if chroma*100 < high*18 {
		switch {
		case high > 205:
			return 2
		case high < 60:
			return 0
		}
		return 1
	}
	return hueName(hue(r, g, b, high, chroma), high)
}

// hue returns the angle of a colour, 0..359.
func hue(r, g, b, high, chroma int) int {
	var h int
	switch high {
	case r:
		h = 60 * (g - b) / chroma
	case g:
		h = 120 + 60*(b-r)/chroma
	default:
		h = 240 + 60*(r-g)/chroma
	}
	return (h + 360) % 360
}

func hueName(h, high int) int {
	switch {
	case h < 15 || h >= 345:
		return 3
	case h < 45 && high < 160:
		return 5 // a dark orange is brown
	case h < 45:
		return 4
	case h < 70:
		return 6
	case h < 170:
		return 7
	case h < 255:
		return 8
	case h < 300:
		return 9
	}
	return 10
}

// look summarises the frames of a range, to excluded.
func (d *Detector) look(from, to int) Look {
	var light, change float64
	var pixels [numColours]int
	for i := from; i < to; i++ {
		light += float64(d.frames[i].light)
		if i > from {
			change += float64(d.frames[i].change)
		}
		for c, n := range d.frames[i].colours {
			pixels[c] += int(n)
		}
	}
	n := math.Max(1, float64(to-from))
	perSecond := change / n * d.rate
	return Look{Brightness: word(light/n, 60, 110, "dark", "dim", "bright"), Colours: dominant(pixels),
		Motion: word(perSecond, 20, 150, "static", "moving", "fast")}
}

func word(v, low, high float64, below, between, above string) string {
	switch {
	case v < low:
		return below
	case v < high:
		return between
	}
	return above
}

// dominant returns the strongest colour, and the second one if it covers an eighth of the picture.
func dominant(pixels [numColours]int) []string {
	order := make([]int, numColours)
	total := 0
	for i := range order {
		order[i] = i
		total += pixels[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(pixels[b], pixels[a]) })
	names := []string{colourName(order[0])}
	if pixels[order[1]]*8 >= total && total > 0 {
		names = append(names, colourName(order[1]))
	}
	return names
}
