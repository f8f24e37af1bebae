package web

import (
	"context"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"socialdata/internal/crash"
)

// healthz responds as long as the process is alive.
func (s *Server) healthz(c *fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.JSON(fiber.Map{"status": "ok"})
}

// readyz runs all checks and names those that fail. A failing check that is not vital only makes the service
// degraded.
func (s *Server) readyz(c *fiber.Ctx) error {
	ctx, cancel := context.WithTimeout(c.UserContext(), 2*time.Second)
	defer cancel()
	away, degraded := []string{}, []string{}
	answers := s.runChecks(ctx)
	for n, check := range s.opts.Checks {
		switch {
		case answers[n] == nil:
		case check.Vital:
			away = append(away, check.Name)
		default:
			degraded = append(degraded, check.Name)
		}
	}
	status, word := fiber.StatusOK, "ready"
	if len(away) > 0 {
		status, word = fiber.StatusServiceUnavailable, "away"
		c.Set(fiber.HeaderRetryAfter, "5")
	} else if len(degraded) > 0 {
		word = "degraded"
	}
	c.Set(fiber.HeaderCacheControl, "no-store")
	return c.Status(status).JSON(fiber.Map{"status": word, "away": away, "degraded": degraded})
}

// runChecks runs all checks concurrently, so that a hanging check does not delay the others.
func (s *Server) runChecks(ctx context.Context) []error {
	answers := make([]error, len(s.opts.Checks))
	var asked sync.WaitGroup
	for n, check := range s.opts.Checks {
		asked.Go(func() { answers[n] = crash.Call(func() error { return check.Ask(ctx) }) })
	}
	asked.Wait()
	return answers
}

// signingKeys returns the public keys for verifying bundles, starting with the one that currently signs.
func (s *Server) signingKeys(c *fiber.Ctx) error {
	c.Set(fiber.HeaderCacheControl, "public, max-age=3600")
	return c.JSON(fiber.Map{"object": "signing_keys", "keys": s.opts.SigningKeys})
}
