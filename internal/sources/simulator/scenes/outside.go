package scenes

import "math"

// all are the scenes.
var all = [...]func(p *painter, x, y float64) rgb{hills, table, sea, city, kettle, forest, wheels, lathe}

// hills are three ridges before a sun that rises.
func hills(p *painter, x, y float64) rgb {
	c := p.sky(x, y, p.aspect*(0.25+p.vary(1)/2), 0.42-0.02*p.t, 0.09)
	for n, colour := range []rgb{p.far, p.mid, p.near} {
		k := float64(n)
		at := x + p.vary(uint32(n+2))*9 + p.t*0.02*(k+1)
		ridge := 0.5 + 0.14*k - (0.09-0.015*k)*math.Sin(at*(2.2+k)) - 0.03*math.Sin(at*(5.3+2*k)+1)
		c = mix(c, colour, p.inside(ridge-y))
	}
	return c
}

// sea is water under a low sun, and a boat that rocks.
func sea(p *painter, x, y float64) rgb {
	sun := p.aspect * (0.3 + p.vary(1)*0.4)
	c := p.sky(x, y, sun, 0.36, 0.08)
	if y > 0.5-p.soft {
		water := mix(p.far, p.near, (y-0.5)*1.8)
		wave := math.Sin(y*y*90-p.t*2) * math.Sin(x*9+y*30+p.t)
		water = mix(water, p.glow, 0.5*math.Exp(-math.Abs(x-sun)*(7-6*(y-0.5)))*max(0, wave))
		c = mix(c, mix(water, p.low, 0.12*max(0, wave)), p.inside(0.5-y))
	}
	return p.boat(c, x, y)
}

func (p *painter) boat(c rgb, x, y float64) rgb {
	cx, cy := p.aspect*(0.2+p.vary(2)*0.5)+p.t*0.02, 0.6+0.008*math.Sin(p.t*2.4)
	dx, dy := x-cx, y-cy
	sail := max(dx-0.005, -dx-0.13+(-dy)*0.35, dy+0.02, -dy-0.3-dx*1.4)
	c = mix(c, p.glow, p.inside(sail))
	c = mix(c, p.near, p.inside(max(math.Abs(dx)-0.004, dy, -dy-0.33)))
	return mix(c, p.near, p.inside(max(math.Hypot(dx, (dy+0.06)*1.1)-0.13, -dy-0.005)))
}

// city is a skyline at night whose windows go on.
func city(p *painter, x, y float64) rgb {
	c := p.sky(x, y, p.aspect*0.75, 0.2, 0.06)
	for n, colour := range []rgb{p.far, p.mid, p.near} {
		wide := 0.13 + 0.04*float64(n)
		at := x + p.t*0.012*float64(n+1) + p.vary(uint32(n))*3
		house := math.Floor(at / wide)
		top := 0.72 - 0.32*p.vary(uint32(house)*31+uint32(n)) + 0.08*float64(n)
		c = mix(c, colour, p.inside(top-y))
		u, v := math.Mod(at, wide)/wide*4, (y-top)/0.045
		if y > top && n > 0 {
			lit := p.vary(uint32(house)*977+uint32(math.Floor(u))*131+uint32(math.Floor(v))*17+uint32(n)) > 0.62-0.06*p.t
			fu, fv := u-math.Floor(u), v-math.Floor(v)
			if lit && fu > 0.3 && fu < 0.75 && fv > 0.3 && fv < 0.75 {
				c = mix(c, p.glow, 0.9)
			}
		}
	}
	return c
}

// forest is three rows of firs in falling snow.
func forest(p *painter, x, y float64) rgb {
	c := p.sky(x, y, p.aspect*(0.2+0.6*p.vary(1)), 0.3, 0.1)
	for n, colour := range []rgb{p.far, p.mid, p.near} {
		wide := 0.16 + 0.07*float64(n)
		at := x + p.vary(uint32(n+4))*4 + p.t*0.015*float64(n)
		tree := math.Floor(at / wide)
		tall := (0.3 + 0.1*float64(n)) * (0.75 + 0.5*p.vary(uint32(tree)*7+uint32(n)))
		foot := 0.72 + 0.12*float64(n)
		u := math.Abs(math.Mod(at, wide)/wide-0.5) * wide
		up := (foot - y) / tall
		tier := 1 - math.Mod(max(0, up)*4, 1)*0.35
		edge := u - wide*0.55*(1-up)*tier
		c = mix(c, colour, max(p.inside(max(edge, -up*tall)), p.inside(foot-y)))
	}
	return p.snow(c, x, y)
}

func (p *painter) snow(c rgb, x, y float64) rgb {
	for n := range 3 {
		size := 0.09 + 0.05*float64(n)
		fx, fy := x/size+math.Sin(p.t+y*6)*0.15, y/size-p.t*(1.1+0.5*float64(n))
		cell := uint32(int(math.Floor(fx))*131+int(math.Floor(fy))*977) + uint32(n)*31
		dx, dy := fx-math.Floor(fx)-0.2-0.6*p.vary(cell), fy-math.Floor(fy)-0.2-0.6*p.vary(cell+1)
		c = mix(c, rgb{1, 1, 1}, 0.8*min(1, max(0, (0.06-math.Hypot(dx, dy))*size/p.soft)))
	}
	return c
}
