// Package pagetest provides fixtures for tests of the chapters of pages. Only tests may import it.
package pagetest

import (
	"testing"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"socialdata/handlers/operations"
	"socialdata/internal/sources/platforms"
)

// Service returns a service with the platforms of the release and no store.
func Service() *operations.Service {
	return &operations.Service{Platforms: platforms.All().Set()}
}

// Asked returns the context of a GET request.
func Asked(t *testing.T, at string) *fiber.Ctx {
	t.Helper()
	app, request := fiber.New(), &fasthttp.RequestCtx{}
	request.Request.SetRequestURI(at)
	c := app.AcquireCtx(request)
	t.Cleanup(func() { app.ReleaseCtx(c) })
	return c
}
