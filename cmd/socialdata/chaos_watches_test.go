//go:build chaos

package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"socialdata/internal/sources/simulator"
)

// chaosWatches is how many watches each workspace has.
const chaosWatches = 34

// published are items that appeared while accounts were watched.
type published struct {
	mu   sync.Mutex
	byID map[string]string // account as it is watched, by the natural id or, where that is not known, a part of it
}

// watch makes the watches of a workspace: of accounts and searches, of which every third imports, and of items.
func (x *tenant) watch(samples []simulator.Sample) {
	sources := []string{`{"kind":"search","platform":"video_site","q":"lamp"}`, `{"kind":"search","platform":"ad_library","q":"lamp"}`}
	for _, s := range samples {
		for _, account := range s.Accounts {
			sources = append(sources, fmt.Sprintf(`{"kind":"account","account":%q}`, account))
		}
		for _, link := range s.Items[9:11] {
			sources = append(sources, fmt.Sprintf(`{"kind":"item","url":%q}`, link))
		}
	}
	for n := range chaosWatches {
		source, imports := sources[n%len(sources)], "null"
		if n%3 == 0 && !strings.Contains(source, `"item"`) {
			imports = `{"mediaProfile":"none","transcript":false}`
		}
		made := x.send("POST", "/v1/watches", fmt.Sprintf(`{"name":"w%d","source":%s,"every":"1h","import":%s,"dailyCredits":100000}`, n, source, imports))
		if made.status != 201 {
			x.town.t.Fatalf("a watch of %s: %d %v", source, made.status, made.body)
		}
		x.watches = append(x.watches, made.body["id"].(string))
	}
}

// runWatch lets one watch run again.
func (x *tenant) runWatch(n int) {
	if n%4 == 0 {
		x.send("POST", "/v1/watches/"+x.watches[n/4%len(x.watches)]+"/run", "")
	}
}

// publish adds an item to one of the accounts that are watched.
func (w *town) publish(n int) {
	s := w.samples[n%len(w.samples)]
	account := s.Accounts[n/len(w.samples)%len(s.Accounts)]
	name := strings.TrimSuffix(account, "/")
	id := w.site.Publish(s.Platform, name[strings.LastIndexAny(name, "@/:")+1:])
	if id == "" {
		w.t.Errorf("nothing was published by %s", account)
	}
	w.news.mu.Lock()
	defer w.news.mu.Unlock()
	w.news.byID[id] = account
}

// runWatches lets every watch run once more, and waits until all have.
func (w *town) runWatches(began time.Time) {
	w.t.Helper()
	for _, x := range w.tenants {
		for _, id := range x.watches {
			for x.send("POST", "/v1/watches/"+id+"/run", "").status != 202 {
				time.Sleep(100 * time.Millisecond)
			}
		}
	}
	w.settle(began)
}

// auditWatches wants runs one after another, each news told once and each import made of one, and what was published seen by all
// who watch its account.
func (w *town) auditWatches(wrong func(string, ...any)) {
	w.auditRuns(wrong)
	told := map[string]int{}
	w.rows("SELECT data FROM events WHERE type = 'watch.found'", func(scan func(...any)) {
		var text string
		var data struct {
			WatchID string
			Items   []struct{ ID string }
		}
		if scan(&text); json.Unmarshal([]byte(text), &data) != nil {
			w.t.Fatal(text)
		}
		for _, item := range data.Items {
			told[data.WatchID+" "+item.ID]++
		}
	})
	seen := map[string][]string{} // items by watch
	w.rows("SELECT watch_id, item_id, told FROM watch_items", func(scan func(...any)) {
		var watch, item string
		var fresh bool
		scan(&watch, &item, &fresh)
		seen[watch] = append(seen[watch], item)
		if n := told[watch+" "+item]; n > 1 || fresh != (n == 1) {
			wrong("watch %s: news %s is told %d times, its row says %v", watch, item, n, fresh)
		}
		delete(told, watch+" "+item)
	})
	for key := range told {
		wrong("watch %s is told and was never seen", key)
	}
	w.rows("SELECT id, source FROM watches", func(scan func(...any)) {
		var id, source string
		scan(&id, &source)
		w.auditSeen(wrong, id, source, seen[id])
	})
}

// auditSeen wants a watch of an account to have seen what the account published. Ads are ranked: there a new one need not come first.
func (w *town) auditSeen(wrong func(string, ...any), watch, source string, seen []string) {
	for id, account := range w.news.byID {
		if strings.Contains(source, fmt.Sprintf("%q", account)) && !strings.HasPrefix(account, "ad_library") &&
			!slices.ContainsFunc(seen, func(item string) bool { return strings.HasSuffix(item, ":"+id) }) {
			wrong("watch %s of %s has not seen %s", watch, account, id)
		}
	}
}

// auditRuns wants no two runs of a watch at once, none without an end, and their pages charged once: a worker that is killed
// between a page and its note leaves at most that page to the ledger alone.
func (w *town) auditRuns(wrong func(string, ...any)) {
	ended := map[string]int64{}
	w.rows("SELECT watch_id, started_at, COALESCE(ended_at, 0), state FROM watch_runs ORDER BY watch_id, started_at", func(scan func(...any)) {
		var watch, state string
		var from, to int64
		scan(&watch, &from, &to, &state)
		if from < ended[watch] {
			wrong("watch %s ran twice at once", watch)
		}
		if to == 0 || state == "running" {
			wrong("a run of watch %s has no end: %s", watch, state)
		}
		ended[watch] = to
	})
	if len(ended) != chaosWatches*len(w.tenants) {
		wrong("%d watches have run", len(ended))
	}
	w.rows(`SELECT w.id, COALESCE((SELECT SUM(r.credits) FROM watch_runs r JOIN watches x ON x.id = r.watch_id WHERE x.workspace_id = w.id), 0),
		COALESCE((SELECT -SUM(amount) FROM ledger_entries l WHERE l.workspace_id = w.id AND amount < 0 AND reason NOT LIKE 'import:%' AND (subject LIKE 'items:%' OR subject LIKE 'search:%')), 0),
		COALESCE((SELECT SUM(r.credits) FROM watch_runs r JOIN watches x ON x.id = r.watch_id WHERE x.workspace_id = w.id AND x.source LIKE '%"kind":"item"%'), 0)
		FROM workspaces w`, func(scan func(...any)) {
		var id string
		var noted, charged, single int
		scan(&id, &noted, &charged, &single)
		if lists := noted - single; charged < lists || charged > lists+chaosKills {
			wrong("the runs of %s cost %d credits, the ledger says %d", id, lists, charged)
		}
	})
}

// watchedImports are the imports that watches made.
func (w *town) watchedImports() map[string]bool {
	all := map[string]bool{}
	w.rows("SELECT import_id FROM watch_items WHERE import_id <> ''", func(scan func(...any)) {
		var id string
		scan(&id)
		all[id] = true
	})
	return all
}

// isWatched reports whether a single item is watched; of is its subject.
func (w *town) isWatched(of string) bool {
	_, id, _ := strings.Cut(of, ":")
	_, local, _ := strings.Cut(id, ":")
	return slices.ContainsFunc(w.samples, func(s simulator.Sample) bool {
		return slices.ContainsFunc(s.Items[9:11], func(link string) bool { return strings.Contains(link, local) })
	})
}
