package lookup_test

import (
	"context"
	"testing"
	"time"

	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
	"socialdata/models/billing"
	"socialdata/models/modelstest"
	"socialdata/models/observations"
)

// gated returns an adapter whose answer waits until the test releases it.
func gated(begun chan<- struct{}, goOn <-chan struct{}) func(context.Context, sources.ItemRequest) (*content.Item, error) {
	return func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		begun <- struct{}{}
		<-goOn
		return video(1)(ctx, r)
	}
}

// poorAt returns a workspace with one credit, and a platform that answers when the test releases it.
func (b *bench) poorAt(t *testing.T, f *fake, begun, goOn chan struct{}) string {
	t.Helper()
	f.item = gated(begun, goOn)
	f.calls.Store(0)
	w, err := b.store.Accounts.CreateWorkspace(t.Context(), "Poor", b.owner, 1)
	testkit.Must(t, err)
	return w.ID
}

// TestWhatAJoinerPaysForIsKept lets the caller who leads a fetch lose the credits for it meanwhile: the one of another
// workspace who joined is charged, and gets a repeat free and without a fetch.
func TestWhatAJoinerPaysForIsKept(t *testing.T) {
	begun, goOn := make(chan struct{}, 1), make(chan struct{})
	f := &fake{item: gated(begun, goOn)}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		ctx := context.Background()
		goOn = make(chan struct{})
		poor := b.poorAt(t, f, begun, goOn)
		leader, joiner := make(chan error, 1), make(chan error, 1)
		go func() {
			_, err := b.Answer(ctx, lookup.ItemRequest{Workspace: poor, URL: link})
			leader <- err
		}()
		<-begun
		_, err := b.store.Observations.RecordAndCharge(ctx, poor, billing.Spender{}, modelstest.NewObservation(b.clock, "item:other", "1"), 1)
		testkit.Must(t, err)
		go func() { _, err := b.ask(0); joiner <- err }()
		time.Sleep(200 * time.Millisecond) // until it has joined; if it has not, there are two fetches
		close(goOn)
		testkit.WantCode(t, <-leader, apierror.CodeInsufficientCredits)
		testkit.Must(t, <-joiner)
		if _, err := b.ask(time.Hour); err != nil || f.calls.Load() != 1 || b.spent(t) != 1 {
			t.Errorf("a repeat: %v; %d fetches, %d credits", err, f.calls.Load(), b.spent(t))
		}
	})
}

// TestCreditsThatAreBeingChargedStayReserved holds the charge of a workspace's last credit: another lookup waits for it, asks
// no platform and is refused then.
func TestCreditsThatAreBeingChargedStayReserved(t *testing.T) {
	begun, goOn := make(chan struct{}, 2), make(chan struct{})
	f := &fake{}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		ctx := context.Background()
		goOn = make(chan struct{})
		poor := b.poorAt(t, f, begun, goOn)
		answers := make(chan error, 2)
		ask := func(url string) {
			_, err := b.Answer(ctx, lookup.ItemRequest{Workspace: poor, URL: url})
			answers <- err
		}
		go ask(link)
		<-begun
		testkit.Must(t, b.store.Tx(ctx, func(tx *gorm.DB) error {
			_, err := billing.Lock(tx, poor)
			close(goOn)
			time.Sleep(200 * time.Millisecond) // the charge waits for the row
			go ask("https://www.youtube.com/watch?v=bbbbbbbbbbb")
			time.Sleep(200 * time.Millisecond)
			return err
		}))
		codes := map[apierror.Code]int{}
		for range 2 {
			if err := <-answers; err != nil {
				codes[apierror.From(err).Code]++
			}
		}
		if f.calls.Load() != 1 || codes[apierror.CodeInsufficientCredits] != 1 {
			t.Errorf("%d fetches for one credit, refused: %v", f.calls.Load(), codes)
		}
	})
}

// TestLeaseThatCannotBeAskedForCostsNoAnswer waits for the fetch of another process while the leases go away.
func TestLeaseThatCannotBeAskedForCostsNoAnswer(t *testing.T) {
	f := &fake{item: video(1)}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		ctx := context.Background()
		const query = "item:video_site:aaaaaaaaaaa"
		claim, err := b.store.Observations.ClaimFetch(ctx, query, "another process", query, observations.Plain)
		if err != nil || !claim.Claimed {
			t.Fatal(claim, err)
		}
		gone := time.AfterFunc(150*time.Millisecond, func() {
			_ = b.store.Write(ctx).Exec("ALTER TABLE fetch_leases RENAME TO fetch_leases_gone").Error
		})
		defer gone.Stop()
		if _, err := b.ask(0); err != nil {
			t.Errorf("a lease that cannot be asked for: %v", err)
		}
	})
}

// TestCrashAfterAFetchIsAnError lets what runs behind the adapter crash: every caller who shares the fetch gets internal_error,
// and the next one an answer.
func TestCrashAfterAFetchIsAnError(t *testing.T) {
	f := &fake{item: slow(50 * time.Millisecond)}
	inTurn(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		testkit.Must(t, b.store.Write(t.Context()).Callback().Create().Before("gorm:create").Register("crash", func(tx *gorm.DB) {
			if tx.Statement.Table == "observations" {
				panic("a write")
			}
		}))
		for _, err := range testkit.AtOnce(4, func(int) error { _, err := b.ask(0); return err }) {
			if apierror.From(err).Code != apierror.CodeInternalError {
				t.Errorf("a crash is %v", err)
			}
		}
		testkit.Must(t, b.store.Write(t.Context()).Callback().Create().Remove("crash"))
		if _, err := b.ask(0); err != nil {
			t.Errorf("after the crash: %v", err)
		}
	})
}
