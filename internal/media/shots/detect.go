package shots

import (
	"cmp"
	"math"
	"slices"
)

// The thresholds of the rule, for differences of 0..255. They were tuned on generated clips with hard cuts, fast
// montages, dissolves, fades, wipes, flashes and camera movement.
const (
	cutChange     = 10  // minimum change at a cut
	cutRatio      = 3   // and at least this many times the change around it
	flashRatio    = 0.5 // after a flash, the picture is this much more similar to the one before
	gradualChange = 10  // minimum change over the span of a gradual change
	gradualRatio  = 2.2 // and at least this many times the change in the calm on both sides
	flatTexture   = 9   // a frame with less texture is flat
	neighbours    = 4   // frames on each side for comparison with a cut
)

// boundaries applies the rule: cuts first, then gradual changes where there is no cut, in the order of frames.
func (d *Detector) boundaries() []boundary {
	found := d.cuts()
	found = append(found, d.gradual(found)...)
	slices.SortFunc(found, byFrame)
	found = d.throughFlat(found)
	if len(found) >= MaxShots {
		slices.SortStableFunc(found, func(a, b boundary) int { return cmp.Compare(b.strength, a.strength) })
		found = found[:MaxShots-1]
		slices.SortFunc(found, byFrame)
	}
	return found
}

func byFrame(a, b boundary) int { return cmp.Compare(a.frame, b.frame) }

// cuts returns the frames that differ from the previous one much more than their neighbours do.
func (d *Detector) cuts() []boundary {
	var found []boundary
	for t := 1; t < len(d.frames); t++ {
		change := float64(d.frames[t].change)
		if change < cutChange || change < cutRatio*d.around(t) || d.flashAt(t) {
			continue
		}
		found = append(found, boundary{t, Cut, change})
	}
	return found
}

// around returns the mean change of the frames around t.
func (d *Detector) around(t int) float64 {
	sum, n := 0.0, 0
	for i := max(1, t-neighbours); i <= min(len(d.frames)-1, t+neighbours); i++ {
		if i != t {
			sum, n = sum+float64(d.frames[i].change), n+1
		}
	}
	return sum / float64(max(1, n))
}

// flashAt reports whether t begins or ends a flash: the previous picture returns a few frames later.
func (d *Detector) flashAt(t int) bool {
	limit := flashRatio * d.frames[t].change
	for k := 2; k <= d.flash+1; k++ {
		if t >= k && d.frames[t].back[k] < limit {
			return true // t shows the picture from before the flash
		}
		if after := t + k - 1; after < len(d.frames) && d.frames[after].back[k] < limit {
			return true // the picture from before t returns
		}
	}
	return false
}

// gradual returns the places where the pictures before and after a span differ much more than over an equal span in the
// calm before and after.
func (d *Detector) gradual(cuts []boundary) []boundary {
	var candidates []boundary
	for i, half := range d.half {
		for t := half; t+half < len(d.frames); t++ {
			peak := float64(d.frames[t].span[i])
			if peak < gradualChange || near(cuts, t, half) || !d.isPeak(i, t) || !d.isWide(i, t) {
				continue
			}
			ratio := peak / math.Max(1, d.calm(i, t))
			if ratio >= gradualRatio {
				candidates = append(candidates, boundary{d.centre(i, t), Dissolve, ratio})
			}
		}
	}
	slices.SortStableFunc(candidates, func(a, b boundary) int { return cmp.Compare(b.strength, a.strength) })
	var found []boundary
	for _, c := range candidates {
		if !near(found, c.frame, d.half[1]) {
			found = append(found, c)
		}
	}
	return found
}

// near reports whether a boundary is less than reach frames away.
func near(list []boundary, t, reach int) bool {
	return slices.ContainsFunc(list, func(b boundary) bool { return b.frame-t < reach && t-b.frame < reach })
}

func (d *Detector) isPeak(i, t int) bool {
	half := d.half[i]
	for u := max(0, t-half); u <= min(len(d.frames)-1, t+half); u++ {
		if v := d.frames[u].span[i]; v > d.frames[t].span[i] || v == d.frames[t].span[i] && u < t {
			return false
		}
	}
	return true
}

// centre returns the middle of the plateau around a peak: a span that is longer than the change contains all of it for
// several frames.
func (d *Detector) centre(i, t int) int {
	from, to := t, t
	high := d.frames[t].span[i] * 0.95
	for from > 0 && d.frames[from-1].span[i] >= high {
		from--
	}
	for to+1 < len(d.frames) && d.frames[to+1].span[i] >= high {
		to++
	}
	return (from + to) / 2
}

// isWide reports whether a change is longer than a flash, whose difference is only visible while it lasts.
func (d *Detector) isWide(i, t int) bool {
	reach := d.half[i] / 2
	for _, u := range []int{t - reach, t + reach} {
		if u >= 0 && u < len(d.frames) && d.frames[u].span[i] < d.frames[t].span[i]/2 {
			return false
		}
	}
	return true
}

// calm returns the larger of the usual changes before and after. If the video is too short on one side, the other one is used.
func (d *Detector) calm(i, t int) float64 {
	half := d.half[i]
	return math.Max(d.usual(i, t-3*half, t-half), d.usual(i, t+half, t+3*half))
}

// usual returns the 30th percentile of the change over spans between two frames: the minimum may be the moment at which
// a moving camera turns, and the median may be another boundary.
func (d *Detector) usual(i, from, to int) float64 {
	half := d.half[i]
	var values []float32
	for u := max(half, from); u <= min(len(d.frames)-1-half, to); u++ {
		values = append(values, d.frames[u].span[i])
	}
	if len(values) == 0 {
		return 0
	}
	slices.Sort(values)
	return float64(values[(len(values)-1)*3/10])
}
