package views

import (
	"strconv"
	"strings"
)

// Bar is one bucket of a chart.
type Bar struct {
	Label  string // such as 21 Nov 14:00
	Good   int64
	Failed int64
	Other  int64  // running or cancelled
	Open   bool   // whether the bucket has not ended yet
	Href   string // link to its rows; "" for none
}

func (b Bar) sum() int64 { return b.Good + b.Failed + b.Other }

// Chart holds counts over time.
type Chart struct {
	Name   string // what is counted: Imports
	Unit   string // singular noun: import, credit
	Spent  bool   // one kind of bar, in the accent colour
	Bars   []Bar
	Period string // as text: the last 24 hours
	Zone   string // of the labels: UTC
	Words  *ChartWords
}

// ChartWords name the three kinds of a chart's bars where they do not count imports.
type ChartWords struct{ Good, Failed, Other string }

// words returns the names of the three kinds.
func (c Chart) words() ChartWords {
	if c.Words != nil {
		return *c.Words
	}
	return ChartWords{"Succeeded", "Failed", "Running or cancelled"}
}

// points returns the number of buckets that are not empty, the total, and the last such bucket.
func (c Chart) points() (n int, total int64, only Bar) {
	for _, b := range c.Bars {
		if b.sum() > 0 {
			n, total, only = n+1, total+b.sum(), b
		}
	}
	return n, total, only
}

// single describes the counts if there are too few for a chart.
func (c Chart) single() string {
	n, total, only := c.points()
	if n == 0 {
		return "No " + c.Unit + "s in " + c.Period + "."
	}
	return Count(total, c.Unit) + " in " + c.Period + ", all at " + only.Label + " " + c.Zone + "."
}

// top returns the highest value of the axis: an even number below 20 times a power of ten, so that half of it is an integer.
func (c Chart) top() int64 {
	most := int64(2)
	for _, b := range c.Bars {
		most = max(most, b.sum())
	}
	for step := int64(1); ; step *= 10 {
		for _, m := range []int64{2, 4, 6, 8, 10, 12, 16} {
			if m*step >= most {
				return m * step
			}
		}
	}
}

// Sizes of the drawing. The browser scales it to the page.
const (
	barStep = 10
	barWide = 8
	barTall = 160
)

// piece is one rectangle of a bar.
type piece struct {
	class            string
	x, y, wide, tall string
}

// pieces returns the rectangles of a bar, from bottom to top. Each is thick enough to be visible.
func (c Chart) pieces(n int) []piece {
	b, top, y := c.Bars[n], c.top(), int64(barTall)
	var list []piece
	add := func(class string, v int64) {
		if v == 0 {
			return
		}
		tall := max(2, barTall*v/top)
		y -= tall
		list = append(list, piece{class, strconv.Itoa(n*barStep + 1), strconv.FormatInt(y, 10), strconv.Itoa(barWide), strconv.FormatInt(tall, 10)})
		if b.Open {
			list = append(list, piece{"open", list[len(list)-1].x, list[len(list)-1].y, list[len(list)-1].wide, list[len(list)-1].tall})
		}
	}
	good := "ok"
	if c.Spent {
		good = "spent"
	}
	add(good, b.Good)
	add("failed", b.Failed)
	add("other", b.Other)
	return list
}

// says describes a bar.
func (c Chart) says(b Bar) string {
	text := b.Label + " " + c.Zone + ": " + Count(b.sum(), c.Unit)
	if !c.Spent {
		words := c.words()
		parts := []string{Number(b.Good) + " " + strings.ToLower(words.Good), Number(b.Failed) + " " + strings.ToLower(words.Failed)}
		if b.Other > 0 {
			parts = append(parts, Number(b.Other)+" "+strings.ToLower(words.Other))
		}
		text += ", " + strings.Join(parts, ", ")
	}
	if b.Open {
		text += ", not over yet"
	}
	return text
}

// last returns the index of the last bar that is not empty, which gets the keyboard focus first.
func (c Chart) last() int {
	at := 0
	for n, b := range c.Bars {
		if b.sum() > 0 {
			at = n
		}
	}
	return at
}

// ticks returns at most four labels for the axis, including the first and the last.
func (c Chart) ticks() []string {
	n := len(c.Bars) - 1
	if n < 3 {
		return []string{c.Bars[0].Label, c.Bars[n].Label}
	}
	return []string{c.Bars[0].Label, c.Bars[n/3].Label, c.Bars[2*n/3].Label, c.Bars[n].Label}
}

// Short formats a number for a chart: 950, 12.5 k, 3 M.
func Short(n int64) string {
	for _, s := range []struct {
		unit string
		of   int64
	}{{"M", 1_000_000}, {"k", 1000}} {
		if n >= s.of-s.of/20_000 { // 999,950 is 1 M, not 1000 k
			return strings.TrimSuffix(strconv.FormatFloat(float64(n)/float64(s.of), 'f', 1, 64), ".0") + " " + s.unit
		}
	}
	return strconv.FormatInt(n, 10)
}
