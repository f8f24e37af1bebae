package lookup_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
	"socialdata/internal/sources"
	"socialdata/internal/testkit"
)

// askFor looks an item up, live.
func (b *bench) askFor(workspace, id string) error {
	_, err := b.Answer(context.Background(), lookup.ItemRequest{Workspace: workspace, URL: "https://www.youtube.com/watch?v=" + id})
	return err
}

// TestARouteThatFailsFailsFast: failures of ten links and of the known object degrade a route; a success of the known
// object brings it back.
func TestARouteThatFailsFailsFast(t *testing.T) {
	down := true
	f := &fake{item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		if down {
			return nil, apierror.New(apierror.CodeNetworkTransport)
		}
		return video(1)(ctx, r)
	}}
	route := f.route("video_site.web")
	for _, known := range []string{"", "https://www.youtube.com/watch?v=knownknownk"} {
		route.Known = nil
		if known != "" {
			route.Known = knownItem(t, known)
		}
		t.Run("known object "+known, func(t *testing.T) {
			inTurn(t, []sources.Route{route}, func(t *testing.T, b *bench) {
				down = true
				for n := range 10 {
					testkit.WantCode(t, b.askFor(b.workspace, fmt.Sprintf("aaaaaaaaa%02d", n)), apierror.CodeNetworkTransport)
				}
				before := f.calls.Load()
				testkit.WantCode(t, b.askFor(b.workspace, "aaaaaaaaaaa"), apierror.CodeRouteDegraded)
				if f.calls.Load() != before {
					t.Error("a degraded route was asked")
				}
				states, err := b.RouteStates(context.Background())
				if err != nil || states[0].State != "degraded" || states[0].Reason != string(apierror.CodeNetworkTransport) {
					t.Errorf("states %+v, %v", states, err)
				}
				b.clock.Add(31 * time.Second)
				down = false
				if err := b.askFor(b.workspace, "aaaaaaaaaaa"); err != nil {
					t.Errorf("after a good probe: %v", err)
				}
			})
		})
	}
}

// TestWhatARouteDoesNotCoverSaysNothingOfIt: any number of such questions leaves the route alone.
func TestWhatARouteDoesNotCoverSaysNothingOfIt(t *testing.T) {
	f := &fake{item: func(context.Context, sources.ItemRequest) (*content.Item, error) {
		return nil, apierror.Wrap(sources.ErrNotCovered, apierror.CodeRouteDegraded)
	}}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		for n := range 12 {
			testkit.WantCode(t, b.askFor(b.workspace, fmt.Sprintf("aaaaaaaaa%02d", n)), apierror.CodeRouteDegraded)
		}
		states, err := b.RouteStates(context.Background())
		if err != nil || states[0].State != "enabled" || states[0].Stats.Total != 0 {
			t.Errorf("states %+v, %v", states, err)
		}
	})
}

// knownItem is a route's known object.
func knownItem(t *testing.T, raw string) func() sources.Known {
	t.Helper()
	link, problem := release().Recognize(raw)
	if problem != nil {
		t.Fatal(problem)
	}
	return func() sources.Known { return sources.Known{Item: &link} }
}

// TestACallersFailingLinksDegradeNothing: while the known object answers, no number of failing links does.
func TestACallersFailingLinksDegradeNothing(t *testing.T) {
	const good, known = "goodgoodgoo", "knownknownk"
	f := &fake{item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		if r.Link.LocalID != good && r.Link.LocalID != known {
			return nil, apierror.New(apierror.CodeRouteDegraded)
		}
		return video(1)(ctx, r)
	}}
	route := f.route("video_site.web")
	route.Known = knownItem(t, "https://www.youtube.com/watch?v="+known)
	each(t, []sources.Route{route}, func(t *testing.T, b *bench) {
		other, err := b.store.Accounts.CreateWorkspace(context.Background(), "Other", b.owner, 100)
		if err != nil {
			t.Fatal(err)
		}
		for n := range 40 {
			testkit.WantCode(t, b.askFor(b.workspace, fmt.Sprintf("aaaaaaaaa%02d", n)), apierror.CodeRouteDegraded)
			if err := b.askFor(other.ID, good); err != nil {
				t.Fatalf("after %d failing links of another workspace: %v", n+1, err)
			}
			b.clock.Add(5 * time.Second)
		}
	})
}

// TestHealthIsKeptByOperation: captions that are refused leave items alone.
func TestHealthIsKeptByOperation(t *testing.T) {
	f := &fake{item: func(ctx context.Context, r sources.ItemRequest) (*content.Item, error) {
		if r.Transcript {
			return nil, apierror.New(apierror.CodeRouteDegraded)
		}
		return video(1)(ctx, r)
	}}
	each(t, []sources.Route{f.route("video_site.web")}, func(t *testing.T, b *bench) {
		for n := range 12 {
			url := fmt.Sprintf("https://www.youtube.com/watch?v=aaaaaaaaa%02d", n)
			_, err := b.Answer(context.Background(), lookup.ItemRequest{Workspace: b.workspace, URL: url, Transcript: true})
			testkit.WantCode(t, err, apierror.CodeRouteDegraded)
		}
		if _, err := b.ask(0); err != nil {
			t.Errorf("an item without captions: %v", err)
		}
		states, err := b.RouteStates(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range states[0].Operations {
			want := map[sources.Operation]string{sources.OpItem: "enabled", sources.OpTranscript: "degraded"}[o.Operation]
			if o.State != want {
				t.Errorf("%s is %s, want %s", o.Operation, o.State, want)
			}
		}
	})
}

// TestAnUnprovenOperationIsNamedOnceItAnswered: an unproven operation is not listed before its first success, but it is called.
func TestAnUnprovenOperationIsNamedOnceItAnswered(t *testing.T) {
	f := &fake{item: video(1)}
	route := f.route("video_site.web")
	route.Unproven = []sources.Operation{sources.OpItem}
	inTurn(t, []sources.Route{route}, func(t *testing.T, b *bench) {
		for _, want := range []bool{false, true} {
			states, err := b.RouteStates(context.Background())
			if err != nil || slices.Contains(states[0].Offered(), sources.OpItem) != want || len(states[0].Operations) != len(route.Operations()) {
				t.Errorf("%v of %+v, %v", states[0].Offered(), states[0].Operations, err)
			}
			if err := b.askFor(b.workspace, "aaaaaaaaaaa"); err != nil {
				t.Fatal(err)
			}
		}
	})
}
