//go:build chaos

package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

const (
	chaosSlow  = 2 * time.Second // that the slow endpoint takes to answer
	chaosBound = 5 * time.Second // within which the living one is told while the slow one has its hands full
	chaosBusy  = 40              // events that the slow one is busy with
)

// inbox is every endpoint that answers. Each message must be signed by its secret.
type inbox struct {
	server *httptest.Server
	mu     sync.Mutex
	keys   map[string]*standardwebhooks.Webhook // by path
	got    map[string]map[string][]time.Time    // arrivals by path and event
	forged []string
}

func newInbox(t *testing.T) *inbox {
	in := &inbox{keys: map[string]*standardwebhooks.Webhook{}, got: map[string]map[string][]time.Time{}}
	in.server = httptest.NewServer(http.HandlerFunc(in.take))
	t.Cleanup(in.server.Close)
	return in
}

func (in *inbox) take(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	in.mu.Lock()
	key := in.keys[r.URL.Path]
	in.mu.Unlock()
	var event struct{ ID string }
	if err != nil || key == nil || key.Verify(body, r.Header) != nil || json.Unmarshal(body, &event) != nil || event.ID != r.Header.Get("Webhook-Id") {
		in.mu.Lock()
		defer in.mu.Unlock()
		in.forged = append(in.forged, fmt.Sprintf("%s %v %.100s", r.URL.Path, r.Header, body))
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if strings.HasPrefix(r.URL.Path, "/slow/") {
		time.Sleep(chaosSlow)
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.got[r.URL.Path] == nil {
		in.got[r.URL.Path] = map[string][]time.Time{}
	}
	in.got[r.URL.Path][event.ID] = append(in.got[r.URL.Path][event.ID], time.Now())
}

// arrivals are when an event came to a path.
func (in *inbox) arrivals(path, event string) []time.Time {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.got[path][event]
}

// listen adds the endpoints of a workspace and begins its poller at the event of a first test. The dead one has an address at
// which nothing listens.
func (x *tenant) listen() {
	x.hooks = map[string]string{}
	slowTypes := `["import.succeeded","import.failed","import.cancelled","reference.deleted","credits.low"]`
	all := strings.Replace(slowTypes, "[", `["reference.updated","reference.media_expired","watch.found","watch.changed","watch.gone","watch.failing",`, 1)
	for name, types := range map[string]string{"living": all, "slow": slowTypes, "dead": all} {
		address := x.town.inbox.server.URL + "/" + name + "/" + x.id
		if name == "dead" {
			address = "http://127.0.0.1:1/"
		}
		hook := x.town.must("POST", "/v1/workspaces/"+x.id+"/webhooks", fmt.Sprintf(`{"url":%q,"events":%s,"description":%q}`, address, types, name), x.town.owner)
		key, err := standardwebhooks.NewWebhook(hook.body["secret"].(string))
		if err != nil {
			x.town.t.Fatal(err)
		}
		x.town.inbox.keys["/"+name+"/"+x.id] = key
		x.hooks[name] = hook.body["id"].(string)
	}
	x.town.must("PATCH", "/v1/workspaces/"+x.id, `{"revision":1,"name":"Chaos","lowBalance":99950}`, x.town.owner)
	x.poll = poller{of: x, last: x.try("living"), over: make(chan struct{}), ended: make(chan struct{})}
}

// try sends an endpoint a test until that is accepted, and returns the event.
func (x *tenant) try(name string) (event string) {
	for {
		a := x.town.send("POST", "/v1/workspaces/"+x.id+"/webhooks/"+x.hooks[name]+"/test", "", x.town.owner)
		if a.status == http.StatusAccepted || a.status == http.StatusOK || a.status == http.StatusCreated {
			return a.body["eventId"].(string)
		}
		if a.status >= 400 && a.status < 500 {
			x.town.t.Fatalf("a test is refused: %d %v", a.status, a.body)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// poller reads the events of a workspace in their order, and remembers one id.
type poller struct {
	of          *tenant
	last        string
	ids         []string
	over, ended chan struct{}
}

// run asks for what follows the last id, again where no answer comes, until it is told to end and nothing follows.
func (p *poller) run() {
	defer close(p.ended)
	for ending := false; ; time.Sleep(30 * time.Millisecond) {
		select {
		case <-p.over:
			ending = true
		default:
		}
		a := p.of.send("GET", "/v1/events?limit=20&after="+p.last, "")
		if a.status != http.StatusOK {
			continue
		}
		list, _ := a.body["items"].([]any)
		for _, e := range list {
			p.last = e.(map[string]any)["id"].(string)
			p.ids = append(p.ids, p.last)
		}
		if ending && len(list) == 0 {
			return
		}
	}
}

func (w *town) stopPolling() {
	w.t.Helper()
	for _, x := range w.tenants {
		close(x.poll.over)
		select {
		case <-x.poll.ended:
		case <-time.After(time.Minute):
			w.t.Fatal("a poller does not end")
		}
	}
}

// fair keeps the slow endpoints busy and holds that the living ones are told within the bound.
func (w *town) fair() {
	w.t.Helper()
	for _, x := range w.tenants {
		for range chaosBusy {
			x.try("slow")
		}
	}
	for range 5 {
		for _, x := range w.tenants {
			began := time.Now()
			event := x.try("living")
			for len(w.inbox.arrivals("/living/"+x.id, event)) == 0 && time.Since(began) < 4*chaosBound {
				time.Sleep(10 * time.Millisecond)
			}
			took := time.Since(began)
			w.slowest = max(w.slowest, took)
			if took > chaosBound {
				w.t.Errorf("beside a slow endpoint an event took %v to the living one", took)
			}
		}
	}
	if left := w.count(`SELECT COUNT(*) FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE d.state = 'pending' AND w.description = 'slow'`); left == 0 {
		w.t.Error("the slow endpoints were not busy")
	}
	w.settle(time.Now())
}
