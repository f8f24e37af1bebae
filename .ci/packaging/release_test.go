//go:build release

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// largest is a bound on the program in bytes. It grows by 16 MB as soon as one package looks up methods by names that it
// computes, because the linker then keeps every method of every type.
const largest = 60_000_000

// TestReleaseIsReproducible builds the release of this machine's platform twice, the second time without a cache, compares every byte,
// and reads it as a user would. It compiles everything, for minutes: `task release` runs it, CI does not.
func TestReleaseIsReproducible(t *testing.T) {
	r := &release{root: "../..", version: "9.9.9", commit: strings.Repeat("c", 40), at: time.Date(2026, 1, 2, 3, 4, 6, 0, time.UTC)}
	p := platform{runtime.GOOS, runtime.GOARCH}
	var sums [2][]byte
	var dist string
	for n := range sums {
		dist = t.TempDir()
		if n == 1 {
			t.Setenv("GOCACHE", t.TempDir())
		}
		if err := r.build(p, dist); err != nil {
			t.Fatal(err)
		}
		if err := sum(dist); err != nil {
			t.Fatal(err)
		}
		sums[n], _ = os.ReadFile(filepath.Join(dist, "SHA256SUMS"))
	}
	if len(sums[0]) == 0 || !bytes.Equal(sums[0], sums[1]) {
		t.Fatalf("two builds differ:\n%s\n%s", sums[0], sums[1])
	}
	base := "socialdata_9.9.9_" + p.os + "_" + p.arch
	for _, command := range []string{"sha256sum --check --quiet SHA256SUMS", "tar -xzf " + base + ".tar.gz",
		"test -s " + base + "/LICENSE -a -s " + base + "/README.md", base + "/socialdata version | grep -qx 'socialdata 9.9.9 " + r.commit + "'",
		base + "/sd --version | grep -q '9.9.9 " + r.commit + "'", "! ldd " + base + "/socialdata", "grep -q pkg:golang/github.com/gofiber/fiber/v2@ " + base + ".cdx.json",
		"grep -q CycloneDX " + base + ".cdx.json"} {
		c := exec.Command("sh", "-c", command)
		c.Dir = dist
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", command, err, out)
		}
	}
	if size, err := os.Stat(filepath.Join(dist, base, "socialdata")); err != nil || size.Size() > largest {
		t.Errorf("the program is larger than %d bytes: does the linker still leave out what nothing calls? -ldflags=-dumpdep shows <ReflectMethod>: %v, %v", largest, size, err)
	}
	if raw, _ := os.ReadFile(filepath.Join(dist, base, "socialdata")); bytes.Contains(raw, []byte(os.TempDir()+"/Test")) {
		t.Error("the program names a folder of the machine that built it")
	}
}
