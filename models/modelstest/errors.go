package modelstest

import (
	"sync"
	"testing"

	"socialdata/internal/apierror"
)

// AtOnce runs f n times concurrently and returns the errors.
func AtOnce(n int, f func(i int) error) []error {
	errs := make([]error, n)
	var wg sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			<-start
			errs[i] = f(i)
		}()
	}
	close(start)
	wg.Wait()
	return errs
}

// Outcomes counts errors by code; nil counts as "ok".
func Outcomes(errs []error) map[apierror.Code]int {
	n := map[apierror.Code]int{}
	for _, err := range errs {
		if err == nil {
			n["ok"]++
		} else {
			n[apierror.From(err).Code]++
		}
	}
	return n
}

// WantCode fails the test unless err has the code.
func WantCode(t testing.TB, err error, code apierror.Code) {
	t.Helper()
	if !apierror.Is(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

// Must ends the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
