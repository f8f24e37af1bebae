package shots

// throughFlat merges the boundaries around a short flat stretch into one fade through black or white. A video that only
// fades in or out has no boundary there. A longer flat stretch is a shot of its own, with its own boundaries.
func (d *Detector) throughFlat(found []boundary) []boundary {
	var out []boundary
	reach := d.half[len(spans)-1]
	for _, b := range found {
		from, to, flat := d.flatNear(b.frame, d.half[1])
		atEnd := from == 0 || to == len(d.frames)
		switch {
		case !flat, to-from > reach && (b.start == Cut || !atEnd):
			out = append(out, b)
		case atEnd:
		default:
			fade := boundary{(from + to) / 2, Fade, b.strength}
			if n := len(out); n > 0 && out[n-1].start == Fade && fade.frame-out[n-1].frame < reach {
				continue
			}
			out = append(out, fade)
		}
	}
	return out
}

// flatNear finds the flat stretch that begins, ends or lies within reach frames of t.
func (d *Detector) flatNear(t, reach int) (from, to int, ok bool) {
	for k := 0; k <= reach; k++ {
		for _, u := range []int{t - k, t + k} {
			if u >= 0 && u < len(d.frames) && d.frames[u].texture < flatTexture {
				from, to = u, u+1
				for from > 0 && d.frames[from-1].texture < flatTexture {
					from--
				}
				for to < len(d.frames) && d.frames[to].texture < flatTexture {
					to++
				}
				return from, to, true
			}
		}
	}
	return 0, 0, false
}
