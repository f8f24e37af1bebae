package scenes

import "math"

// table is a plate with something warm on it.
func table(p *painter, x, y float64) rgb {
	c := mix(p.mid, p.far, 0.5+0.5*math.Sin(y*22+0.4*math.Sin(x*7+p.vary(1)*6)))
	c = mix(c, p.far, 0.6)
	cx, cy := p.aspect/2+(p.vary(2)-0.5)*0.2, 0.52
	r := min(0.36, p.aspect*0.4)
	c = p.disc(c, x, y, cx+0.02, cy+0.03, r, mix(c, p.near, 0.5))
	c = p.disc(c, x, y, cx, cy, r, p.glow)
	c = p.disc(c, x, y, cx, cy, r*0.76, mix(p.glow, p.low, 0.35))
	c = p.disc(c, x, y, cx, cy, r*0.64, p.mid)
	for n := range uint32(7) {
		angle, far := p.vary(n+10)*6.28+p.t*0.12, r*0.42*p.vary(n+30)
		colour := []rgb{p.glow, p.low, p.near}[n%3]
		c = p.disc(c, x, y, cx+far*math.Cos(angle), cy+far*math.Sin(angle), r*(0.07+0.08*p.vary(n+50)), colour)
	}
	c = p.box(c, x, y, cx+r*1.22, cy, 0.014, r*0.7, 0.014, p.glow)
	return p.steam(c, x, y, cx, cy-0.05, 0.5)
}

// steam rises from a place.
func (p *painter) steam(c rgb, x, y, cx, foot, tall float64) rgb {
	up := (foot - y) / tall
	if up < 0 || up > 1 {
		return c
	}
	for n := range 3 {
		k := float64(n) - 1
		at := cx + k*0.07 + 0.03*math.Sin(up*9-p.t*2.2+k*2)
		c = mix(c, rgb{1, 1, 1}, 0.35*(1-up)*min(1, up*4)*math.Exp(-math.Pow((x-at)/0.022, 2)))
	}
	return c
}

// kettle stands on a stove and begins to sing.
func kettle(p *painter, x, y float64) rgb {
	c := mix(p.low, p.far, 0.3+0.25*math.Sin(math.Floor(x*9)*1.7+math.Floor(y*9)*2.9+p.vary(1)*9))
	c = mix(c, p.near, p.inside(0.8-y))
	c = mix(c, p.mid, p.inside(0.78-y)*p.inside(y-0.8))
	cx, shake := p.aspect*(0.42+0.16*p.vary(2)), 0.002*math.Sin(p.t*40)*min(1, p.t)
	cx += shake
	r := min(0.24, p.aspect*0.3)
	spout := math.Abs((x-cx-r*0.75)-(0.62-y)*0.55) - 0.03 - max(0, y-0.45)*0.12
	c = mix(c, p.mid, p.inside(max(spout, y-0.66, 0.42-y)))
	handle := math.Abs(math.Hypot(x-cx, (y-0.4)*1.1)-r*0.75) - 0.018
	c = mix(c, p.near, p.inside(max(handle, y-0.42)))
	body := max(math.Hypot(x-cx, (y-0.62)*0.95)-r, y-0.79)
	c = mix(c, mix(p.mid, p.glow, 0.45*math.Exp(-math.Pow((x-cx+r*0.45)/0.06, 2))), p.inside(body))
	c = p.disc(c, x, y, cx, 0.37, 0.026, p.near)
	return p.steam(c, x, y, cx+r*0.95, 0.4, 0.4*min(1, 0.3+p.t/2))
}

// wheels roll along a road.
func wheels(p *painter, x, y float64) rgb {
	c := p.sky(x, y, p.aspect*0.2, 0.25, 0.07)
	ridge := 0.56 - 0.06*math.Sin((x+p.t*0.1+p.vary(1)*5)*2.4)
	c = mix(c, p.far, p.inside(ridge-y))
	c = mix(c, p.mid, p.inside(0.78-y))
	dash := math.Mod(x+p.t*0.6+9, 0.4) - 0.2
	c = mix(c, p.glow, p.inside(max(math.Abs(dash)-0.09, math.Abs(y-0.9)-0.008)))
	r := min(0.17, p.aspect*0.17)
	left, right := p.aspect/2-r*1.35, p.aspect/2+r*1.35
	bar := func(x1, y1, x2, y2 float64) {
		dx, dy := x2-x1, y2-y1
		k := min(1, max(0, ((x-x1)*dx+(y-y1)*dy)/(dx*dx+dy*dy)))
		c = mix(c, p.near, p.inside(math.Hypot(x-x1-k*dx, y-y1-k*dy)-0.011))
	}
	for _, cx := range []float64{left, right} {
		d, angle := math.Hypot(x-cx, y-0.68), math.Atan2(y-0.68, x-cx)+p.t*3
		c = mix(c, p.near, p.inside(math.Abs(d-r)-0.012))
		spoke := math.Abs(math.Mod(angle/math.Pi*5+100, 1)-0.5) * d
		c = mix(c, p.near, 0.7*p.inside(max(d-r, spoke-0.004)))
	}
	seat := p.aspect/2 - r*0.5
	bar(left, 0.68, seat+0.03, 0.5)
	bar(seat, 0.45, p.aspect/2, 0.68)
	bar(left, 0.68, p.aspect/2, 0.68)
	bar(p.aspect/2, 0.68, right-r*0.35, 0.48)
	bar(seat+0.02, 0.5, right-r*0.35, 0.48)
	bar(right-r*0.45, 0.42, right, 0.68)
	bar(seat-0.05, 0.44, seat+0.05, 0.44)
	bar(right-r*0.45, 0.42, right-r*0.1, 0.4)
	return c
}

// lathe turns a bowl of wood, ring by ring.
func lathe(p *painter, x, y float64) rgb {
	c := mix(p.near, p.mid, 0.5+0.5*y)
	cx, cy := p.aspect*(0.45+0.1*p.vary(1)), 0.5
	dx, dy := x-cx, y-cy
	d, angle := math.Hypot(dx, dy), math.Atan2(dy, dx)+p.t*2.5
	r := min(0.4, p.aspect*0.42)
	ring := 0.5 + 0.5*math.Sin(d*(70+20*p.vary(2))+1.2*math.Sin(angle)+0.6*math.Sin(3*angle))
	wood := mix(p.low, p.far, ring*0.7)
	wood = mix(wood, p.glow, 0.35*max(0, math.Cos(angle-p.t*2.5+2.2))*(d/r))
	c = mix(c, mix(c, rgb{}, 0.35), p.inside(math.Hypot(dx-0.02, dy-0.03)-r))
	c = mix(c, wood, p.inside(d-r))
	c = mix(c, mix(wood, p.near, 0.55), p.inside(d-r*(0.3+0.08*p.t)))
	for n := range uint32(9) { // shavings
		fall := math.Mod(p.vary(n+9)+p.t*(0.3+0.3*p.vary(n+19)), 1)
		sx := cx + r*0.5 + (p.vary(n+29)-0.3)*0.5*fall
		c = p.disc(c, x, y, sx, cy-r*0.7+fall*1.1, 0.009+0.007*p.vary(n+39), p.glow)
	}
	return c
}
