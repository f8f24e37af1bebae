//go:build chaos

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// event is an event as the database has it.
type event struct {
	id, workspace, is string
	position, created int64
	data              struct {
		ID                     string
		Revision, HoldRevision int64
	}
}

// events are those of all workspaces, each in its order.
func (w *town) events() (list []event) {
	w.rows("SELECT id, workspace_id, type, COALESCE(position, 0), created_at, data FROM events ORDER BY workspace_id, position", func(scan func(...any)) {
		var e event
		var data string
		scan(&e.id, &e.workspace, &e.is, &e.position, &e.created, &data)
		if err := json.Unmarshal([]byte(data), &e.data); err != nil {
			w.t.Fatal(err)
		}
		list = append(list, e)
	})
	return list
}

// auditEvents wants one event for every end of an import, every deletion and every hold, one order without a gap, and a poller
// that saw it.
func (w *town) auditEvents(wrong func(string, ...any)) {
	all := w.events()
	w.auditOrder(wrong, all)
	told, last := map[string]int{}, map[string][2]int64{}
	for _, e := range all {
		told[e.is+" "+e.data.ID]++
		if e.is == "credits.low" {
			told[e.is+" "+e.workspace]++
		}
		if e.is == "reference.updated" {
			last[e.data.ID] = [2]int64{e.data.Revision, e.data.HoldRevision}
		}
	}
	want := map[string]bool{}
	once := func(key, what string) {
		if want[key] = true; told[key] != 1 {
			is, _, _ := strings.Cut(key, " ")
			wrong("%s is told %d times as %s", what, told[key], is)
		}
	}
	for id, s := range w.imports() {
		once("import."+s.state+" "+id, "import "+id)
	}
	for _, x := range w.tenants {
		once("credits.low "+x.id, "the balance of "+x.id)
		for id := range x.removed {
			once("reference.deleted "+id, "the deletion of "+id)
		}
	}
	for key, n := range told {
		if strings.HasPrefix(key, "import.") && !want[key] {
			wrong("%s is told %d times and is not so", key, n)
		}
	}
	w.auditHoldsTold(wrong, all, last)
}

// auditHoldsTold compares where references stand with what was told last of each, wants every revision in between told, and
// holds to be told that were answered.
func (w *town) auditHoldsTold(wrong func(string, ...any), all []event, last map[string][2]int64) {
	held, revisions := map[string]map[int64]bool{}, map[string]map[int64]bool{}
	for _, e := range all {
		if e.is == "reference.updated" {
			note(held, e.data.ID, e.data.HoldRevision)
			note(revisions, e.data.ID, e.data.Revision)
		}
	}
	for _, told := range []map[string]map[int64]bool{held, revisions} {
		for id, seen := range told {
			list := slices.Sorted(maps.Keys(seen))
			if first, newest := list[0], list[len(list)-1]; newest-first+1 != int64(len(list)) {
				wrong("reference %s was told at revisions %v, not all between the first and the last", id, list)
			}
		}
	}
	for _, x := range w.tenants {
		for id, n := range x.holds {
			if len(held[id]) < n {
				wrong("%d holds of %s were answered, %d are told", n, id, len(held[id]))
			}
		}
	}
	w.rows("SELECT id, revision, hold_revision FROM saved_references", func(scan func(...any)) {
		var id string
		var now [2]int64
		scan(&id, &now[0], &now[1])
		if was, known := last[id]; known && was != now || !known && w.wasHeld(id) {
			wrong("reference %s stands at %v, the last that was told is %v", id, now, was)
		}
	})
}

// note adds a number to those of an id.
func note(told map[string]map[int64]bool, id string, n int64) {
	if told[id] == nil {
		told[id] = map[int64]bool{}
	}
	told[id][n] = true
}

func (w *town) wasHeld(id string) bool {
	return slices.ContainsFunc(w.tenants, func(x *tenant) bool { return x.holds[id] > 0 })
}

// auditOrder wants positions from 1 on without a gap, and what each poller was told to be what follows its first id.
func (w *town) auditOrder(wrong func(string, ...any), all []event) {
	for _, x := range w.tenants {
		var ids []string
		gap := false
		for _, e := range all {
			if e.workspace == x.id {
				ids = append(ids, e.id)
				gap = gap || e.position != int64(len(ids))
			}
		}
		if gap {
			wrong("the positions of workspace %s are not 1 to %d", x.id, len(ids))
		}
		if !slices.Equal(ids[1:], x.poll.ids) {
			wrong("workspace %s has %d events after its first, the poller was told %d, or others", x.id, len(ids)-1, len(x.poll.ids))
		}
	}
}

// auditDeliveries wants every event at every endpoint that answers and wants it, and the dead one to have been tried.
func (w *town) auditDeliveries(wrong func(string, ...any)) {
	for _, forged := range w.inbox.forged {
		wrong("a message is not signed: %s", forged)
	}
	type delivery struct {
		state, failure string
		attempts       int
	}
	made := map[string]delivery{}
	w.rows("SELECT d.event_id || ' ' || w.description, d.state, d.attempts, d.last_failure FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id", func(scan func(...any)) {
		var key string
		var d delivery
		scan(&key, &d.state, &d.attempts, &d.failure)
		made[key] = d
	})
	for _, e := range w.events() {
		for _, name := range []string{"living", "slow", "dead"} {
			d, exists := made[e.id+" "+name]
			if wanted := e.is != "webhook.test" && (name != "slow" || e.is != "reference.updated" && !strings.HasPrefix(e.is, "watch.")); !exists && wanted {
				wrong("%s %s has no delivery to the endpoint that is %s", e.is, e.id, name)
			}
			switch arrived := len(w.inbox.arrivals("/"+name+"/"+e.workspace, e.id)); {
			case !exists:
			case name == "dead" && (d.state == "delivered" || d.attempts == 0 || d.failure != "connection"):
				wrong("%s %s to the dead endpoint: %+v", e.is, e.id, d)
			case name != "dead" && (arrived == 0 || d.state != "delivered"):
				wrong("%s %s is %s after %d attempts and arrived %d times at the endpoint that is %s, so it never arrived or is sent for ever", e.is, e.id, d.state, d.attempts, arrived, name)
			}
		}
	}
}

// forgetArrival forgets that an event came to the living endpoint, and returns what remembers it.
func (x *tenant) forgetArrival() (undo func()) {
	got, id := x.town.inbox.got["/living/"+x.id], x.poll.ids[len(x.poll.ids)/2]
	for _, other := range x.poll.ids {
		if len(got[id]) > 0 {
			break
		}
		id = other
	}
	was := got[id]
	delete(got, id)
	return func() { got[id] = was }
}

// forgetPolled forgets what the poller was told first, and returns what remembers it.
func (x *tenant) forgetPolled() (undo func()) {
	was := x.poll.ids
	x.poll.ids = was[1:]
	return func() { x.poll.ids = was }
}

// toldSummary says how much was told, how often twice, and how late.
func (w *town) toldSummary() string {
	var events, messages int
	var late []time.Duration
	for _, e := range w.events() {
		arrived := w.inbox.arrivals("/living/"+e.workspace, e.id)
		if messages += len(arrived); len(arrived) > 0 {
			events++
			late = append(late, arrived[0].Sub(time.UnixMicro(e.created)))
		}
	}
	if slices.Sort(late); len(late) == 0 {
		return "nothing told"
	}
	return fmt.Sprintf("%d events told the living endpoints in %d messages, half within %v, all within %v; beside a busy slow endpoint within %v",
		events, messages, late[len(late)/2].Round(time.Millisecond), late[len(late)-1].Round(time.Millisecond), w.slowest.Round(time.Millisecond))
}
