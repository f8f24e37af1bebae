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

// Rates are limits in requests per minute; 0 disables a limit.
type Rates struct{ Lookup, Read, Import, SignIn int }

// byName returns the limits by their published names.
func (r Rates) byName() map[string]int {
	return map[string]int{string(session.LimitLookup): r.Lookup, string(session.LimitRead): r.Read, string(session.LimitImport): r.Import, string(session.LimitSignIn): r.SignIn}
}

// Limiter counts requests with GCRA. It never fails: if its server does not respond, it counts in this process.
type Limiter interface {
	// Allow takes n from key's limit of rate per period and returns what is left. With n 0 it takes nothing.
	Allow(ctx context.Context, key string, n, rate int, period time.Duration) Allowance
	// Refund gives back one request that Allow took.
	Refund(ctx context.Context, key string, rate int, period time.Duration)
	// Owe takes one request that Allow rejected. It is paid for first, out of what becomes available next.
	Owe(ctx context.Context, key string, rate int, period time.Duration)
}

// Allowance is the result of counting a request.
type Allowance struct {
	OK        bool
	Remaining int
	Reset     time.Duration // until the full limit is available again
	Retry     time.Duration // until the next request is allowed
}

// window is the period of all limits except that on failed sign-ins.
const window = time.Minute

// limit counts the request n times against its limit and sets headers with what is left. A request that exceeds the
// limit takes nothing.
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

// limitOrWait counts one more against the request's limit. If that exceeds it, it is still counted, and the result is
// how long to wait before starting. If that is longer than session.LongestWait, it is rejected.
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

// allowance returns which limit a request counts against: sign-ins per address, reads per address if there is no
// caller, else the caller's limit.
func (s *Server) allowance(c *fiber.Ctx, limit session.Limit, caller *session.Caller) (name, subject string, rate int) {
	switch {
	case limit == session.LimitSignIn:
		return string(limit), s.clientAddress(c), s.opts.Rates.SignIn
	case caller == nil:
		return string(session.LimitOpen), s.clientAddress(c), s.opts.Rates.Read
	}
	return s.callersAllowance(limit, caller)
}

// callersAllowance returns which limit a caller's request counts against: lookups and imports per workspace, reads
// per key or session.
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

// allowances returns what is left of a caller's limits on API requests. It counts nothing.
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

// authorizeOpen is the middleware of paths that need no credential and are not operations.
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

// setNumber sets a header. Its name must be in the form in which it is sent.
func setNumber(c *fiber.Ctx, header string, n int64) {
	c.Response().Header.SetCanonical([]byte(header), strconv.AppendInt(nil, n, 10))
}
