package views

import (
	"strconv"
	"strings"
	"time"
)

// Trend is how one count changed over time.
type Trend struct {
	Name   string // what is counted: Views, Followers
	Points []TrendPoint
}

// TrendPoint is the value of a count at one time.
type TrendPoint struct {
	At          time.Time
	When        When
	Value       int64
	Approximate bool // whether the platform rounds it
}

// Size of the drawing. The browser scales it to the page.
const (
	trendWide = 600
	trendTall = 120
)

// bounds returns the lowest and the highest value. They always differ, so that a constant count can be drawn.
func (t Trend) bounds() (least, most int64) {
	least, most = t.Points[0].Value, t.Points[0].Value
	for _, p := range t.Points {
		least, most = min(least, p.Value), max(most, p.Value)
	}
	if least == most {
		most++
	}
	return least, most
}

// at returns the position of a point in the drawing.
func (t Trend) at(p TrendPoint) (x, y int64) {
	first, last := t.Points[0].At, t.Points[len(t.Points)-1].At
	if span := last.Sub(first); span > 0 {
		x = int64(float64(trendWide) * float64(p.At.Sub(first)) / float64(span))
	}
	least, most := t.bounds()
	return x, trendTall - int64(float64(trendTall)*float64(p.Value-least)/float64(most-least))
}

// line returns the corners of the line. Values are only known at the times when they were seen; between them the line
// is interpolated.
func (t Trend) line() string {
	corners := make([]string, 0, len(t.Points))
	for _, p := range t.Points {
		x, y := t.at(p)
		corners = append(corners, strconv.FormatInt(x, 10)+","+strconv.FormatInt(y, 10))
	}
	return strings.Join(corners, " ")
}

// scale returns the values at the top and at the bottom of the drawing, short unless they would look the same.
func (t Trend) scale() []string {
	least, most := t.bounds()
	if Short(least) == Short(most) {
		return []string{Number(most), Number(least)}
	}
	return []string{Short(most), Short(least)}
}

// days returns the first and the last day of the drawing, in UTC.
func (t Trend) days() []string {
	return []string{dayOf(t.Points[0].At), dayOf(t.Points[len(t.Points)-1].At)}
}

func dayOf(at time.Time) string { return at.UTC().Format("2 Jan 2006") }

// Last formats the newest value.
func (t Trend) Last() string { return t.Points[len(t.Points)-1].value() }

// Signed formats a change of a count: +1,204, or about +1,200.
func Signed(n int64, approximate bool) string {
	text := Number(n)
	if n > 0 {
		text = "+" + text
	}
	if approximate {
		return "about " + text
	}
	return text
}

// change formats the difference between the first and the last point: +1,204. It returns "" if one of them is rounded and
// the other is not, because the difference may be nothing but the rounding.
func (t Trend) change() string {
	first, last := t.Points[0], t.Points[len(t.Points)-1]
	if first.Approximate != last.Approximate {
		return ""
	}
	return Signed(last.Value-first.Value, last.Approximate)
}

// value formats the value of a point.
func (p TrendPoint) value() string {
	if p.Approximate {
		return "about " + Number(p.Value)
	}
	return Number(p.Value)
}
