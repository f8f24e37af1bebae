package web

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
)

// Rates are requests a minute; 0 lifts a limit.
type Rates struct{ Lookup, Read, Import, SignIn int }

// Limiter counts by GCRA. It never fails: without its server it counts in this process alone.
type Limiter interface {
	// Allow takes n of key's allowance of rate per period and says what is left. n 0 only looks.
	Allow(ctx context.Context, key string, n, rate int, period time.Duration) Allowance
	// Refund gives back one that Allow took.
	Refund(ctx context.Context, key string, rate int, period time.Duration)
	// Owe takes one that Allow did not allow: what comes back next pays for it first.
	Owe(ctx context.Context, key string, rate int, period time.Duration)
}

// Allowance is the outcome of counting one request.
type Allowance struct {
	OK        bool
	Remaining int
	Reset     time.Duration // until all of it is back
	Retry     time.Duration // until the next one is back
}

// window is the period of every limit but the one on failed sign-ins.
const window = time.Minute

// limit counts the request, as n of them, against its limit and says in headers what is left. One that does not fit takes
// nothing.
func (s *Server) limit(c *fiber.Ctx, limit session.Limit, caller *session.Caller, n int) error {
	name, subject, rate := s.allowance(c, limit, caller)
	if rate == 0 {
		return nil
	}
	a := s.opts.Limiter.Allow(c.UserContext(), name+":"+subject, n, rate, window)
	c.Set("RateLimit-Policy", fmt.Sprintf("%q;q=%d;w=%d", name, rate, int(window.Seconds())))
	c.Set("RateLimit", fmt.Sprintf("%q;r=%d;t=%d", name, a.Remaining, int((a.Reset+time.Second-1)/time.Second)))
	if a.OK {
		return nil
	}
	f := apierror.New(apierror.CodeRateLimited, "policy", name, "limit", rate, "windowSeconds", int(window.Seconds())).After(a.Retry)
	if n > rate {
		f.Message = fmt.Sprintf("This counts as %d requests, and the limit is %d a minute: send fewer at once.", n, rate)
	}
	return f
}

// limitOrWait counts one more against the request's limit. One that does not fit is counted as well: it returns after how long
// it may begin. What would wait for longer than session.LongestWait is refused.
func (s *Server) limitOrWait(c *fiber.Ctx, limit session.Limit, caller *session.Caller) (time.Duration, error) {
	err := s.limit(c, limit, caller, 1)
	if !apierror.Is(err, apierror.CodeRateLimited) {
		return 0, err
	}
	wait := apierror.From(err).RetryAfter
	if wait > session.LongestWait {
		return 0, err
	}
	name, subject, rate := s.allowance(c, limit, caller)
	s.opts.Limiter.Owe(c.UserContext(), name+":"+subject, rate, window)
	return wait, nil
}

// allowance returns what a request counts against: an address's sign-ins, for requests without a caller the address's
// reads, else the caller's.
func (s *Server) allowance(c *fiber.Ctx, limit session.Limit, caller *session.Caller) (name, subject string, rate int) {
	switch {
	case limit == session.LimitSignIn:
		return string(limit), s.clientAddress(c), s.opts.Rates.SignIn
	case caller == nil:
		return string(session.LimitOpen), s.clientAddress(c), s.opts.Rates.Read
	}
	return s.callersAllowance(limit, caller)
}

// callersAllowance returns what a caller's request counts against: a workspace's lookups and imports, a key's or a
// session's reads.
func (s *Server) callersAllowance(limit session.Limit, caller *session.Caller) (name, subject string, rate int) {
	switch {
	case limit == session.LimitLookup:
		return string(limit), caller.WorkspaceID, s.opts.Rates.Lookup
	case limit.Name() == session.LimitImport:
		return string(limit.Name()), caller.WorkspaceID, s.opts.Rates.Import
	case caller.Key != nil:
		return string(session.LimitRead), caller.Key.ID, s.opts.Rates.Read
	}
	return string(session.LimitRead), caller.Person.SessionID, s.opts.Rates.Read
}

// allowances returns what a caller has left of the limits on API requests. It counts nothing.
func (s *Server) allowances(ctx context.Context, caller *session.Caller) (list []session.Allowance) {
	for _, limit := range []session.Limit{session.LimitRead, session.LimitLookup, session.LimitImport} {
		left := session.Allowance{Limit: limit, Window: window}
		name, subject, rate := s.callersAllowance(limit, caller)
		if left.Rate = rate; rate > 0 {
			a := s.opts.Limiter.Allow(ctx, name+":"+subject, 0, rate, window)
			left.Remaining, left.Reset = a.Remaining, a.Reset
		}
		list = append(list, left)
	}
	return list
}

// authorizeOpen is the middleware of what needs no credential and is no operation.
func (s *Server) authorizeOpen(c *fiber.Ctx) error {
	defer s.withDeadline(c, session.NoFetch)()
	if err := s.authorize(c, session.Rule{}, credentials{}); err != nil {
		return err
	}
	return c.Next()
}

// The headers of a lookup.
const (
	creditsCharged   = "Service-Credits-Charged"
	creditsRemaining = "Service-Credits-Remaining"
	serverTiming     = "Server-Timing"
	sourceRoute      = "Source-Route"
)

// setNumber sets a header whose name is written as it is sent.
func setNumber(c *fiber.Ctx, header string, n int64) {
	c.Response().Header.SetCanonical([]byte(header), strconv.AppendInt(nil, n, 10))
}
