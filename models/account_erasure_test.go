package models_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"socialdata/models"
	"socialdata/models/erasures"
	"socialdata/models/modelstest"
)

// The account that the tests erase, an item of it, and its address.
const (
	goneAccount = "clip_site:gone-account"
	goneItem    = "clip_site:gone-item"
	goneLink    = "https://clips.example/gone"
)

// ofAccount makes the rows of a tenant about the account: each in the words of its own table.
func (w tenant) ofAccount(t *testing.T, s *models.Store) {
	t.Helper()
	w.move(t, s)
	set := func(table, columns string, values ...any) {
		t.Helper()
		key := map[string]string{"jobs": "tenant", "list_session_rows": "root", "account_names": "account_id", "followed_links": "short", "route_calls": "workspace_id",
			"requests": "workspace_id", "ledger_entries": "workspace_id", "count_records": "workspace_id", "entitlements": "workspace_id", "served_answers": "workspace_id", "observations": "id", "watch_items": "watch_id"}[table]
		of := map[string]string{"tenant": w.id("workspaces"), "workspace_id": w.id("workspaces"), "root": w.id("root"), "account_id": w.name + ":account_id",
			"short": w.name + ":short", "watch_id": w.id("watches"), "id": w.id(table), "": w.id(table)}[key]
		if key == "" {
			key = "id"
		}
		modelstest.Run(t, s, "UPDATE "+table+" SET "+columns+" WHERE "+key+" = ?", append(values, of)...)
	}
	item := fmt.Sprintf(`{"object":"item","id":%q,"url":%q,"author":{"object":"account","id":%q,"url":"https://clips.example/@gone","handle":"gone"}}`, goneItem, goneLink, goneAccount)
	set("jobs", "key = ?", w.id("watches"))
	set("saved_references", "channel_id = ?, canonical_url = ?, source_observed = ?", goneAccount, goneLink, fmt.Sprintf(`{"channelId":%q,"channelUrl":"https://clips.example/@gone"}`, goneAccount))
	modelstest.Run(t, s, "INSERT INTO reference_words (reference_id, workspace_id, created_at, written, said) VALUES (?, ?, 1, '{}', '{}')", w.id("saved_references"), w.id("workspaces"))
	set("acts", "kind = 'createChange', detail = ?", "1 reference (“gone-title”): deleted")
	set("watches", "source = ?", `{"kind":"account","account":"https://www.clips.example/@gone/"}`)
	set("watch_items", "item_id = ?", goneItem)
	set("events", "data = ?", fmt.Sprintf(`{"items":[{"id":%q}]}`, goneItem))
	set("list_sessions", "account = ?", fmt.Sprintf(`{"id":%q}`, goneAccount))
	set("list_session_rows", "row_id = ?", goneItem)
	set("imports", "subject = ?", goneItem)
	for _, table := range []string{"requests", "ledger_entries", "count_records"} {
		set(table, "subject = ?", goneItem)
	}
	set("entitlements", "subject = ?", "item:"+goneItem)
	set("served_answers", "subject = ?, body = ?", "item:"+goneItem, []byte(item))
	modelstest.Run(t, s, "INSERT INTO served_answers (workspace_id, subject, served_at, observation_id, variant, observed_at, route_id, body) VALUES (?, 'item:clip_site:gone-older', 1, 'o', '', 1, 'r', ?)",
		w.id("workspaces"), []byte(strings.ReplaceAll(item, goneItem, "clip_site:gone-older"))) // the platform's answer is no longer kept
	set("route_calls", "subject = ?", "item:"+goneItem)
	set("followed_links", "target = ?", goneLink)
	set("account_names", "account_id = ?", goneAccount)
	if w.name == "first" { // what belongs to none is there once
		modelstest.Run(t, s, "UPDATE observations SET subject = ?, body = ? WHERE id = ?", "item:"+goneItem, []byte(item), w.id("observations"))
		modelstest.Run(t, s, "UPDATE contents SET subject = ? WHERE id = ?", goneItem, w.id("contents"))
	} else {
		modelstest.Run(t, s, "UPDATE observations SET body = ? WHERE id = ?", []byte(`{"object":"list","data":[`+item+`]}`), w.id("observations"))
	}
}

// erased runs an erasure to its end.
func erased(t *testing.T, s *models.Store, clock *modelstest.Clock, id string) *erasures.Erasure {
	t.Helper()
	for range 10 {
		again, err := s.Erasures.Run(t.Context(), id)
		modelstest.Must(t, err)
		eraseBytes(t, s)
		if again == nil {
			r, err := s.Erasures.Receipt(t.Context(), id)
			modelstest.Must(t, err)
			return r
		}
		clock.Add(erasures.Settled / 2)
	}
	t.Fatal("the erasure does not end")
	return nil
}

// TestAnAccountIsErasedEverywhere has the operator erase an account of which two workspaces have a row in every table: a table is either
// among those that were erased, or the table of what is kept says why not, and then it does not name the account.
func TestAnAccountIsErasedEverywhere(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		tenant{"first"}.ofAccount(t, s)
		tenant{"second"}.ofAccount(t, s)
		e, err := s.Erasures.Account(t.Context(), "", goneAccount, erasures.Asker{})
		modelstest.Must(t, err)
		r := erased(t, s, clock, e.ID)
		counts, all := r.CountByTable(), tables(t, s)
		for _, k := range s.Kept() {
			var stay []string
			for _, table := range k.Tables {
				if counts[table] == 0 {
					stay = append(stay, table)
				}
			}
			if k.Account == "" && len(stay) > 0 {
				t.Errorf("%s: nothing of %v was erased, and nothing says why it stays", k.What, stay)
			}
			if k.Account != "" && len(stay) == 0 {
				t.Errorf("%s: all is erased, and still %q", k.What, k.Account)
			}
		}
		for table, rows := range dump(t, s) {
			for _, mark := range []string{"gone-", goneLink} {
				if len(of(map[string][]string{table: rows}, mark)) > 0 {
					t.Errorf("%s still has %s: %v", table, mark, rows)
				}
			}
		}
		if len(counts) == 0 || len(all) == 0 || r.Subject != "" || r.Progress != "" || r.Digest != erasures.Digest(goneAccount) || r.ErasedAt == nil {
			t.Errorf("the receipt is %+v", r)
		}
	})
}

// TestAnOwnerErasesInTheirWorkspaceAlone: the rows of another workspace, and those of none, are as they were.
func TestAnOwnerErasesInTheirWorkspaceAlone(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		first, second := tenant{"first"}, tenant{"second"}
		first.ofAccount(t, s)
		second.ofAccount(t, s)
		before := dump(t, s)
		e, err := s.Erasures.Account(t.Context(), first.id("workspaces"), goneAccount, erasures.Asker{ID: "u"})
		modelstest.Must(t, err)
		same, err := s.Erasures.Account(t.Context(), first.id("workspaces"), goneAccount, erasures.Asker{ID: "u"})
		modelstest.Must(t, err)
		if same.ID != e.ID {
			t.Error("an erasure under way is asked for again")
		}
		r := erased(t, s, clock, e.ID)
		after := dump(t, s)
		shared := map[string]bool{"observations": true, "account_names": true, "followed_links": true, "contents": true, "route_calls": true, "changed_answers": true}
		for table, rows := range before {
			if table == "erasures" || table == "erasure_names" {
				continue
			}
			if shared[table] && !slices.Equal(rows, after[table]) {
				t.Errorf("%s belongs to all, and was %v, is %v", table, rows, after[table])
			}
			if was, is := of(before, "second")[table], of(after, "second")[table]; !reflect.DeepEqual(was, is) {
				t.Errorf("%s of the other workspace was %v, is %v", table, was, is)
			}
			for _, row := range of(map[string][]string{table: after[table]}, "gone-")[table] {
				if strings.Contains(row, "first-workspaces") && !shared[table] {
					t.Errorf("%s still has %s", table, row)
				}
			}
		}
		for _, table := range slices.Sorted(maps.Keys(shared)) {
			if r.CountByTable()[table] != 0 {
				t.Errorf("the receipt counts %s, which belongs to all", table)
			}
		}
		if raw, err := json.Marshal(r); err != nil || strings.Contains(string(raw), "gone-") || r.CountByTable()["saved_references"] != 1 {
			t.Errorf("the receipt says %s, %v", raw, err)
		}
	})
}

// TestErasingAnAccountGoesOnWhereItWasKilled kills an erasure after every few statements: the runs together erase and count as much as one.
func TestErasingAnAccountGoesOnWhereItWasKilled(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := tenant{"first"}
		w.ofAccount(t, s)
		const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) "
		modelstest.Run(t, s, numbers+"INSERT INTO ledger_entries (id, workspace_id, amount, balance_after, part, subject, reason, note, created_at) SELECT 'l' || i, 'first-workspaces', -1, 0, 'fetch', CASE i % 4 WHEN 0 THEN '"+goneItem+"' WHEN 2 THEN 'comments:"+goneItem+"' ELSE 'other' END, 'r' || i, '', i FROM n")
		modelstest.Run(t, s, numbers+"INSERT INTO observations (subject, variant, id, observed_at, route_id, version, counts, rows, body) SELECT 'item:' || i, '', 'o' || i, 1, 'r', '1', '', 1, ? FROM n", []byte(`{"id":"clip_site:other"}`))
		e, err := s.Erasures.Account(t.Context(), "", goneAccount, erasures.Asker{})
		modelstest.Must(t, err)
		kills := 0
		for n := 6; ; n++ {
			if _, err := s.Erasures.Run(modelstest.KilledAfter(t, s, n), e.ID); err == nil {
				break
			}
			kills++
		}
		r := erased(t, s, clock, e.ID)
		if c := r.CountByTable(); kills < 5 || c["ledger_entries"] != 1251 || c["observations"] != 1 || c["saved_references"] != 1 || c["imports"] != 1 {
			t.Errorf("after %d kills the receipt counts %v", kills, c)
		}
		var left int64
		modelstest.Must(t, s.Read(t.Context()).Raw("SELECT COUNT(*) FROM ledger_entries WHERE subject = 'other'").Scan(&left).Error)
		if left != 1250 || modelstest.CountRows(t, s, "observations") != 2500 {
			t.Errorf("%d lines and %d answers of others are left", left, modelstest.CountRows(t, s, "observations"))
		}
	})
}

// TestWhatComesWhileAnAccountIsErasedGoesToo: an import that ends after the first look is found by the last one; an hour later nothing is
// left, whatever was under way.
func TestWhatComesWhileAnAccountIsErasedGoesToo(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		tenant{"first"}.ofAccount(t, s)
		e, err := s.Erasures.Account(t.Context(), "first-workspaces", goneAccount, erasures.Asker{})
		modelstest.Must(t, err)
		if again, err := s.Erasures.Run(t.Context(), e.ID); err != nil || again == nil || again.After(clock.Now().Add(time.Minute)) {
			t.Errorf("it comes again %v, %v; want soon: bytes are left", again, err)
		}
		eraseBytes(t, s)
		if again, err := s.Erasures.Run(t.Context(), e.ID); err != nil || again == nil || again.Before(clock.Now().Add(erasures.Settled-time.Minute)) {
			t.Errorf("it comes again %v, %v; want when what is under way has ended", again, err)
		}
		modelstest.Run(t, s, "INSERT INTO saved_references (id, workspace_id, content_id, platform, canonical_url, state, media_availability, failure_code, retryable, tags, hold_reason, hold_revision, revision, created_at, updated_at, channel_id) "+
			"VALUES ('late', 'first-workspaces', 'first-contents', 'clip_site', 'l', 'ready', 'ready', '', FALSE, '[]', '', 1, 1, 1, 1, ?)", goneAccount)
		r := erased(t, s, clock, e.ID)
		if r.CountByTable()["saved_references"] != 2 || modelstest.CountRows(t, s, "erasure_names") != 1 { // that of the other receipt
			t.Errorf("the receipt is %+v; %d names are left", r, modelstest.CountRows(t, s, "erasure_names"))
		}
	})
}

// TestNobodyElsesIsErased: references whose column is not filled yet are known by what their import saw. Another account's stay, and so
// does its watch, which only loses an item of the account that it has seen. Watches of the account by its handle and of an item go.
func TestNobodyElsesIsErased(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		first := tenant{"first"}
		first.ofAccount(t, s)
		tenant{"second"}.move(t, s)
		modelstest.Run(t, s, "UPDATE saved_references SET channel_id = '' WHERE id = 'first-saved_references'")
		modelstest.Run(t, s, "UPDATE saved_references SET workspace_id = 'first-workspaces', channel_id = '', source_observed = ? WHERE id = 'second-saved_references'", []byte(`{"channelId":"clip_site:other"}`))
		modelstest.Run(t, s, "UPDATE account_names SET platform = 'clip_site', name = '@was' WHERE account_id = ?", goneAccount)
		for id, source := range map[string]string{"other": `{"kind":"account","account":"clip_site:other"}`, "handle": `{"kind":"account","account":"clip_site:@Was"}`, "item": `{"kind":"item","url":"https://elsewhere.example"}`} {
			modelstest.Run(t, s, "INSERT INTO watches (id, workspace_id, name, source, every, import, daily_credits, state, paused_reason, failures, spent, spent_on, whole, items, counts, gone_code, last_run_id, revision, created_at) "+
				"VALUES (?, 'first-workspaces', '', ?, '1h', '', 1, 'active', '', 0, 0, '', FALSE, 0, '', '', '', 1, 1)", id, source)
			modelstest.Run(t, s, "INSERT INTO watch_items (watch_id, item_id, position, url, first_seen_at, told, import_id) VALUES (?, ?, 1, '', 1, FALSE, '')", id, goneItem)
		}
		e, err := s.Erasures.Account(t.Context(), "first-workspaces", goneAccount, erasures.Asker{})
		modelstest.Must(t, err)
		_, err = s.Erasures.Run(t.Context(), e.ID)
		modelstest.Must(t, err)
		modelstest.Run(t, s, "UPDATE events SET position = 7 WHERE position IS NULL") // the last look finds them in order
		r := erased(t, s, clock, e.ID)
		if c := r.CountByTable(); c["saved_references"] != 1 || c["watches"] != 3 || c["watch_items"] != 4 {
			t.Errorf("the receipt counts %v", c)
		}
		var left []string
		modelstest.Must(t, s.Read(t.Context()).Raw("SELECT id FROM watches UNION ALL SELECT id FROM saved_references ORDER BY id").Scan(&left).Error)
		if want := []string{"other", "second-saved_references", "second-watches"}; !slices.Equal(left, want) {
			t.Errorf("%v are left, want %v", left, want)
		}
		var told []string
		modelstest.Must(t, s.Read(t.Context()).Table("events").Where("type = 'reference.deleted' AND workspace_id = 'first-workspaces'").Pluck("data", &told).Error)
		if len(told) != 1 || !strings.Contains(told[0], "first-saved_references") || strings.Contains(told[0], "gone-") {
			t.Errorf("it told %v", told)
		}
	})
}
