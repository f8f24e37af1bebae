package routehealth

import (
	"math"
	"slices"
)

// Fill is how many of a number of answers have a field.
type Fill struct{ Filled, Answers int64 }

// share returns the part of the answers that have the field.
func (f Fill) share() float64 { return float64(f.Filled) / float64(f.Answers) }

// fillDays is how many days are judged: today's are compared with the second to the fourth week before.
const (
	fillDays    = 28
	settledFrom = 7
)

// When a field counts as decayed.
const (
	leastFills         = 50   // answers that say something
	leastSettled       = 5    // days of the past with enough answers
	leastOfADay        = 10   // answers of such a day
	fillMargin         = 0.02 // a loss that is not worth a word
	fillDeviations     = 5    // of a binomial share: 1,000 quiet months must not give one false alarm
	settledDeviations  = 2
	fillDeviationsOpen = 3 // while an incident is open, so that it does not come and go
)

// fillWindows are the days over which the newest answers are summed: a sudden loss shows in a day, a slow one only in many answers.
var fillWindows = []int{1, 3, 7}

// judgement says whether a field has decayed. It is unknown if there are too few answers, now or in the past.
type judgement struct {
	past           bool // whether there were enough answers in the past
	known, decayed bool
	now            Fill
	settled        float64 // share that the field usually had
}

// judge compares the newest answers with the field's settled past: the median of the daily shares in the second to fourth week before, or
// the lower bound of them all where days have so few answers that the median may be far off.
// The week in between is left out, so that a slow decay does not become its own past. days begins with the last 24 hours; open reports
// whether an incident goes on.
func judge(days [fillDays]Fill, open bool) (j judgement) {
	var past []float64
	var all Fill
	for _, d := range days[settledFrom:] {
		if d.Answers >= leastOfADay {
			past, all = append(past, d.share()), Fill{all.Filled + d.Filled, all.Answers + d.Answers}
		}
	}
	if len(past) < leastSettled {
		return j
	}
	slices.Sort(past)
	low, _ := bounds(all, settledDeviations)
	j.past, j.settled = true, past[len(past)/2]
	deviations := float64(fillDeviations)
	if open {
		deviations = fillDeviationsOpen
	}
	for _, window := range fillWindows {
		var now Fill
		for _, d := range days[:window] {
			now.Filled, now.Answers = now.Filled+d.Filled, now.Answers+d.Answers
		}
		if now.Answers < leastFills {
			continue
		}
		if !j.known {
			j.known, j.now = true, now
		}
		if _, high := bounds(now, deviations); high < min(j.settled, low)-fillMargin {
			j.decayed, j.now = true, now
			break
		}
	}
	return j
}

// bounds returns Wilson's bounds of a share, so many standard deviations away.
func bounds(f Fill, z float64) (low, high float64) {
	n, p := float64(f.Answers), f.share()
	middle := p + z*z/(2*n)
	away := z * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return (middle - away) / (1 + z*z/n), (middle + away) / (1 + z*z/n)
}
