package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"socialdata/internal/testkit"
)

// npmTime bounds one program of npm.
const npmTime = 2 * time.Minute

// npmProgram runs a program that npm has installed, at the top of the repository, and returns what it said. The test is skipped
// where it is not installed; in CI it must be.
func npmProgram(t *testing.T, name string, args ...string) string {
	t.Helper()
	top, err := filepath.Abs("../..")
	testkit.Must(t, err)
	program := filepath.Join(top, "node_modules", ".bin", name)
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not in node_modules: see .ci/run", name)
		}
		t.Skipf("%s is not in node_modules: npm installs it as .ci/run does", name)
	}
	return runNode(t, top, program, args...)
}

func runNode(t *testing.T, folder, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), npmTime)
	defer cancel()
	command := exec.CommandContext(ctx, program, args...)
	command.Dir, command.WaitDelay = folder, time.Second
	command.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "NO_COLOR=1")
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", filepath.Base(program), err, said)
	}
	return string(said)
}

const publishedContract = "web/testdata/openapi.json"

// TestContractIsWellMade holds the contract to the recommended rules of two linters; .redocly.yaml and .spectral.yaml say why
// which rule is left out.
func TestContractIsWellMade(t *testing.T) {
	t.Parallel()
	npmProgram(t, "redocly", "lint", "--config", ".redocly.yaml", "--max-problems", "20", publishedContract)
	npmProgram(t, "spectral", "lint", "--ruleset", ".spectral.yaml", "--fail-severity", "hint", publishedContract)
}

// TestTypeScriptClient compiles, strictly, a program over the types that are generated from the contract, and runs it.
func TestTypeScriptClient(t *testing.T) {
	t.Parallel()
	top, err := filepath.Abs("../..")
	testkit.Must(t, err)
	testkit.Must(t, os.MkdirAll(filepath.Join(top, "tmp"), 0o755)) // inside, so that node finds its modules
	folder, err := os.MkdirTemp(filepath.Join(top, "tmp"), "typescript-")
	testkit.Must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	testkit.Must(t, os.CopyFS(folder, os.DirFS(filepath.Join(top, "cmd/sd/client/typescript"))))
	npmProgram(t, "openapi-typescript", publishedContract, "-o", filepath.Join(folder, "api.ts"), "--default-non-nullable", "false")
	npmProgram(t, "tsc", "-p", folder)
	h := newProgram(t, map[string]string{})
	node, err := exec.LookPath("node")
	testkit.Must(t, err)
	samples := h.platforms.Samples()
	runNode(t, folder, node, "flow.js", h.base, h.key(h.owner()), samples[0].Items[0], "video_site:@lanternkitchen", samples[1].Items[0])
}
