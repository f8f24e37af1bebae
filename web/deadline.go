package web

import (
	"context"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// requestTimeout is the time limit of a request that contacts no platform.
const requestTimeout = 15 * time.Second

// storageRetryAfter is after how long a caller may retry if one of our stores did not respond in time.
const storageRetryAfter = 5 * time.Second

// withDeadline sets the deadline of a request from now on. Every operation and every page has one, and every database
// statement they run is bounded by it. Links to stored media are the exception: they send as long as the client
// reads, with a deadline for each write. The caller must call release when done; errors are rendered after that,
// without a deadline.
func (s *Server) withDeadline(c *fiber.Ctx, wait session.Wait) (release func()) {
	timeout := s.opts.Timeout
	switch wait {
	case session.NoFetch:
	case session.OneFetch, session.TwoFetches:
		timeout += time.Duration(wait) * s.opts.API.Lookup.Budget()
	case session.Batch:
		timeout += s.opts.API.Lookup.BatchTime()
	case session.LongPoll:
		timeout += time.Duration(min(max(0, c.QueryInt("wait")), input.MaxWaitSeconds)) * time.Second
	}
	ctx, cancel := context.WithTimeout(c.UserContext(), timeout)
	c.SetUserContext(ctx)
	return func() {
		cancel()
		c.SetUserContext(context.WithoutCancel(c.UserContext()))
	}
}

// fromDeadline converts an exceeded deadline without a code to storage_unavailable. Lookups set their own code if
// they were waiting for a platform, so all other cases were waiting for our stores.
func fromDeadline(err error) error {
	if !apierror.PastDeadline(err) {
		return err
	}
	return apierror.Wrap(err, apierror.CodeStorageUnavailable).After(storageRetryAfter)
}
