package lookup

import (
	"context"
	"fmt"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// How many links of batches are looked up concurrently. The limits leave most slots of a platform's host, and most
// database connections, to single lookups; and one workspace leaves half of them to the others.
const (
	batchLinks             = 8 // of one batch
	batchLinksOfAWorkspace = 16
	batchLinksOfAProcess   = 32
)

// BatchRequest makes several requests for a workspace.
type BatchRequest struct {
	Workspace string
	RequestID string // for the log of failures
	Asks      []BatchAsk
}

// BatchAsk is one request of a batch. Its index is chosen by the caller.
type BatchAsk struct {
	Index   int
	Request BatchedRequest
}

// BatchedRequest is a request that a batch can hold.
type BatchedRequest interface {
	Request
	key(s *Service) string // equal for requests for the same thing
}

// BatchRow is the answer to one request: a result or a catalogue error.
type BatchRow struct {
	BatchAsk
	Result *Result
	Err    error
}

// Batch answers several requests, each as it would be answered alone, eight at a time and for at most BatchTime; the
// rest fails with network_timeout, free of charge. Equal requests are answered and charged once. known is called once
// for every request, as soon as its answer is known, and never concurrently. If known fails or ctx ends, no further
// request is started, and fetches that are running are not charged. Batch returns when nothing is running any more.
func (s *Service) Batch(ctx context.Context, r BatchRequest, known func(BatchRow) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	until := time.Now().Add(s.batchTime)
	open, stop := context.WithDeadline(ctx, until)
	defer stop()
	b := &batch{s: s, request: r, until: until, open: open, cancel: cancel, known: known}
	b.credits.ended = make(chan struct{})
	groups := make(chan []BatchAsk)
	var workers sync.WaitGroup
	for range min(batchLinks, len(r.Asks)) {
		workers.Go(func() {
			for equal := range groups {
				b.answer(ctx, equal)
			}
		})
	}
	for _, equal := range s.groupEqual(r.Asks) {
		groups <- equal
	}
	close(groups)
	workers.Wait()
	return b.failed
}

// batch is a running batch.
type batch struct {
	s       *Service
	request BatchRequest
	until   time.Time
	open    context.Context // ends when no further request may start
	cancel  context.CancelFunc
	credits batchCredits

	mu     sync.Mutex // held while known is running
	known  func(BatchRow) error
	failed error // the error of known
}

// answer answers equal requests and calls known for each of them.
func (b *batch) answer(ctx context.Context, equal []BatchAsk) {
	r, err := b.lookUp(ctx, equal[0].Request)
	b.log(ctx, err)
	b.mu.Lock()
	defer b.mu.Unlock()
	for n, ask := range equal {
		if b.failed != nil {
			return
		}
		if n == 1 && r != nil {
			r = r.repeated()
		}
		if b.failed = b.known(BatchRow{BatchAsk: ask, Result: r, Err: err}); b.failed != nil {
			b.cancel()
		}
	}
}

// lookUp answers one request. If it is refused because other requests of the batch have reserved the credits, it is
// tried again when one of those has ended, because that may not have needed its credits.
func (b *batch) lookUp(ctx context.Context, request Request) (*Result, error) {
	for {
		ended := b.credits.begin()
		r, err := b.once(ctx, request)
		wait := b.credits.end(ended, apierror.Is(err, apierror.CodeInsufficientCredits))
		if wait == nil {
			return r, err
		}
		select {
		case <-wait:
		case <-b.open.Done():
			return r, err
		}
	}
}

// once waits for a slot and answers a request. A panic fails only this request.
func (b *batch) once(ctx context.Context, request Request) (r *Result, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			r, err = nil, apierror.Wrap(fmt.Errorf("a lookup of a batch crashed: %v", crash), apierror.CodeInternalError)
		}
	}()
	release, err := b.s.batches.Take(b.open, b.request.Workspace)
	if err != nil {
		return nil, b.notReached(ctx, request, err)
	}
	defer release()
	q, err := request.query(ctx, b.s)
	if err != nil {
		return nil, err
	}
	q.until = b.until
	r, err = b.s.serve(ctx, q)
	if apierror.PastDeadline(err) {
		err = apierror.Wrap(err, apierror.CodeStorageUnavailable) // platforms' time-outs have a code by now
	}
	return r, err
}

// log logs why a request failed, as the error renderer does for a single lookup.
func (b *batch) log(ctx context.Context, err error) {
	if f := apierror.From(err); f != nil && f.Cause != nil && ctx.Err() == nil {
		b.s.log.WarnContext(ctx, "a lookup of a batch failed", "requestId", b.request.RequestID, "code", f.Code, "cause", apierror.Redact(f.Cause), "workspace", b.request.Workspace)
	}
}

// notReached returns the error of a request for which there was no time left; a request that would be refused gets that error.
func (b *batch) notReached(ctx context.Context, request Request, cause error) error {
	q, err := request.query(ctx, b.s)
	if err != nil {
		return err
	}
	return apierror.Wrap(cause, apierror.CodeNetworkTimeout, "platform", q.platform, "routeId", nil, "timeoutMs", b.s.batchTime.Milliseconds())
}

// Distinct returns for how many different things the requests are: a batch fetches and charges each once.
func (s *Service) Distinct(requests []BatchedRequest) int {
	keys := map[string]bool{}
	for _, r := range requests {
		keys[r.key(s)] = true
	}
	return len(keys)
}

// groupEqual groups equal requests, in the order of the first of each group.
func (s *Service) groupEqual(asks []BatchAsk) [][]BatchAsk {
	var groups [][]BatchAsk
	at := map[string]int{}
	for _, ask := range asks {
		key := ask.Request.key(s)
		n, known := at[key]
		if !known {
			n, at[key] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], ask)
	}
	return groups
}

// key is equal for links that are recognised as the same object; text that is not a link is only equal to itself.
func (r ItemRequest) key(s *Service) string {
	link, problem := s.platforms.Recognize(r.URL)
	switch {
	case problem != nil:
		return "text:" + r.URL
	case link.Supported() && link.Target == sources.TargetItem:
		return itemSubject(link)
	}
	return "link:" + link.Canonical
}

func (r AccountRequest) key(*Service) string {
	return string(r.Platform) + ":" + selectorKey(sources.AccountSelector{ID: r.ID, Handle: r.Handle, URL: r.URL})
}

func (r ListRequest) key(*Service) string {
	if r.Short != "" {
		return "link:" + r.Short
	}
	return string(r.Platform) + ":" + selectorKey(r.Account)
}
