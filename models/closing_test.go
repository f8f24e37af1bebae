package models_test

import (
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

// eraseBytes does what repair does about media whose bytes must go, without a store of blobs.
func eraseBytes(t *testing.T, s *models.Store) (deleted []string) {
	t.Helper()
	list, err := s.Imports.MediaToDelete(t.Context(), 100)
	modelstest.Must(t, err)
	for _, m := range list {
		deleted = append(deleted, m.BlobKey)
		modelstest.Must(t, s.Imports.DeleteMediaRow(t.Context(), m.ID))
	}
	pieces, err := s.Captures.PiecesToDelete(t.Context(), 100)
	modelstest.Must(t, err)
	for _, p := range pieces {
		deleted = append(deleted, p.BlobKey)
		modelstest.Must(t, s.Captures.DeletePiece(t.Context(), p.ID))
	}
	return deleted
}

// TestAClosedWorkspaceIsErased closes one of two workspaces that have a row in every table. Of the closed one nothing is left but what the
// table of what is kept names, without a word of its own; of the other every row is as it was.
func TestAClosedWorkspaceIsErased(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		gone, stays := tenant{"leaves"}, tenant{"stays"}
		gone.move(t, s)
		stays.move(t, s)
		before := dump(t, s)
		_, err := s.Erasures.Close(t.Context(), gone.id("workspaces"), "another name", erasures.Asker{ID: gone.id("users")})
		modelstest.WantCode(t, err, "invalid_input")
		e, err := s.Erasures.Close(t.Context(), gone.id("workspaces"), "leaves:name", erasures.Asker{ID: gone.id("users"), RequestID: "r"})
		modelstest.Must(t, err)
		_, err = s.Erasures.Close(t.Context(), gone.id("workspaces"), "leaves:name", erasures.Asker{ID: gone.id("users")})
		modelstest.WantCode(t, err, "not_found")
		again, err := s.Erasures.Run(t.Context(), e.ID)
		modelstest.Must(t, err)
		if again == nil || again.After(clock.Now().Add(time.Minute)) {
			t.Errorf("it comes again %v, want soon: bytes are left", again)
		}
		if deleted := eraseBytes(t, s); !slices.Equal(deleted, []string{"leaves/blob", "leaves:blob_key"}) {
			t.Errorf("bytes of %v were deleted", deleted)
		}
		again, err = s.Erasures.Run(t.Context(), e.ID)
		modelstest.Must(t, err)
		if again == nil {
			t.Error("it does not wait for what is under way")
		}
		modelstest.Run(t, s, "INSERT INTO entitlements (workspace_id, subject, counts, paid_at) VALUES (?, 'late', '', 1)", gone.id("workspaces"))
		clock.Add(erasures.Settled)
		if again, err = s.Erasures.Run(t.Context(), e.ID); err != nil || again != nil {
			t.Errorf("after an hour: %v, %v", again, err)
		}
		checkReceipt(t, s, e.ID, before)
		after := dump(t, s)
		if was, is := of(before, "stays"), of(after, "stays"); !reflect.DeepEqual(was, is) {
			t.Errorf("the other workspace had\n%v\nand has\n%v", was, is)
		}
		checkLeft(t, s, after)
	})
}

// checkReceipt holds that the receipt counts what went.
func checkReceipt(t *testing.T, s *models.Store, id string, before map[string][]string) {
	t.Helper()
	r, err := s.Erasures.Receipt(t.Context(), id)
	modelstest.Must(t, err)
	counts := r.CountByTable()
	if r.ErasedAt == nil || r.AskedBy != "leaves-users" || counts["imports"] != 1 || counts["attempts"] != 1 || counts["entitlements"] != 2 || counts["saved_references"] != 1 || counts["media"] != 1 {
		t.Errorf("the receipt says %+v", r)
	}
	for table := range counts {
		if len(before[table]) == 0 {
			t.Errorf("%s had nothing to count", table)
		}
	}
}

// checkLeft reads the schema: what names the workspace is left in the tables alone that the table of what is kept names, and no row
// that anybody wrote.
func checkLeft(t *testing.T, s *models.Store, after map[string][]string) {
	t.Helper()
	kept := map[string]bool{}
	for _, k := range s.Kept() {
		for _, table := range k.Tables {
			kept[table] = k.Closed != ""
		}
	}
	shared := map[string]bool{"users": true, "contents": true, "observations": true, "account_names": true, "followed_links": true, "fetch_leases": true, "sessions": true, "password_resets": true, "identities": true, "second_factors": true, "recovery_codes": true, "oauth_clients": true} // of nobody, or of a person
	left := of(after, "leaves")
	for _, table := range slices.Sorted(maps.Keys(left)) {
		if strings.HasPrefix(table, "route_") || table == "changed_answers" || table == "incidents" || table == "field_fills" || table == "known_failures" || table == "mendings" || table == "rollouts" || table == "unread_elements" || shared[table] {
			continue
		}
		for _, row := range left[table] {
			if !kept[table] {
				t.Errorf("%s still has %s", table, row)
			}
			for _, words := range []string{"leaves:name", "leaves:subject", "leaves:note", "leaves:reason"} {
				if kept[table] && table != "erasures" && strings.Contains(row, words) {
					t.Errorf("%s still says %s", table, row)
				}
			}
		}
	}
}

// TestErasingGoesOnWhereItWasKilled cancels an erasure after every number of statements; the one that is not killed ends it, and counts as
// much as one that never was.
func TestErasingGoesOnWhereItWasKilled(t *testing.T) {
	modelstest.Each(t, func(t *testing.T, s *models.Store, clock *modelstest.Clock) {
		w := tenant{"leaves"}
		w.move(t, s)
		const numbers = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) "
		modelstest.Run(t, s, numbers+"INSERT INTO entitlements (workspace_id, subject, counts, paid_at) SELECT 'leaves-workspaces', 's' || i, '', 1 FROM n")
		modelstest.Run(t, s, numbers+"INSERT INTO ledger_entries (id, workspace_id, amount, balance_after, part, subject, reason, note, created_at) SELECT 'l' || i, 'leaves-workspaces', -1, 0, 'fetch', 'words', 'r' || i, 'words', i FROM n")
		e, err := s.Erasures.Close(t.Context(), w.id("workspaces"), "", erasures.Asker{})
		modelstest.Must(t, err)
		for n := 1; ; n += 3 {
			if _, err := s.Erasures.Run(modelstest.KilledAfter(t, s, n), e.ID); err == nil {
				break
			}
		}
		eraseBytes(t, s)
		clock.Add(erasures.Settled)
		again, err := s.Erasures.Run(t.Context(), e.ID)
		modelstest.Must(t, err)
		r, err := s.Erasures.Receipt(t.Context(), e.ID)
		modelstest.Must(t, err)
		if counts := r.CountByTable(); again != nil || r.ErasedAt == nil || counts["entitlements"] != 2501 || counts["ledger_entries"] != 2501 {
			t.Errorf("%v, %+v", again, r)
		}
		var words int64
		modelstest.Must(t, s.Read(t.Context()).Raw("SELECT COUNT(*) FROM ledger_entries WHERE subject <> '' OR note <> ''").Scan(&words).Error)
		if words != 0 || modelstest.CountRows(t, s, "ledger_entries") != 2501 {
			t.Errorf("%d lines of the ledger still have words", words)
		}
	})
}
