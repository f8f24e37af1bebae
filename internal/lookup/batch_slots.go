package lookup

import (
	"context"
	"sync"

	"golang.org/x/sync/semaphore"
)

// How many links of batches are looked up at once. They leave most of the slots to a platform's host, and of the
// database's connections, to lookups that come one by one; and one workspace leaves half of them to the others.
const (
	batchLinks             = 8 // of one batch
	batchLinksOfAWorkspace = 16
	batchLinksOfAProcess   = 32
)

// batchSlots bound the links of batches that are looked up at once. Those that wait are let in by their arrival, and a
// workspace waits with no more of them than it may have.
type batchSlots struct {
	all *semaphore.Weighted

	mu         sync.Mutex
	workspaces map[string]*workspaceSlots
}

// workspaceSlots are those of one workspace; users hold some or wait for one.
type workspaceSlots struct {
	slots *semaphore.Weighted
	users int
}

func newBatchSlots() batchSlots {
	return batchSlots{all: semaphore.NewWeighted(batchLinksOfAProcess), workspaces: map[string]*workspaceSlots{}}
}

// take waits for a slot; release gives it back. The error is the context's.
func (b *batchSlots) take(ctx context.Context, workspace string) (release func(), err error) {
	own := b.enter(workspace)
	if err := own.slots.Acquire(ctx, 1); err != nil {
		b.leave(workspace)
		return nil, err
	}
	if err := b.all.Acquire(ctx, 1); err != nil {
		own.slots.Release(1)
		b.leave(workspace)
		return nil, err
	}
	return func() {
		b.all.Release(1)
		own.slots.Release(1)
		b.leave(workspace)
	}, nil
}

func (b *batchSlots) enter(workspace string) *workspaceSlots {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.workspaces[workspace]
	if w == nil {
		w = &workspaceSlots{slots: semaphore.NewWeighted(batchLinksOfAWorkspace)}
		b.workspaces[workspace] = w
	}
	w.users++
	return w
}

func (b *batchSlots) leave(workspace string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.workspaces[workspace]
	if w.users--; w.users == 0 {
		delete(b.workspaces, workspace)
	}
}
