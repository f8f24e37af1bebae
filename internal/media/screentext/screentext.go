// Package screentext makes lines of text out of what tesseract reads in pictures and in the frames of videos: it leaves out what is no
// text, joins the rows of a caption, and joins what several frames show to one line with its time.
//
// It may import internal/content. It runs nothing and opens nothing.
package screentext

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"

	"socialdata/internal/content"
)

// Sample is what one picture shows, read once or more. From and To are the part of the video that it stands for, in milliseconds.
type Sample struct {
	FromMs, ToMs int64
	BeginsShot   bool // the picture changes at FromMs; otherwise a text may begin anywhere between two samples
	Readings     [][]word
}

// AtMs returns the time of the picture.
func (s Sample) AtMs() int64 { return (s.FromMs + s.ToMs) / 2 }

// sinceMs returns the time from which what the sample shows is certain to be there, as far as it was not there before.
func (s Sample) sinceMs() int64 {
	if s.BeginsShot {
		return s.FromMs
	}
	return s.AtMs()
}

// Picture returns the text of a picture, from top to bottom.
func Picture(readings [][]word) []content.ScreenText {
	list := []content.ScreenText{}
	for _, r := range bestOf(readings) {
		list = append(list, content.ScreenText{Text: r.text, Confidence: rounded(r.confidence)})
	}
	return bounded(list)
}

// Video returns the text of a video's samples, which are in order. The same text in samples that follow each other, even if one between
// them does not have it, is one line from the first to the last; of its readings the best counts.
func Video(samples []Sample) []content.ScreenText {
	var lines []line
	for n, s := range samples {
		for _, r := range bestOf(s.Readings) {
			if l := openLine(lines, n, r.text); l != nil {
				l.add(n, s, r)
				continue
			}
			lines = append(lines, line{best: r, folded: fold(r.text), fromMs: s.sinceMs(), toMs: s.ToMs, last: n})
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int { return cmp.Compare(a.fromMs, b.fromMs) })
	list := []content.ScreenText{}
	for _, l := range lines {
		list = append(list, content.ScreenText{StartMs: &l.fromMs, EndMs: &l.toMs, Text: l.best.text, Confidence: rounded(l.best.confidence)})
	}
	return bounded(list)
}

// line is a text that one or more samples show.
type line struct {
	best         row
	folded       string
	fromMs, toMs int64
	last         int // the last sample that shows it
}

func (l *line) add(sample int, s Sample, r row) {
	l.toMs, l.last = s.ToMs, sample
	if r.weight() > l.best.weight() {
		l.best, l.folded = r, fold(r.text)
	}
}

// missed is how many samples in a row may lack a text without ending its line.
const missed = 1

// openLine returns the line that a text continues, the most alike of those that have not ended; nil if it begins one.
func openLine(lines []line, sample int, text string) (found *line) {
	folded, best := fold(text), leastAlike
	for n := range lines {
		l := &lines[n]
		if l.last == sample || sample-l.last > missed+1 {
			continue
		}
		if a := alike(l.folded, folded); a >= best {
			found, best = l, a
		}
	}
	return found
}

// leastAlike is how much of two readings must agree for them to be of the same text.
const leastAlike = 0.7

// alike returns the share of pairs of neighbouring letters that two texts have in common (Dice's coefficient), 0 to 1.
func alike(a, b string) float64 {
	if a == b {
		return 1
	}
	pairs, of := map[[2]rune]int{}, 0
	each := func(text string, f func([2]rune)) {
		r := []rune(text)
		for n := 1; n < len(r); n++ {
			f([2]rune{r[n-1], r[n]})
			of++
		}
	}
	each(a, func(p [2]rune) { pairs[p]++ })
	common := 0
	each(b, func(p [2]rune) {
		if pairs[p]--; pairs[p] >= 0 {
			common++
		}
	})
	if of == 0 {
		return 0
	}
	return 2 * float64(common) / float64(of)
}

// fold returns a text's letters and digits in lower case, because blanks and punctuation differ between readings.
func fold(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, cases.Fold().String(text))
}

// bounded cuts a list and its texts to the bounds of content.
func bounded(list []content.ScreenText) []content.ScreenText {
	list = list[:min(len(list), content.MaxScreenTexts)]
	for n := range list {
		if r := []rune(list[n].Text); len(r) > content.MaxScreenText {
			list[n].Text = string(r[:content.MaxScreenText])
		}
	}
	return list
}

// rounded returns a confidence of tesseract's as 0 to 1 with two decimals.
func rounded(confidence float64) float64 { return math.Round(confidence) / 100 }
