//go:build chaos

package main

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"socialdata/internal/sources/simulator"
)

// tenant is a workspace with what it was answered.
type tenant struct {
	town      *town
	id        string
	keys      map[string]string // for imports, and for watches and events
	imported  []string          // links to import
	deleted   string            // one of them, whose reference is deleted whenever it stands
	looked    []string          // links to look up
	mu        sync.Mutex
	accepted  map[string]string  // import id of each 202, by its idempotency key
	served    map[string]*served // by the id of the item
	removed   map[string]bool    // references that were deleted
	heldUntil map[string]int64   // what a hold was promised to last, by reference, in microseconds
	holds     map[string]int     // holds that were answered, by reference
	hooks     map[string]string  // ids of its endpoints: living, slow, dead
	poll      poller
	watches   []string
}

// served counts what became of the lookups of one item.
type served struct {
	link                 string
	answered, paid, lost int // paid are credits of the answers; lost are requests without an answer
}

func newTenant(w *town, id string, samples []simulator.Sample) *tenant {
	x := &tenant{town: w, id: id, accepted: map[string]string{}, served: map[string]*served{}, removed: map[string]bool{}, heldUntil: map[string]int64{}, holds: map[string]int{}}
	for _, s := range samples {
		x.imported = append(x.imported, s.Items[:5]...)
		x.looked = append(x.looked, s.Items[3:9]...)
	}
	x.deleted = x.imported[0]
	return x
}

func (x *tenant) send(method, path, body string, header ...string) reply {
	return x.town.send(method, path, body, x.header(path, header...))
}

// header has the key for a path, and what else is given.
func (x *tenant) header(path string, more ...string) map[string]string {
	key := x.keys["imports"]
	if strings.HasPrefix(path, "/v1/watches") || strings.HasPrefix(path, "/v1/events") {
		key = x.keys["watches"]
	}
	h := map[string]string{"Authorization": "Bearer " + key}
	for n := 0; n+1 < len(more); n += 2 {
		h[more[n]] = more[n+1]
	}
	return h
}

// traffic asks until stop, which waits for what must be done: every import is accepted.
func (w *town) traffic() (stop func()) {
	var asking, posting sync.WaitGroup
	over := make(chan struct{})
	asking.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-over:
				return
			case <-time.After(time.Second):
			}
			w.publish(n)
		}
	})
	for _, x := range w.tenants {
		go x.poll.run()
		if x == w.quiet {
			continue
		}
		posting.Go(x.post)
		for _, ask := range []func(int){x.lookUp, x.touch, x.runWatch} {
			asking.Go(func() {
				for n := 0; ; n++ {
					select {
					case <-over:
						return
					case <-time.After(50 * time.Millisecond):
					}
					ask(n)
				}
			})
		}
	}
	return func() {
		posting.Wait()
		close(over)
		asking.Wait()
	}
}

// post sends every import until it is accepted: the same key and body, so that an answer that was lost makes no second one.
func (x *tenant) post() {
	for n := range chaosImports {
		key := fmt.Sprint("chaos-", n)
		body := fmt.Sprintf(`{"sourceUrl":%q,"mediaProfile":%q}`, x.imported[n%len(x.imported)], []string{"none", "analysis", "full"}[n%3])
		for {
			a := x.send("POST", "/v1/ingestions", body, "Idempotency-Key", key)
			if a.status == 202 {
				x.mu.Lock()
				x.accepted[key] = a.body["id"].(string)
				x.mu.Unlock()
				break
			}
			time.Sleep(200 * time.Millisecond)
		}
		time.Sleep(500 * time.Millisecond)
	}
}

// lookUp asks for one item, without captions.
func (x *tenant) lookUp(n int) {
	link := x.looked[n%len(x.looked)]
	a := x.send("GET", "/v1/items/lookup?url="+url.QueryEscape(link), "")
	x.mu.Lock()
	defer x.mu.Unlock()
	l := x.served[link]
	if l == nil {
		l = &served{link: link}
		x.served[link] = l
	}
	switch a.status {
	case 0:
		l.lost++
	case 200:
		paid, _ := strconv.Atoi(a.header.Get("Service-Credits-Charged"))
		l.answered++
		l.paid += paid
	}
}

// touch extends a hold or deletes a reference.
func (x *tenant) touch(n int) {
	list, _ := x.send("GET", "/v1/references?limit=100", "").body["items"].([]any)
	if len(list) == 0 {
		return
	}
	ref := list[n%len(list)].(map[string]any)
	id := ref["id"].(string)
	if n%10 == 0 {
		for _, other := range list {
			if r := other.(map[string]any); r["canonicalUrl"] == x.deleted || r["sourceUrl"] == x.deleted {
				x.remove(r["id"].(string))
			}
		}
		return
	}
	if a := x.send("PUT", "/v1/references/"+id+"/media-hold", `{"ttlDays":200}`); a.status == 200 {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.holds[id]++
		x.heldUntil[id] = time.Now().Add(199 * 24 * time.Hour).UnixMicro()
	}
}

func (x *tenant) remove(id string) {
	if a := x.send("DELETE", "/v1/references/"+id, ""); a.status == 204 {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.removed[id] = true
	}
}

// askAgain looks up everything that was answered: all of it is paid.
func (w *town) askAgain() (problems []string) {
	for _, x := range w.tenants {
		for link, l := range x.served {
			if l.answered == 0 {
				continue
			}
			if a := x.send("GET", "/v1/items/lookup?url="+url.QueryEscape(link), ""); a.status != 200 || a.header.Get("Service-Credits-Charged") != "0" {
				problems = append(problems, fmt.Sprintf("workspace %s paid for %s and is answered %d for %s credits", x.id, link, a.status, a.header.Get("Service-Credits-Charged")))
			}
		}
	}
	return problems
}
