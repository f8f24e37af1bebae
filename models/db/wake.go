package db

import (
	"context"
	"sync/atomic"

	"gorm.io/gorm"
)

// workKey is the key of a context's mark that its transaction leaves work to do.
type workKey struct{}

// LeavesWork marks a transaction that leaves work for others to do: once it has committed, those who asked by OnWork are called.
func LeavesWork(tx *gorm.DB) {
	if mark, ok := tx.Statement.Context.Value(workKey{}).(*atomic.Bool); ok {
		mark.Store(true)
	}
}

// OnWork has f called after each commit of this process that leaves work to do, beside those that are called already. f must not wait.
func (d *DB) OnWork(f func()) {
	d.workMu.Lock()
	defer d.workMu.Unlock()
	d.onWork = append(d.onWork, f)
}

// marking returns a context in which LeavesWork is noticed, and what to call when its transaction has ended. Only the outermost one tells.
func (d *DB) marking(ctx context.Context) (_ context.Context, ended func(error)) {
	if ctx.Value(workKey{}) != nil {
		return ctx, func(error) {}
	}
	var mark atomic.Bool
	return context.WithValue(ctx, workKey{}, &mark), func(err error) {
		if err == nil && mark.Load() {
			d.tellOfWork()
		}
	}
}

func (d *DB) tellOfWork() {
	d.workMu.Lock()
	list := d.onWork
	d.workMu.Unlock()
	for _, f := range list {
		f()
	}
}
