package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/models/db"
	"socialdata/models/modelstest"
)

// unreleased makes a database as programs before the first release left it: with tables, and without the numbers of today's.
func unreleased(t *testing.T, url, dir string) {
	t.Helper()
	testkit.Must(t, os.MkdirAll(dir, 0o750))
	s := modelstest.OpenAt(t, url, dir, nil, nil)
	modelstest.Run(t, s, "ALTER TABLE schema_versions RENAME TO goose_db_version")
	testkit.Must(t, s.Close())
}

// TestUnreleasedDatabaseEndsTheStart starts every verb that needs the database on one from before the first release: it says in a
// sentence what to do.
func TestUnreleasedDatabaseEndsTheStart(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]string{"sqlite": "", "postgres": modelstest.PostgresURL(t)} {
		dir := t.TempDir()
		unreleased(t, url, dir)
		for _, verb := range []string{"migrate", "doctor", "serve", "demo"} {
			c := exec.Command(must(os.Executable()), verb)
			c.Env = []string{asProgram + "=1", "SOCIALDATA_DATA_DIR=" + dir, "SOCIALDATA_DATABASE_URL=" + url}
			out, err := c.CombinedOutput()
			if err == nil || !strings.HasPrefix(string(out), "socialdata: the database was made before the first release, and ") || strings.Count(string(out), "\n") != 1 {
				t.Errorf("%s on %s: %v: %s", verb, name, err, out)
			}
		}
	}
}

// TestUnreleasedDemoIsMadeAnew: the folder that is the demo's own is replaced, one that the settings name is not.
func TestUnreleasedDemoIsMadeAnew(t *testing.T) {
	t.Chdir(t.TempDir())
	cfg, err := demoConfig()
	testkit.Must(t, err)
	unreleased(t, "", cfg.DataDir)
	kept := filepath.Join(cfg.DataDir, demoKeyFile)
	testkit.Must(t, os.WriteFile(kept, nil, 0o600))
	t.Setenv("SOCIALDATA_DATA_DIR", cfg.DataDir)
	if _, err := buildDemo(t.Context(), cfg); !errors.Is(err, db.ErrUnreleased) {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(kept); err != nil {
		t.Fatalf("a folder that the settings name was touched: %v", err)
	}
	testkit.Must(t, os.Unsetenv("SOCIALDATA_DATA_DIR"))
	p, err := buildDemo(t.Context(), cfg)
	testkit.Must(t, err)
	testkit.Must(t, p.close())
	if _, err := os.Stat(kept); err == nil {
		t.Error("the demo's own folder was not made anew")
	}
}
