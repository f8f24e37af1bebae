// Package jobstest gives tests a queue: the in-process one always, and a real Redis where it can be found, on a private
// throw-away instance. Only tests import it.
package jobstest

import (
	"os"
	"testing"

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
	return NewServer(t).Client
}
