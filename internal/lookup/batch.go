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

// BatchRequest requests several items on behalf of a workspace.
type BatchRequest struct {
	Workspace  string
	Links      []BatchLink
	Transcript bool
	Language   string        // of the transcripts; "" is the spoken one
	MaxAge     time.Duration // 0 always fetches live
	RequestID  string        // for the log of what failed
}

// BatchLink is one link of a batch. Its index is the caller's own.
type BatchLink struct {
	Index int
	URL   string
}

// BatchRow is the answer to one link: a result, or an error of the catalogue.
type BatchRow struct {
	BatchLink
	Result *Result
	Err    error
}

// ItemBatch looks up several links, each of them as Item does, eight at a time and for as long as BatchTime; what was not
// reached by then is network_timeout and free. Equal links are looked up and charged once. known is called once for every
// link, as soon as its answer is known and never twice at a time; if it fails, or ctx ends, nothing more is begun and what
// is on its way is charged to nobody. ItemBatch returns when nothing runs any more.
func (s *Service) ItemBatch(ctx context.Context, r BatchRequest, known func(BatchRow) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	until := time.Now().Add(s.batchTime)
	open, stop := context.WithDeadline(ctx, until)
	defer stop()
	b := &batch{s: s, request: r, until: until, open: open, cancel: cancel, known: known}
	b.credits.ended = make(chan struct{})
	groups := make(chan []BatchLink)
	var workers sync.WaitGroup
	for range min(batchLinks, len(r.Links)) {
		workers.Go(func() {
			for equal := range groups {
				b.answer(ctx, equal)
			}
		})
	}
	for _, equal := range s.groupEqual(r.Links) {
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

// answer looks up links that are equal, and passes the answer on for each of them.
func (b *batch) answer(ctx context.Context, equal []BatchLink) {
	r, err := b.lookUp(ctx, equal[0].URL)
	b.log(ctx, err)
	b.mu.Lock()
	defer b.mu.Unlock()
	for n, link := range equal {
		if b.failed != nil {
			return
		}
		if n == 1 && r != nil {
			r = r.repeated()
		}
		if b.failed = b.known(BatchRow{BatchLink: link, Result: r, Err: err}); b.failed != nil {
			b.cancel()
		}
	}
}

// lookUp answers one link. One that is refused because other links of the batch have spoken for the credits is tried
// again when one of them has ended, so that credits which those did not need are spent on it.
func (b *batch) lookUp(ctx context.Context, url string) (*Result, error) {
	for {
		ended := b.credits.begin()
		r, err := b.once(ctx, url)
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

// once waits for a slot and looks a link up. A crash concerns this link alone.
func (b *batch) once(ctx context.Context, url string) (r *Result, err error) {
	defer func() {
		if crash := recover(); crash != nil {
			r, err = nil, apierror.Wrap(fmt.Errorf("a lookup of a batch crashed: %v", crash), apierror.CodeInternalError)
		}
	}()
	release, err := b.s.batches.take(b.open, b.request.Workspace)
	if err != nil {
		return nil, b.notReached(url, err)
	}
	defer release()
	r, err = b.s.Item(ctx, ItemRequest{Workspace: b.request.Workspace, URL: url, Transcript: b.request.Transcript, Language: b.request.Language, MaxAge: b.request.MaxAge, Until: b.until})
	var named *apierror.Error
	if errors.Is(err, context.DeadlineExceeded) && !errors.As(err, &named) {
		err = apierror.Wrap(err, apierror.CodeStorageUnavailable) // lookup names the deadlines of platforms
	}
	return r, err
}

// log writes down why a link failed, as the renderer of errors does for a single lookup.
func (b *batch) log(ctx context.Context, err error) {
	if f := apierror.From(err); f != nil && f.Cause != nil && ctx.Err() == nil {
		b.s.log.WarnContext(ctx, "a lookup of a batch failed", "requestId", b.request.RequestID, "code", f.Code, "cause", apierror.Redact(f.Cause), "workspace", b.request.Workspace)
	}
}

// notReached is the error of a link that the batch had no time for; a link that would have been refused is refused.
func (b *batch) notReached(url string, cause error) error {
	link, err := b.s.itemLink(url)
	if err != nil {
		return err
	}
	return apierror.Wrap(cause, apierror.CodeNetworkTimeout, "platform", link.Platform, "routeId", nil, "timeoutMs", b.s.batchTime.Milliseconds())
}

// DistinctLinks returns how many different things links lead to: a batch fetches and charges each once.
func (s *Service) DistinctLinks(urls []string) int {
	keys := map[string]bool{}
	for _, url := range urls {
		keys[s.linkKey(url)] = true
	}
	return len(keys)
}

// groupEqual groups links that lead to the same item, in the order of the first of each.
func (s *Service) groupEqual(links []BatchLink) [][]BatchLink {
	var groups [][]BatchLink
	at := map[string]int{}
	for _, link := range links {
		key := s.linkKey(link.URL)
		n, known := at[key]
		if !known {
			n, at[key] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[n] = append(groups[n], link)
	}
	return groups
}

// linkKey is the same for links that are recognised as the same; one that is no link is equal to its own text.
func (s *Service) linkKey(url string) string {
	link, problem := s.platforms.Recognize(url)
	switch {
	case problem != nil:
		return "text:" + url
	case link.Supported() && link.Target == sources.TargetItem:
		return itemSubject(link)
	}
	return "link:" + link.Canonical
}
