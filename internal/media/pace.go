package media

import (
	"sync/atomic"
	"time"
)

// paceWindow is the period over which the minimum throughput is required: longer than a pause of a good connection.
const paceWindow = 30 * time.Second

// pace ends a body that arrives too slowly: a server that sends a byte now and then is not idle, and would occupy a
// worker for the whole time allowed for a large file.
type pace struct {
	window time.Duration
	least  int64 // minimum bytes in each window
	got    atomic.Int64
	timer  *time.Timer
	slow   func(limit time.Duration)
}

// startPace calls slow if a window has fewer than bytesPerSecond; 0 requires nothing.
func startPace(window time.Duration, bytesPerSecond int64, slow func(limit time.Duration)) *pace {
	p := &pace{window: window, least: int64(window.Seconds() * float64(bytesPerSecond)), slow: slow}
	p.timer = time.AfterFunc(window, p.judgeWindow)
	return p
}

// judgeWindow checks the window that just ended and begins the next one.
func (p *pace) judgeWindow() {
	if p.got.Swap(0) < p.least {
		p.slow(p.window)
		return
	}
	p.timer.Reset(p.window)
}

func (p *pace) stop() { p.timer.Stop() }
