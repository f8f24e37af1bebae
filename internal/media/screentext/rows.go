package screentext

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The rule for what counts as text: a row has at least this many letters and digits, weighed by which its words have at least this
// confidence, and as many of its signs are letters or digits as this.
const (
	leastLetters    = 3
	leastConfidence = 70.0
	leastShare      = 0.6
)

// row is a row of words, or several rows of one caption.
type row struct {
	left, top, right, bottom int
	height                   int // of its highest word
	text                     string
	confidence               float64 // 0..100
}

// rowsOf joins words that stand beside each other, and returns the rows that count as text.
func rowsOf(words []word) (rows []row) {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(a.left, b.left) })
	var lines [][]word
	for _, w := range words {
		n := slices.IndexFunc(lines, func(line []word) bool { return follows(line[len(line)-1], w) })
		if n < 0 {
			lines = append(lines, []word{w})
			continue
		}
		lines[n] = append(lines[n], w)
	}
	for _, line := range lines {
		if r := joined(line); counts(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

// follows reports whether b continues the row of a: found in the same line, or about as high, at the same height, and not far to the right.
func follows(a, b word) bool {
	if a.line == b.line {
		return true
	}
	low, high := min(a.height, b.height), max(a.height, b.height)
	overlap := min(a.bottom(), b.bottom()) - max(a.top, b.top)
	return high <= 3*low && 2*overlap >= low && 2*(b.left-a.right()) <= 3*high
}

func joined(line []word) row {
	first := line[0]
	r := row{left: first.left, top: first.top, right: first.right(), bottom: first.bottom()}
	var text strings.Builder
	var sum, weight float64
	for n, w := range line {
		if n > 0 && spaced(line[n-1].text, w.text) {
			text.WriteByte(' ')
		}
		text.WriteString(w.text)
		r.left, r.top, r.right, r.bottom = min(r.left, w.left), min(r.top, w.top), max(r.right, w.right()), max(r.bottom, w.bottom())
		r.height = max(r.height, w.height)
		of := float64(letters(w.text))
		sum, weight = sum+of*w.confidence, weight+of
	}
	r.text, r.confidence = text.String(), sum/weight
	return r
}

// spaced reports whether a blank belongs between two words: not in scripts that write none.
func spaced(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return !unicode.In(last, unbroken...) || !unicode.In(first, unbroken...)
}

var unbroken = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer}

func counts(r row) bool {
	n, least := letters(r.text), leastLetters
	if strings.ContainsFunc(r.text, func(c rune) bool { return unicode.In(c, unbroken...) }) {
		least = 2
	}
	signs := utf8.RuneCountInString(strings.ReplaceAll(r.text, " ", ""))
	return n >= least && r.confidence >= leastConfidence && float64(n) >= leastShare*float64(signs)
}

// weight compares readings of the same place: more letters, read with more confidence.
func (r row) weight() float64 { return float64(letters(r.text)) * r.confidence }

// bestOf joins several readings of one picture: where rows cover each other, the better one stays.
func bestOf(readings [][]word) (best []row) {
	var all []row
	for _, words := range readings {
		all = append(all, rowsOf(words)...)
	}
	slices.SortStableFunc(all, func(a, b row) int { return cmp.Compare(b.weight(), a.weight()) })
	for _, r := range all {
		if !slices.ContainsFunc(best, r.covers) {
			best = append(best, r)
		}
	}
	return captions(best)
}

// covers reports whether two rows share a quarter of the smaller one's area.
func (r row) covers(o row) bool {
	width, height := min(r.right, o.right)-max(r.left, o.left), min(r.bottom, o.bottom)-max(r.top, o.top)
	return width > 0 && height > 0 && 4*width*height >= min(r.area(), o.area())
}

func (r row) area() int { return (r.right - r.left) * (r.bottom - r.top) }

// captions joins rows of the same size that stand below each other, from top to bottom.
func captions(rows []row) (list []row) {
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(a.top, b.top), cmp.Compare(a.left, b.left)) })
	for _, r := range rows {
		n := slices.IndexFunc(list, func(above row) bool { return above.continues(r) })
		if n < 0 {
			list = append(list, r)
			continue
		}
		a := &list[n]
		of, with := float64(letters(a.text)), float64(letters(r.text))
		a.confidence = (of*a.confidence + with*r.confidence) / (of + with)
		if spaced(a.text, r.text) {
			a.text += " "
		}
		a.text += r.text
		a.left, a.right, a.bottom, a.height = min(a.left, r.left), max(a.right, r.right), r.bottom, max(a.height, r.height)
	}
	return list
}

// continues reports whether b is the next row of the caption r: close below, about as high, and for half of the narrower width below it.
func (r row) continues(b row) bool {
	gap, low, high := b.top-r.bottom, min(r.height, b.height), max(r.height, b.height)
	shared := min(r.right, b.right) - max(r.left, b.left)
	return gap >= -low/2 && gap <= high && 2*high <= 3*low+2 && 2*shared >= min(r.right-r.left, b.right-b.left)
}
