//go:build chaos

package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

const (
	workersTenants = 10
	importsOfEach  = 15
	platformDelay  = 500 * time.Millisecond // of each answer: what an import mostly waits for
)

// TestWorkersAddUp queues imports of ten workspaces and lets them be done by one worker, then by two, in turns. It tells how many end a second;
// each has to succeed, once.
func TestWorkersAddUp(t *testing.T) {
	w := newTown(t)
	for len(w.tenants) < workersTenants {
		w.settleIn(w.must("POST", "/v1/workspaces", `{"name":"One more"}`, w.owner).body["id"].(string))
	}
	slow := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		time.Sleep(platformDelay)
		w.site.ServeHTTP(rw, r)
	}))
	t.Cleanup(slow.Close)
	w.env = append(w.env, "SOCIALDATA_UPSTREAM="+slow.URL)
	w.wantNothingUnfinished() // what the watches import
	w.stopWorkers()
	rates := map[int][]float64{}
	for turn := range 3 {
		for workers := 1; workers <= 2; workers++ {
			w.queueImports(turn, workers)
			began := time.Now()
			for _, p := range w.workers[:workers] {
				w.start(p)
			}
			w.wantNothingUnfinished()
			rates[workers] = append(rates[workers], workersTenants*importsOfEach/time.Since(began).Seconds())
			w.stopWorkers()
		}
	}
	if n := w.count("SELECT COUNT(*) FROM imports WHERE state <> 'succeeded'"); n != 0 {
		t.Errorf("%d imports did not succeed", n)
	}
	t.Logf("imports a second: one worker %.1f, two %.1f", rates[1], rates[2])
}

func (w *town) wantNothingUnfinished() {
	w.t.Helper()
	w.until("all imports to end", func() bool { return w.count("SELECT COUNT(*) FROM imports WHERE finished_at IS NULL") == 0 })
}

func (w *town) stopWorkers() {
	for _, p := range w.workers {
		p.kill()
	}
}

// queueImports queues the imports of one turn for every workspace.
func (w *town) queueImports(turn, workers int) {
	w.t.Helper()
	for _, x := range w.tenants {
		for n := range importsOfEach {
			items := w.samples[n%len(w.samples)].Items
			body := fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":"none","transcript":false}`, items[n%len(items)])
			w.must("POST", "/v1/ingestions", body, map[string]string{"Authorization": "Bearer " + x.keys["imports"], "Idempotency-Key": fmt.Sprint("k", turn, workers, n)})
		}
	}
}
