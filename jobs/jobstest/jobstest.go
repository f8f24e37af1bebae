// Package jobstest gives tests a queue: the in-process one always, and a real Redis where it can be found, on a private
// throw-away instance. Only tests import it.
package jobstest

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"

	"socialdata/jobs"
)

// Each runs f on every queue that can be found, as sub-tests named after it. In CI none may be missing.
func Each(t *testing.T, f func(t *testing.T, client *redis.Client)) {
	t.Helper()
	t.Run("on", func(t *testing.T) { // the group: Each returns when both are done
		t.Run("in-process", func(t *testing.T) { t.Parallel(); f(t, InProcess(t)) })
		t.Run("redis", func(t *testing.T) { t.Parallel(); f(t, Redis(t)) })
	})
}

// InProcess is a client of a new in-process queue.
func InProcess(t testing.TB) *redis.Client {
	t.Helper()
	e, err := jobs.StartEmbedded()
	if err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(e.Options())
	t.Cleanup(func() { _ = c.Close(); e.Close() })
	return c
}

// Redis is a client of a new, empty Redis; the test is skipped where there is none.
func Redis(t testing.TB) *redis.Client {
	t.Helper()
	if address := os.Getenv("TEST_REDIS_URL"); address != "" {
		o, err := redis.ParseURL(address)
		if err != nil {
			t.Fatal("TEST_REDIS_URL cannot be read")
		}
		c := redis.NewClient(o)
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	bin, err := exec.LookPath("redis-server")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("redis-server is needed here")
		}
		t.Skip("no redis-server on PATH")
	}
	return launch(t, bin)
}

// launch runs a Redis on a socket in a temporary folder.
func launch(t testing.TB, bin string) *redis.Client {
	t.Helper()
	dir, err := os.MkdirTemp("", "rd")
	if err != nil {
		t.Fatal(err)
	}
	socket := filepath.Join(dir, "redis.sock")
	cmd := exec.Command(bin, "--port", "0", "--unixsocket", socket, "--save", "", "--appendonly", "no", "--dir", dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	c := redis.NewClient(&redis.Options{Network: "unix", Addr: socket})
	t.Cleanup(func() {
		_ = c.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	})
	if err := answering(c, socket); err != nil {
		t.Fatal(err)
	}
	return c
}

func answering(c *redis.Client, socket string) error {
	for range 200 {
		if conn, err := net.Dial("unix", socket); err == nil {
			_ = conn.Close()
			return c.Ping(context.Background()).Err()
		}
		time.Sleep(25 * time.Millisecond)
	}
	return errors.New("redis-server did not start within 5 s")
}
