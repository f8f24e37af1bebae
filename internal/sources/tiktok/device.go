package tiktok

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"sync"
)

// device is the device number that every browser makes up, with the form token. Occasionally the platform answers a
// number with the same page for ever; then a new number is made up.
type device struct {
	mu       sync.Mutex
	id, form string
}

func newDevice() *device {
	d := &device{}
	d.renew()
	return d
}

func (d *device) renew() {
	d.mu.Lock()
	defer d.mu.Unlock()
	const first, last = 7_250_000_000_000_000_000, 7_325_099_899_999_994_577
	d.id = strconv.FormatInt(first+rand.Int64N(last-first), 10)
	var b strings.Builder
	for range 7 {
		b.WriteString(strconv.FormatInt(rand.Int64N(16), 16))
	}
	d.form = "verify_" + b.String()
}

func (d *device) now() (id, form string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.id, d.form
}
