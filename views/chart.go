package views

import (
	"fmt"
	"strconv"
	"strings"
)

// Bar is one bucket of a chart.
type Bar struct {
	Label  string // 21 Nov 14:00
	Good   int64
	Failed int64
	Other  int64  // running or cancelled
	Open   bool   // not over yet
	Href   string // "" or where its rows are
}

func (b Bar) sum() int64 { return b.Good + b.Failed + b.Other }

// Chart are counts over time.
type Chart struct {
	Name   string // of what: Imports
	Unit   string // of one: import, credit
	Spent  bool   // one kind of bar, in the accent's colour
	Bars   []Bar
	Period string // in words: the last 24 hours
	Zone   string // of the labels: UTC
}

// points counts the buckets that hold something.
func (c Chart) points() (n int, total int64, only Bar) {
	for _, b := range c.Bars {
		if b.sum() > 0 {
			n, total, only = n+1, total+b.sum(), b
		}
	}
	return n, total, only
}

// single says in words what would be no chart.
func (c Chart) single() string {
	n, total, only := c.points()
	if n == 0 {
		return "No " + c.Unit + "s in " + c.Period + "."
	}
	return Count(total, c.Unit) + " in " + c.Period + ", all at " + only.Label + " " + c.Zone + "."
}

// top is the highest value of the axis: 1, 2 or 5 times a power of ten, and at least 2, so that half of it is whole.
func (c Chart) top() int64 {
	most := int64(2)
	for _, b := range c.Bars {
		most = max(most, b.sum())
	}
	for step := int64(1); ; step *= 10 {
		for _, m := range []int64{2, 4, 10} {
			if m*step >= most {
				return m * step
			}
		}
	}
}

// Sizes of the drawing; the browser stretches it to the page.
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

// pieces are a bar's rectangles from the ground up. What is there is never thinner than can be seen.
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

// says is a bar in words.
func (c Chart) says(b Bar) string {
	text := b.Label + " " + c.Zone + ": " + Count(b.sum(), c.Unit)
	if !c.Spent {
		parts := []string{fmt.Sprintf("%s succeeded", Number(b.Good)), fmt.Sprintf("%s failed", Number(b.Failed))}
		if b.Other > 0 {
			parts = append(parts, Number(b.Other)+" running or cancelled")
		}
		text += ", " + strings.Join(parts, ", ")
	}
	if b.Open {
		text += ", not over yet"
	}
	return text
}

// last is the latest bar that holds something: the one that the keyboard reaches first.
func (c Chart) last() int {
	at := 0
	for n, b := range c.Bars {
		if b.sum() > 0 {
			at = n
		}
	}
	return at
}

// ticks are at most four labels below the chart, the first and the last among them.
func (c Chart) ticks() []string {
	n := len(c.Bars) - 1
	if n < 3 {
		return []string{c.Bars[0].Label, c.Bars[n].Label}
	}
	return []string{c.Bars[0].Label, c.Bars[n/3].Label, c.Bars[2*n/3].Label, c.Bars[n].Label}
}

// Short writes a number for a chart: 950, 12.5 k, 3 M.
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
