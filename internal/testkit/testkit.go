// Package testkit holds the helpers that tests of several packages share. Only tests import it.
package testkit

import (
	"flag"
	"sync"
	"testing"
	"time"

	"socialdata/internal/apierror"
)

// Update is set by -update: tests rewrite their goldens instead of comparing with them.
var Update = flag.Bool("update", false, "rewrite goldens")

// Must stops the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Patience bounds what a test waits for. It is long: only what never comes waits as long.
const Patience = 2 * time.Minute

// Eventually waits until something is so, and stops the test if it never is.
func Eventually(t testing.TB, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(Patience); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s later not so: %s", Patience, what)
		}
	}
}

// WantCode reports a failure unless err is a catalogue error with the code, and returns that error.
func WantCode(t testing.TB, err error, code apierror.Code) *apierror.Error {
	t.Helper()
	if !apierror.Is(err, code) {
		t.Fatalf("got %v, want %s", err, code)
	}
	return apierror.From(err)
}

// AtOnce runs f n times concurrently, each with its number, and returns the errors.
func AtOnce(n int, f func(n int) error) []error {
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { errs[i] = f(i) })
	}
	all.Wait()
	return errs
}
