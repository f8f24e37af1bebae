package web_test

import (
	"strings"
	"testing"

	"github.com/gofiber/fiber/v2"

	"socialdata/web/webtest"
)

// TestACrashIsAnInternalError holds that a panic becomes the envelope, tells nothing inner, and is logged with its stack.
func TestACrashIsAnInternalError(t *testing.T) {
	s := embedded(t, webtest.Options{})
	s.Server.App().Get("/crash", func(*fiber.Ctx) error { panic("the secret inside") })
	r := scenario{name: "crash", path: "/crash", status: 500, code: "internal_error"}.run(t, s, nil)
	if strings.Contains(string(r.Body), "secret") {
		t.Errorf("inner text left: %s", r.Body)
	}
	if log := s.Log.String(); !strings.Contains(log, "the secret inside") || !strings.Contains(log, r.Header.Get("X-Request-Id")) || !strings.Contains(log, "crash_test.go") {
		t.Errorf("the crash was not logged with its id and stack: %.400s", log)
	}
}
