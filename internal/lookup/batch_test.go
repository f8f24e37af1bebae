package lookup_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/modelstest"
)

// videoLink is a link to a video of its own.
func videoLink(series, n int) string {
	return fmt.Sprintf("https://www.youtube.com/watch?v=%06d%05d", series, n)
}

// videoAsks ask for different videos.
func videoAsks(workspace string, series, n int) (asks []lookup.BatchAsk) {
	for i := range n {
		asks = append(asks, lookup.BatchAsk{Index: i, Request: lookup.ItemRequest{Workspace: workspace, URL: videoLink(series, i)}})
	}
	return asks
}

// rowsOf runs a batch and returns its rows by their index.
func (b *bench) rowsOf(t *testing.T, r lookup.BatchRequest) map[int]lookup.BatchRow {
	t.Helper()
	rows := map[int]lookup.BatchRow{}
	testkit.Must(t, b.Batch(t.Context(), r, func(row lookup.BatchRow) error {
		if _, twice := rows[row.Index]; twice {
			t.Errorf("row %d twice", row.Index)
		}
		rows[row.Index] = row
		return nil
	}))
	if len(rows) != len(r.Asks) {
		t.Errorf("%d rows of %d requests", len(rows), len(r.Asks))
	}
	return rows
}

// meter counts how many fetches run at once.
type meter struct{ now, most atomic.Int64 }

func (m *meter) during(f func(context.Context, sources.ItemRequest) (*content.Item, error)) func(context.Context, sources.ItemRequest) (*content.Item, error) {
	return func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		n := m.now.Add(1)
		defer m.now.Add(-1)
		for most := m.most.Load(); n > most && !m.most.CompareAndSwap(most, n); most = m.most.Load() {
		}
		return f(ctx, r)
	}
}

// TestABatchAnswersEachLink: links fail on their own, equal ones are fetched and charged once, and eight run at a time.
func TestABatchAnswersEachLink(t *testing.T) {
	var running meter
	f := &fake{}
	f.item = running.during(func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		for running.most.Load() < 8 && ctx.Err() == nil { // the first ones wait for each other
			time.Sleep(time.Millisecond)
		}
		time.Sleep(5 * time.Millisecond) // in which a ninth would begin
		return video(1)(ctx, r)
	})
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		running.most.Store(0)
		f.calls.Store(0)
		asks := videoAsks(b.workspace, 1, 20)
		id := strings.TrimPrefix(videoLink(1, 3), "https://www.youtube.com/watch?v=")
		for _, url := range []string{"nonsense", "https://example.com/x", "https://youtu.be/" + id, "https://www.youtube.com/shorts/" + id, "nonsense"} {
			asks = append(asks, lookup.BatchAsk{Index: len(asks), Request: lookup.ItemRequest{Workspace: b.workspace, URL: url}})
		}
		requests := []lookup.BatchedRequest{}
		for _, ask := range asks {
			requests = append(requests, ask.Request)
		}
		if n := b.Distinct(requests); n != 22 {
			t.Errorf("%d distinct links, want 22", n)
		}
		rows := b.rowsOf(t, lookup.BatchRequest{Workspace: b.workspace, Asks: asks})
		charged := int64(0)
		for n, row := range rows {
			switch {
			case n == 20 || n == 24:
				testkit.WantCode(t, row.Err, apierror.CodeInvalidInput)
			case n == 21:
				testkit.WantCode(t, row.Err, apierror.CodeUnsupportedObject)
			case row.Err != nil:
				t.Errorf("row %d: %v", n, row.Err)
			default:
				var body struct{ Usage content.Usage }
				testkit.Must(t, json.Unmarshal(row.Result.Body, &body))
				if body.Usage.CreditsCharged != row.Result.Receipt.Usage.CreditsCharged {
					t.Errorf("row %d says %+v, its receipt %+v", n, body.Usage, row.Result.Receipt.Usage)
				}
				charged += body.Usage.CreditsCharged
			}
		}
		if charged != 20 || b.spent(t) != 20 || f.calls.Load() != 20 {
			t.Errorf("%d charged, %d spent, %d fetches", charged, b.spent(t), f.calls.Load())
		}
		if most := running.most.Load(); most != 8 {
			t.Errorf("%d at a time", most)
		}
	})
}

// TestABatchEndsInTime: what a platform did not answer in time, or what was not reached, is network_timeout and free, also
// when the platform answers afterwards.
func TestABatchEndsInTime(t *testing.T) {
	var answer chan struct{}
	var running meter
	f := &fake{}
	f.item = running.during(func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		<-answer
		return video(1)(ctx, r)
	})
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		answer = make(chan struct{})
		for n, row := range b.rowsOf(t, lookup.BatchRequest{Workspace: b.workspace, Asks: videoAsks(b.workspace, 2, 12)}) {
			f := testkit.WantCode(t, row.Err, apierror.CodeNetworkTimeout)
			if f.Details["timeoutMs"] != int64(100) || f.Details["platform"] != content.VideoSite {
				t.Errorf("row %d: %v", n, f.Details)
			}
		}
		close(answer)
		one := lookup.ItemRequest{Workspace: b.workspace, URL: videoLink(2, 0), MaxAge: time.Hour}
		r, err := b.Answer(t.Context(), one) // joins the fetch that nobody paid for, or finds what it kept
		testkit.Must(t, err)
		if r.Receipt.Usage.CreditsCharged != 1 || b.spent(t) != 1 {
			t.Errorf("the first serving cost %d, %d spent", r.Receipt.Usage.CreditsCharged, b.spent(t))
		}
	}, func(o *lookup.Options) { o.BatchTime = 100 * time.Millisecond })
}

// TestCreditsEndInABatch: with three credits three links are served, however many others fail for free.
func TestCreditsEndInABatch(t *testing.T) {
	f := &fake{}
	f.item = func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		if strings.HasSuffix(r.Link.LocalID, "0") || strings.HasSuffix(r.Link.LocalID, "2") || strings.HasSuffix(r.Link.LocalID, "5") {
			time.Sleep(5 * time.Millisecond)
			return video(1)(ctx, r)
		}
		return nil, apierror.New(apierror.CodeUnavailablePrivate)
	}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		poor, err := b.store.Accounts.CreateWorkspace(t.Context(), "Poor", b.owner, 3)
		testkit.Must(t, err)
		count := map[apierror.Code]int{}
		for _, row := range b.rowsOf(t, lookup.BatchRequest{Workspace: poor.ID, Asks: videoAsks(poor.ID, 3, 40)}) {
			if row.Err == nil {
				count[""]++
			} else {
				count[apierror.From(row.Err).Code]++
			}
		}
		credits, err := b.store.Billing.Credits(t.Context(), poor.ID)
		testkit.Must(t, err)
		if count[""] != 3 || credits.Spent != 3 || credits.Balance != 0 || count[""]+count[apierror.CodeInsufficientCredits]+count[apierror.CodeUnavailablePrivate] != 40 {
			t.Errorf("%v, %+v", count, credits)
		}
	})
}

// TestReaderWhoLeavesEndsABatch: no further request starts, running ones are not charged, and nothing keeps running.
func TestReaderWhoLeavesEndsABatch(t *testing.T) {
	gone := errors.New("gone")
	var answer chan struct{}
	f := &fake{}
	f.item = func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		if !strings.HasSuffix(r.Link.LocalID, "0") {
			<-answer
		}
		return video(1)(ctx, r)
	}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		answer = make(chan struct{})
		f.calls.Store(0)
		before := runtime.NumGoroutine()
		told := 0
		err := b.Batch(t.Context(), lookup.BatchRequest{Workspace: b.workspace, Asks: videoAsks(b.workspace, 4, 50)}, func(lookup.BatchRow) error {
			told++
			return gone
		})
		if !errors.Is(err, gone) || told != 1 {
			t.Errorf("%v after %d rows", err, told)
		}
		close(answer)
		testkit.Eventually(t, "no more goroutines than before the batch", func() bool { return runtime.NumGoroutine() <= before })
		if b.spent(t) != 1 || f.calls.Load() > 9 {
			t.Errorf("%d spent, %d fetches", b.spent(t), f.calls.Load())
		}
	})
}

// TestBatchesLeaveSlotsForSingleLookups: while batches of several workspaces take all that batches may have, single lookups
// of the same workspaces are answered.
func TestBatchesLeaveSlotsForSingleLookups(t *testing.T) {
	answer := make(chan struct{})
	var inBatches meter
	held := inBatches.during(func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		<-answer
		return video(1)(ctx, r)
	})
	f := &fake{}
	f.item = func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		if strings.HasPrefix(r.Link.LocalID, "aaa") {
			return video(1)(ctx, r)
		}
		return held(ctx, r)
	}
	clock := &modelstest.Clock{}
	b := newBench(t, modelstest.SQLite(t, clock), clock, []sources.Route{f.route("video_site.web")})
	other, err := b.store.Accounts.CreateWorkspace(t.Context(), "Other", b.owner, 1000)
	testkit.Must(t, err)
	_, err = b.store.Billing.Grant(t.Context(), b.workspace, 1000, "more")
	testkit.Must(t, err)
	var batches sync.WaitGroup
	begin := func(series int, workspace string) {
		batches.Go(func() {
			_ = b.Batch(context.Background(), lookup.BatchRequest{Workspace: workspace, Asks: videoAsks(workspace, series, 20)}, func(lookup.BatchRow) error { return nil })
		})
	}
	reach := func(n int64) {
		t.Helper()
		testkit.Eventually(t, strconv.FormatInt(n, 10)+" links of batches at once", func() bool { return inBatches.now.Load() >= n })
	}
	for series := range 4 {
		begin(10+series, b.workspace)
	}
	reach(16)
	for series := range 4 {
		begin(20+series, other.ID)
	}
	reach(32)
	for n, workspace := range []string{b.workspace, other.ID} {
		_, err := b.Answer(t.Context(), lookup.ItemRequest{Workspace: workspace, URL: fmt.Sprintf("https://www.youtube.com/watch?v=aaaaaaaaaa%d", n)})
		testkit.Must(t, err)
	}
	close(answer)
	batches.Wait()
	if most := inBatches.most.Load(); most != 32 {
		t.Errorf("%d links of batches at once", most)
	}
}
