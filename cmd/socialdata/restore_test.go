package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models"
	"socialdata/models/billing"
	"socialdata/models/db"
	"socialdata/models/imports"
	"socialdata/models/modelstest"
)

// TestRestoreKeepsTheLedger rehearses docs/operating.md: dump, restore into an empty place, and compare what matters.
func TestRestoreKeepsTheLedger(t *testing.T) {
	t.Parallel()
	t.Run("postgres", func(t *testing.T) {
		from, to, dump := modelstest.PostgresURL(t), modelstest.PostgresURL(t), filepath.Join(t.TempDir(), "social.dump")
		before := furnished(t, from, t.TempDir())
		tool(t, "pg_dump", "--format=custom", "--file="+dump, from)
		tool(t, "pg_restore", "--no-owner", "--exit-on-error", "--dbname="+to, dump)
		same(t, before, books(t, reopened(t, to, t.TempDir())))
	})
	t.Run("sqlite", func(t *testing.T) {
		from, to := t.TempDir(), t.TempDir()
		before := furnished(t, "", from)
		testkit.Must(t, os.CopyFS(to, os.DirFS(from)))
		same(t, before, books(t, reopened(t, "", to)))
	})
}

// ledgerState holds the values that a restore must bring back.
type ledgerState struct {
	credits billing.Credits
	ledger  []billing.Entry
	imports int
}

// furnished fills an empty database with the demo's history, some imports of which nobody has begun, closes it and gives its books.
func furnished(t *testing.T, url, dir string) ledgerState {
	t.Helper()
	h := newProgram(t, map[string]string{"DATABASE_URL": url, "DATA_DIR": filepath.Join(dir, "data")}, func(h *testProgram) {
		_, err := h.p.seedDemo(t.Context(), &demoHistory{program: h.p, clock: &h.clock, platforms: h.platforms})
		testkit.Must(t, err)
		h.verb = onlyWeb
	})
	kept := books(t, h.p.store)
	h.stop()
	h.until("the last connection had closed the database's file", func() bool {
		logs, err := filepath.Glob(filepath.Join(dir, "data", "*.db-*"))
		return err == nil && len(logs) == 0
	})
	return kept
}

func reopened(t *testing.T, url, dir string) *models.Store {
	t.Helper()
	s, err := models.Open(t.Context(), models.Options{Options: db.Options{URL: url, DataDir: filepath.Join(dir, "data"), Secrets: modelstest.Secrets()}})
	testkit.Must(t, err)
	t.Cleanup(func() { _ = s.Close() })
	testkit.Must(t, s.Migrate(t.Context()))
	return s
}

// books reads the ledger of the demo's workspace.
func books(t *testing.T, s *models.Store) ledgerState {
	t.Helper()
	ctx := context.Background()
	in, err := s.Accounts.SignIn(ctx, demoEmail, demoPassword)
	testkit.Must(t, err)
	w := in.Workspaces[0].WorkspaceID
	var a ledgerState
	a.credits, err = s.Billing.Credits(ctx, w)
	testkit.Must(t, err)
	for p := (db.PageRequest{Limit: 100}); ; {
		page, err := s.Billing.Ledger(ctx, w, p)
		testkit.Must(t, err)
		a.ledger = append(a.ledger, page.Items...)
		if p.Cursor = page.NextCursor; p.Cursor == "" {
			break
		}
	}
	imports, err := s.Imports.List(ctx, w, imports.Filter{}, db.PageRequest{Limit: 100})
	testkit.Must(t, err)
	a.imports = len(imports.Items)
	return a
}

func same(t *testing.T, before, after ledgerState) {
	t.Helper()
	if before.credits != after.credits || before.imports != after.imports || len(before.ledger) != len(after.ledger) || len(before.ledger) < 30 {
		t.Fatalf("before %+v, %d entries, %d imports; after %+v, %d entries, %d imports", before.credits, len(before.ledger), before.imports,
			after.credits, len(after.ledger), after.imports)
	}
	sum := int64(0)
	for n, e := range before.ledger {
		if e != after.ledger[n] {
			t.Errorf("entry %d was %+v and is %+v", n, e, after.ledger[n])
		}
		sum += e.Amount
	}
	if sum != after.credits.Balance {
		t.Errorf("the entries add up to %d, the balance is %d", sum, after.credits.Balance)
	}
}

// tool runs one of PostgreSQL's own programs.
func tool(t *testing.T, name string, args ...string) {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
		if len(found) == 0 {
			t.Fatalf("no %s beside the server that was found", name)
		}
		path = found[len(found)-1]
	}
	if out, err := exec.Command(path, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
}
