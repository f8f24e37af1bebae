package media

import "sync/atomic"

// Budget bounds the bytes of several downloads together. It is safe for concurrent use; a nil one bounds nothing.
type Budget struct{ left atomic.Int64 }

// Budget returns one of as many bytes as a single download may have.
func (d *Downloader) Budget() *Budget {
	b := &Budget{}
	b.left.Store(d.options.MaxBytes)
	return b
}

// Take takes bytes, and reports whether there were as many. Otherwise it takes none.
func (b *Budget) Take(n int64) bool {
	if b == nil || b.left.Add(-n) >= 0 {
		return true
	}
	b.left.Add(n)
	return false
}

// give returns bytes that were taken.
func (b *Budget) give(n int64) {
	if b != nil {
		b.left.Add(n)
	}
}

// budgetWriter takes what is written from the budget of a transfer.
type budgetWriter struct{ t *transfer }

func (w budgetWriter) Write(p []byte) (int, error) {
	if !w.t.request.Within.Take(int64(len(p))) {
		return 0, invalid(ReasonTooLarge)
	}
	w.t.taken += int64(len(p))
	return len(p), nil
}

// giveBack returns what the transfer has taken.
func (t *transfer) giveBack() {
	t.request.Within.give(t.taken)
	t.taken = 0
}
