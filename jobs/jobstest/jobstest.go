// Package jobstest provides tests with a queue: the in-process one always, and a real Redis if it is installed, on a
// private temporary server. Only tests import it.
package jobstest

import (
	"os"
	"testing"

	"github.com/redis/go-redis/v9"

	"socialdata/jobs"
)

// Each runs f on every available queue, as sub-tests named after it. In CI both must be available.
func Each(t *testing.T, f func(t *testing.T, client *redis.Client)) {
	t.Helper()
	t.Run("on", func(t *testing.T) { // a group, so that Each returns only when both have ended
		t.Run("in-process", func(t *testing.T) { t.Parallel(); f(t, InProcess(t)) })
		t.Run("redis", func(t *testing.T) { t.Parallel(); f(t, Redis(t)) })
	})
}

// InProcess returns a client of a new in-process queue.
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

// Redis returns a client of a new, empty Redis; it skips the test if Redis is not installed.
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
