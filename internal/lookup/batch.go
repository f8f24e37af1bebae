package lookup

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/sources"
)

// How many links of batches are looked up at once. They leave most of the slots to a platform's host, and of the
// database's connections, to lookups that come one by one; and one workspace leaves half of them to the others.
const (
	batchLinks             = 8 // of one batch
	batchLinksOfAWorkspace = 16
	batchLinksOfAProcess   = 32
)

// BatchRequest makes several requests on behalf of a workspace.
type BatchRequest struct {
	Workspace string
	RequestID string // for the log of what failed
	Asks      []BatchAsk
}

// BatchAsk is one request of a batch. Its index is the caller's own.
type BatchAsk struct {
	Index   int
	Request BatchedRequest
}

// BatchedRequest is a request of which a batch may hold several.
type BatchedRequest interface {
	Request
	key(s *Service) string // the same for requests about the same thing
}

// BatchRow is the answer to one request: a result, or an error of the catalogue.
type BatchRow struct {
	BatchAsk
	Result *Result
	Err    error
}

// Batch answers several requests, each of them as it is answered alone, eight at a time and for as long as BatchTime; what
// was not reached by then is network_timeout and free. Equal ones are answered and charged once. known is called once for
// every request, as soon as its answer is known and never twice at a time; if it fails, or ctx ends, nothing more is begun
// and fetches under way are not charged. Batch returns when nothing runs any more.
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

// batch is one batch that runs.
type batch struct {
	s       *Service
	request BatchRequest
	until   time.Time
	open    context.Context // ends when nothing more is begun
	cancel  context.CancelFunc
	credits batchCredits

	mu     sync.Mutex // held while known runs
	known  func(BatchRow) error
	failed error // of known
}

// answer answers equal requests, and passes the answer on for each of them.
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

// lookUp answers one request. One that is refused because others of the batch have reserved the credits is tried again
// when one of them has ended, so that credits which those did not need are spent on it.
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

// once waits for a slot and answers a request. A crash concerns this request alone.
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
	var named *apierror.Error
	if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &named) {
		err = apierror.Wrap(err, apierror.CodeStorageUnavailable) // lookup names the deadlines of platforms
	}
	return r, err
}

// log writes down why a request failed, as the renderer of errors does for a single lookup.
func (b *batch) log(ctx context.Context, err error) {
	if f := apierror.From(err); f != nil && f.Cause != nil && ctx.Err() == nil {
		b.s.log.WarnContext(ctx, "a lookup of a batch failed", "requestId", b.request.RequestID, "code", f.Code, "cause", apierror.Redact(f.Cause), "workspace", b.request.Workspace)
	}
}

// notReached is the error of a request that the batch had no time for; one that would have been refused is refused.
func (b *batch) notReached(ctx context.Context, request Request, cause error) error {
	q, err := request.query(ctx, b.s)
	if err != nil {
		return err
	}
	return apierror.Wrap(cause, apierror.CodeNetworkTimeout, "platform", q.platform, "routeId", nil, "timeoutMs", b.s.batchTime.Milliseconds())
}

// Distinct returns how many different things requests are about: a batch fetches and charges each once.
func (s *Service) Distinct(requests []BatchedRequest) int {
	keys := map[string]bool{}
	for _, r := range requests {
		keys[r.key(s)] = true
	}
	return len(keys)
}

// groupEqual groups requests about the same thing, in the order of the first of each.
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

// key is the same for links that are recognised as the same; one that is no link is equal to its own text.
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
