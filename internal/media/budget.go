package media

import "sync/atomic"

// Budget limits the total bytes of several downloads. It is safe for concurrent use; a nil Budget is unlimited.
type Budget struct{ left atomic.Int64 }

// Budget returns a budget of the maximum size of a single download.
func (d *Downloader) Budget() *Budget {
	b := &Budget{}
	b.left.Store(d.options.MaxBytes)
	return b
}

// Take takes n bytes and reports whether that many were left; if not, it takes none.
func (b *Budget) Take(n int64) bool {
	if b == nil || b.left.Add(-n) >= 0 {
		return true
	}
	b.left.Add(n)
	return false
}

// give returns n bytes to the budget.
func (b *Budget) give(n int64) {
	if b != nil {
		b.left.Add(n)
	}
}

// budgetWriter takes the written bytes from the budget of a transfer.
type budgetWriter struct{ t *transfer }

func (w budgetWriter) Write(p []byte) (int, error) {
	if !w.t.request.Within.Take(int64(len(p))) {
		return 0, invalid(ReasonTooLarge)
	}
	w.t.taken += int64(len(p))
	return len(p), nil
}

// giveBack returns the bytes that the transfer has taken to the budget.
func (t *transfer) giveBack() {
	t.request.Within.give(t.taken)
	t.taken = 0
}
