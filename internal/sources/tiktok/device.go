package tiktok

import (
	"fmt"
	"math/rand/v2"
	"strconv"
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
	d.form = fmt.Sprintf("verify_%07x", rand.Uint32N(1<<28))
}

func (d *device) now() (id, form string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.id, d.form
}
