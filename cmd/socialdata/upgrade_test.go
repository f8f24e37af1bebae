//go:build chaos

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var upgradeFrom = flag.String("from", "", "the commit of the version before; nothing: the last release, else the last commit without the newest migration, else the first that can be upgraded")

// TestUpgrade replaces the version before by this one under load, as docs/operating.md says: the new program migrates while the old
// processes serve and work, then every process is taken out of rotation, drained and started anew, one by one. Every request
// must be answered, and the audit must find nothing.
func TestUpgrade(t *testing.T) {
	from := previousVersion(t)
	before, now := buildProgram(t, checkOut(t, from)), buildProgram(t, ".")
	began := time.Now()
	w := townOf(t, before)
	refused := refusals{}
	w.answers = refused.see
	w.quiet = w.settleIn(w.must("POST", "/v1/workspaces", `{"name":"Quiet"}`, w.owner).body["id"].(string))
	stop := w.traffic()
	w.binary = now
	w.migrate()
	t.Log("the version before answers on the new schema")
	w.goOn(10)
	w.replace(w.web[0])
	w.replace(w.workers[0])
	t.Log("both versions answer and work")
	w.crossOver()
	w.goOn(10)
	w.replace(w.workers[1])
	w.replace(w.web[1])
	stop()
	w.settle(began)
	w.runWatches(began)
	w.stopPolling()
	w.answers = nil
	for _, problem := range append(append(w.audit(), w.askAgain()...), refused.list...) {
		t.Error(problem)
	}
	t.Logf("from %s: %d requests, %s, all in %v", from, refused.asked, w.summary(), time.Since(began).Round(time.Second))
}

// previousVersion is the commit that this version is upgraded from, in this one place: what -from says, else the last release before
// this commit, else the last commit that lacks the newest migration, else the one that has the first. Nothing is upgraded from before
// that one.
func previousVersion(t *testing.T) string {
	t.Helper()
	if *upgradeFrom != "" {
		return *upgradeFrom
	}
	const migrations, first = "models/db/migrations", "models/db/migrations/00001_accounts.sql"
	added := func(path string) string {
		return git("log", "-1", "--diff-filter=A", "--format=%H", "--", "../../"+path)
	}
	for _, from := range []string{git("describe", "--tags", "--abbrev=0", "--match=v*", "HEAD^"), git("rev-parse", "--verify", "--quiet", added(migrations)+"^"), added(first)} {
		if from != "" && from != git("rev-parse", "HEAD") && git("ls-tree", "--full-tree", from, first) != "" {
			return from
		}
	}
	t.Skip("there is no version before that can be upgraded, or this is no clone with its history")
	return ""
}

// git asks git about this repository; "" is no answer.
func git(args ...string) string {
	out, err := exec.Command("git", args...).Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}

// checkOut writes the files of a commit to a folder, and gives that of its program.
func checkOut(t *testing.T, commit string) string {
	t.Helper()
	dir := t.TempDir()
	archive := exec.Command("git", "archive", "--format=tar", commit)
	archive.Dir = "../.."
	files, err := archive.Output()
	if err != nil {
		t.Fatalf("git archive %s: %v", commit, err)
	}
	unpack := exec.Command("tar", "-x", "-C", dir)
	unpack.Stdin = bytes.NewReader(files)
	if out, err := unpack.CombinedOutput(); err != nil {
		t.Fatalf("tar: %v: %s", err, out)
	}
	return dir + "/cmd/socialdata"
}

// refusals are answers that no request of the traffic may have, whichever version gives them.
type refusals struct {
	mu    sync.Mutex
	asked int
	list  []string
}

func (r *refusals) see(method, path string, a reply) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked++
	raced := a.status == 404 || a.status == 409 || a.status == 422 // the reference was deleted meanwhile, keeps no media; the watch runs
	if a.status >= 200 && a.status < 300 || raced && (strings.HasPrefix(path, "/v1/references/") || strings.HasSuffix(path, "/run")) {
		return
	}
	if len(r.list) < 20 {
		r.list = append(r.list, fmt.Sprintf("%s %s was answered %d %v", method, path, a.status, a.body))
	}
}

// migrate runs the verb of that name of the new version.
func (w *town) migrate() {
	w.t.Helper()
	c := exec.Command(w.binary, "migrate")
	c.Env = w.env
	if out, err := c.CombinedOutput(); err != nil {
		w.t.Fatalf("migrate: %v: %s", err, out)
	}
}

// replace takes a process out of rotation, drains it and starts the new version in its place.
func (w *town) replace(p *process) {
	w.t.Helper()
	p.away.Store(true)
	w.until("the last request", func() bool { return p.asked.Load() == 0 })
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	drained := time.AfterFunc(15*time.Second, func() { w.t.Errorf("a %s process did not drain within 15 s", p.verb); _ = p.cmd.Process.Kill() })
	if err := p.cmd.Wait(); err != nil {
		w.t.Errorf("a %s process ended with %v", p.verb, err)
	}
	drained.Stop()
	w.start(p)
	w.waitReady(p)
	p.away.Store(false)
}

// goOn waits until a number of imports more have succeeded.
func (w *town) goOn(more int) {
	w.t.Helper()
	const done = "SELECT COUNT(*) FROM imports WHERE state = 'succeeded'"
	want := w.count(done) + more
	for end := time.Now().Add(time.Minute); w.count(done) < want; time.Sleep(100 * time.Millisecond) {
		if time.Now().After(end) {
			w.t.Fatalf("%d imports have succeeded after a minute, wanted %d", w.count(done), want)
		}
	}
}
