package web

import (
	"bytes"
	"context"
	"strings"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/media"
	"socialdata/internal/apierror"
	"socialdata/models/accounts"
)

// TestHeader marks what was sent to, or on behalf of, a test key.
const TestHeader = "X-SocialData-Test"

// TestSite answers requests with test keys, on a store of its own and against simulated platforms.
type TestSite interface {
	// Enter returns the server that answers for a live test key, and the text by which that server knows the key.
	Enter(ctx context.Context, k *accounts.KeyCaller, text string) (*Server, string, error)
	// Signed reports whether a link to media was signed by that server.
	Signed(token string) bool
	// Serving returns the server itself.
	Serving(ctx context.Context) (*Server, error)
}

// Paths below which test keys are answered. Everywhere else a bearer counts as for any caller.
const (
	apiPath  = "/v1/"
	keysPath = "/.well-known/socialdata-signing-key"
)

// refusalKey is the key of the error of a test key that was refused, in fiber's locals.
const refusalKey = "testRefusal"

// testKeys hands requests with test keys to the test site, whole and before anything of this server's has seen them, so that no
// statement, limit, line or record here is about them. The key itself is this server's: whether it is live is read here.
func (s *Server) testKeys(c *fiber.Ctx) error {
	if s.opts.TestSite == nil {
		return c.Next()
	}
	if bytes.Contains(c.Request().Header.Peek(fiber.HeaderAuthorization), testMark) {
		if text := bearer(c); accounts.IsTestKeyText(text) && takesTestKeys(c.Path()) {
			return s.enterTest(c, text)
		}
	}
	if token, ok := strings.CutPrefix(c.Path(), strings.TrimSuffix(media.Path, ":token")); ok && s.opts.TestSite.Signed(token) {
		site, err := s.opts.TestSite.Serving(c.UserContext())
		return s.toTest(c, site, err)
	}
	return c.Next()
}

// testMark is what every test key has.
var testMark = []byte("sdt_")

func takesTestKeys(path string) bool {
	return strings.HasPrefix(path, apiPath) || path == agentsPath || path == keysPath
}

// enterTest checks the key here and hands the request over.
func (s *Server) enterTest(c *fiber.Ctx, text string) error {
	site, known, err := s.admitTest(c, text)
	if err == nil {
		c.Request().Header.Set(fiber.HeaderAuthorization, "Bearer "+known)
	}
	return s.toTest(c, site, err)
}

// admitTest returns the server for a test key that is live and used from where it may be, and the text by which it knows the key. Its
// time limit is its own: the test site sets that of the operation.
func (s *Server) admitTest(c *fiber.Ctx, text string) (*Server, string, error) {
	ctx, cancel := context.WithTimeout(c.UserContext(), s.opts.Timeout)
	defer cancel()
	k, err := s.opts.Store.Accounts.FindTestKey(ctx, text)
	if err != nil {
		return nil, "", err
	}
	if !k.Allows(s.clientIP(c)) {
		return nil, "", apierror.New(apierror.CodeForbidden, "reason", "network")
	}
	return s.opts.TestSite.Enter(ctx, k, text)
}

// toTest lets the test site answer. An error is rendered and logged here, as any other.
func (s *Server) toTest(c *fiber.Ctx, site *Server, err error) error {
	c.Response().Header.SetCanonical([]byte(TestHeader), []byte("true")) // as it is written
	if err != nil {
		c.Locals(refusalKey, err)
		return c.Next()
	}
	site.app.Handler()(c.Context())
	return nil
}

// refuseTest fails the requests of test keys that were refused.
func (s *Server) refuseTest(c *fiber.Ctx) error {
	if err, refused := c.Locals(refusalKey).(error); refused {
		return err
	}
	return c.Next()
}
