package web

import (
	"context"
	"errors"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/input"
)

// requestTimeout bounds a request that asks no platform.
const requestTimeout = 15 * time.Second

// storageRetryAfter is when a caller may ask again after a store of ours did not answer in time.
const storageRetryAfter = 5 * time.Second

// withDeadline bounds what is done for a request from now on. Every operation and every page runs under such a deadline,
// and so does each statement of the database that they wait for. The links of kept media are the exception: they send for
// as long as the reader takes bytes, and every write has a deadline of its own. release must be called in the end; an error
// is rendered after it, under no deadline.
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

// fromDeadline converts a deadline that has no code yet into storage_unavailable: lookup has named those that passed while
// a platform was waited for, so that the rest are stores of ours.
func fromDeadline(err error) error {
	var named *apierror.Error
	if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &named) {
		return err
	}
	return apierror.Wrap(err, apierror.CodeStorageUnavailable).After(storageRetryAfter)
}
