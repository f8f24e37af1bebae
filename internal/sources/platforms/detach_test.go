package platforms_test

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"unsafe"

	"socialdata/internal/sources"
	"socialdata/internal/sources/platforms"
	"socialdata/internal/sources/simulator"
	"socialdata/internal/sources/sourcestest"
)

// keeper remembers where the answers that it fetched lie in memory.
type keeper struct {
	sources.Fetcher
	mu      sync.Mutex
	answers [][]byte
}

func (k *keeper) Fetch(ctx context.Context, r sources.Request) (*sources.Answer, error) {
	a, err := k.Fetcher.Fetch(ctx, r)
	if err == nil {
		k.mu.Lock()
		k.answers = append(k.answers, a.Body)
		k.mu.Unlock()
	}
	return a, err
}

// holds reports whether s lies inside one of the answers.
func (k *keeper) holds(s string) bool {
	if s == "" {
		return false
	}
	at := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	for _, body := range k.answers {
		if begin := uintptr(unsafe.Pointer(unsafe.SliceData(body))); begin <= at && at < begin+uintptr(len(body)) {
			return true
		}
	}
	return false
}

// TestResultsHoldNoAnswer asks every route for everything: no text of a result lies inside the answer that it was read
// from.
func TestResultsHoldNoAnswer(t *testing.T) {
	t.Parallel()
	sim := simulator.New()
	samples := map[string]simulator.Sample{}
	for _, s := range sim.Samples() {
		samples[s.Platform] = s
	}
	k := &keeper{Fetcher: sourcestest.Fetcher(t, sim, platforms.All().Hosts()...)}
	for _, r := range platforms.All().Routes(k, platforms.Options{}) {
		t.Run(r.ID, func(t *testing.T) {
			sample := samples[string(r.Platform)]
			if r.Known == nil || len(sample.Items) == 0 {
				t.Fatal("the route has no known objects, or the simulator does not play its platform")
			}
			known := r.Known()
			link, problem := set.Recognize(sample.Items[0])
			if problem != nil {
				t.Fatal(problem)
			}
			list := known.List
			list.Account = known.Account
			check(t, k, "item", r.Item, sources.ItemRequest{Link: link, Transcript: r.Captions})
			check(t, k, "account", r.Account, known.Account)
			check(t, k, "items", r.Items, list)
			check(t, k, "comments", r.Comments, sources.CommentsRequest{Link: link, Sort: known.CommentSort})
			check(t, k, "search", r.Search, known.Search)
			check(t, k, "accounts", r.Accounts, known.Search)
			check(t, k, "media", r.Media, sources.ItemRequest{Link: link})
		})
	}
}

func check[Request, Result any](t *testing.T, k *keeper, what string, read func(context.Context, Request) (*Result, error), r Request) {
	t.Helper()
	if read == nil {
		return
	}
	result, err := read(t.Context(), r)
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	eachText(reflect.ValueOf(result), what, func(path, s string) {
		if k.holds(s) {
			t.Errorf("%s is a part of the answer: %.60q", path, s)
		}
	})
}

func eachText(v reflect.Value, path string, visit func(path, s string)) {
	switch v.Kind() {
	case reflect.String:
		visit(path, v.String())
	case reflect.Pointer, reflect.Interface:
		eachText(v.Elem(), path, visit)
	case reflect.Slice:
		for i := range v.Len() {
			eachText(v.Index(i), path, visit)
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			eachText(v.MapIndex(key), path, visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			eachText(v.Field(i), path+"."+v.Type().Field(i).Name, visit)
		}
	}
}
