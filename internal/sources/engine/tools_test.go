package engine

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

const browsers = `[info] Available impersonate targets
Client       OS        Source
-----------------------------------
Chrome-146   Macos-26  curl_cffi
Firefox-147  Macos-26  curl_cffi`

const noBrowsers = `[info] Available impersonate targets
Client  OS  Source
---------------------------
Chrome  -   curl_cffi (unavailable)
Safari  -   curl_cffi (not available)`

func TestTools(t *testing.T) {
	for list, want := range map[string]int{browsers: 2, noBrowsers: 0, "": 0} {
		e, err := open(t, standIn(t, "2026.10.05", says(list)))
		if err != nil {
			t.Fatal(err)
		}
		tools, err := e.Tools(t.Context())
		if err != nil || tools.Browsers != want {
			t.Errorf("%q: %+v, %v", list, tools, err)
		}
	}
	e, err := open(t, standIn(t, "2026.10.05", "exit 2"))
	if err != nil {
		t.Fatal(err)
	}
	if tools, err := e.Tools(t.Context()); err == nil {
		t.Errorf("a program that fails has %+v", tools)
	}
}

func TestFindRuntimes(t *testing.T) {
	folder := t.TempDir()
	for name, mode := range map[string]os.FileMode{"deno": 0o700, "node": 0o600, "ruby": 0o700} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "bun"), 0o700); err != nil {
		t.Fatal(err)
	}
	if found := findRuntimes([]string{t.TempDir(), folder}); !slices.Equal(found, []string{"deno"}) {
		t.Errorf("found %q", found)
	}
}
