package main

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"socialdata/internal/testkit"
	"socialdata/jobs/jobstest"
	"socialdata/models/modelstest"
)

// unit is the parsed part of a systemd unit.
type unit struct {
	verb        string
	environment []string
}

func readUnit(t *testing.T, name string) unit {
	t.Helper()
	text := read(t, "../../docs/deploy/"+name)
	started := regexp.MustCompile(`(?m)^ExecStart=/usr/local/bin/socialdata (\w+)$`).FindStringSubmatch(text)
	settings := regexp.MustCompile(`(?m)^Environment=(.+)$`).FindStringSubmatch(text)
	if started == nil || settings == nil {
		t.Fatalf("%s says neither what it starts nor with which settings", name)
	}
	return unit{started[1], strings.Fields(settings[1])}
}

// TestUnitsAreAlike keeps what the three units share equal: they differ in what they start and where that listens.
func TestUnitsAreAlike(t *testing.T) {
	own := regexp.MustCompile(`(?m)^(#.*\n)*\[Unit\]|^(Description|ExecStart|Environment)=.*$`)
	want := own.ReplaceAllString(read(t, "../../docs/deploy/socialdata.service"), "")
	for _, name := range []string{"socialdata-web.service", "socialdata-work.service"} {
		if own.ReplaceAllString(read(t, "../../docs/deploy/"+name), "") != want {
			t.Errorf("%s differs from socialdata.service in more than what it starts", name)
		}
	}
}

// supervised starts what a unit says, in the environment that it says, with other ports and another folder.
func supervised(t *testing.T, u unit, shared []string, moved *strings.Replacer) {
	t.Helper()
	c := exec.Command(must(os.Executable()), u.verb)
	c.Env = append([]string{asProgram + "=1", "PATH=" + os.Getenv("PATH")}, shared...)
	for _, setting := range u.environment {
		c.Env = append(c.Env, moved.Replace(setting))
	}
	log := &strings.Builder{}
	c.Stderr = log
	testkit.Must(t, c.Start())
	ended := make(chan error, 1)
	go func() { ended <- c.Wait() }()
	t.Cleanup(func() {
		_ = c.Process.Signal(os.Interrupt)
		if err := <-ended; err != nil || t.Failed() {
			t.Errorf("%s ended with %v:\n%s", u.verb, err, log)
		}
	})
}

// answersWith waits until an address answers with a status.
func answersWith(t *testing.T, address string, status int) {
	t.Helper()
	testkit.Eventually(t, address+" answers with "+strconv.Itoa(status), func() bool {
		r, err := http.Get(address)
		if err != nil {
			return false
		}
		return r.Body.Close() == nil && r.StatusCode == status
	})
}

// TestUnitsStandSideBySide starts the units of web and work as a supervisor does, the worker first: each is ready at its own
// address, and only web answers at the public one.
func TestUnitsStandSideBySide(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	public, webHealth, workHealth := freePort(t), freePort(t), freePort(t)
	moved := strings.NewReplacer(":8080", ":"+public, ":9090", ":"+webHealth, ":9091", ":"+workHealth, "/var/lib/socialdata", filepath.Join(dir, "data"))
	shared := []string{"SOCIALDATA_DATABASE_URL=" + modelstest.PostgresURL(t), "SOCIALDATA_REDIS_URL=unix://" + jobstest.Redis(t).Options().Addr,
		"SOCIALDATA_ORIGIN=http://localhost:" + public, "SOCIALDATA_LOG_LEVEL=error"}
	supervised(t, readUnit(t, "socialdata-work.service"), shared, moved)
	answersWith(t, "http://127.0.0.1:"+workHealth+"/readyz", http.StatusOK)
	if r, err := http.Get("http://127.0.0.1:" + public + "/readyz"); err == nil {
		_ = r.Body.Close()
		t.Fatalf("a worker answers at the address of web: %d", r.StatusCode)
	}
	supervised(t, readUnit(t, "socialdata-web.service"), shared, moved)
	answersWith(t, "http://127.0.0.1:"+webHealth+"/readyz", http.StatusOK)
	answersWith(t, "http://127.0.0.1:"+public+"/openapi.json", http.StatusOK)
	answersWith(t, "http://127.0.0.1:"+workHealth+"/openapi.json", http.StatusNotFound)
}
