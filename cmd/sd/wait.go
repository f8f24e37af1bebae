package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// defaultWait is how long a command waits for rate limits in total by default.
const defaultWait = 2 * time.Minute

// leastWait is how long a command waits if the service does not say.
const leastWait = time.Second

// patient sends requests that exceeded a limit again after the time that the service names, and prints that it waits.
// The total waiting time of a command is limited.
type patient struct {
	next http.RoundTripper
	left time.Duration
	say  io.Writer
	over func(time.Duration) <-chan time.Time // creates the timer; nil means time.After
}

// RoundTrip implements http.RoundTripper.
func (p *patient) RoundTrip(r *http.Request) (*http.Response, error) {
	for {
		answer, err := p.next.RoundTrip(r)
		if err != nil || answer.StatusCode != http.StatusTooManyRequests {
			return answer, err
		}
		wait := retryAfter(answer.Header)
		if r.Body != nil && r.GetBody == nil || !p.take(wait) {
			return answer, nil
		}
		_, _ = io.CopyN(io.Discard, answer.Body, 64<<10)
		_ = answer.Body.Close()
		if err := p.rest(r, wait); err != nil {
			return nil, err
		}
	}
}

// take subtracts a wait from the remaining time. It returns false if the wait is too long.
func (p *patient) take(wait time.Duration) bool {
	if wait > p.left {
		return false
	}
	p.left -= wait
	return true
}

// rest waits, and prepares the request to be sent again.
func (p *patient) rest(r *http.Request, wait time.Duration) (err error) {
	if err := p.sleep(r.Context(), "a limit is reached", wait); err != nil {
		return err
	}
	if r.GetBody != nil {
		r.Body, err = r.GetBody()
	}
	return err
}

// sleep prints why the command waits, and waits.
func (p *patient) sleep(ctx context.Context, why string, wait time.Duration) error {
	fmt.Fprintf(p.say, "sd: %s; waiting %v as the service asks\n", why, wait)
	over := p.over
	if over == nil {
		over = time.After
	}
	select {
	case <-over(wait):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// retryAfter returns how long the service asks to wait.
func retryAfter(h http.Header) time.Duration {
	seconds, err := strconv.Atoi(h.Get("Retry-After"))
	if err != nil || seconds < 1 {
		return leastWait
	}
	return time.Duration(seconds) * time.Second
}
