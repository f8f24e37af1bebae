package web

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	v1 "socialdata/handlers/v1"
	"socialdata/models"
)

// shortcut puts the short way of an item lookup before its operation. It answers what is stored, to a key, when nothing
// is wrong with the question; everything else goes on to the operation, which knows every rule and says what is wrong.
// The contract is the operation's, and so are its credential, scope and limit.
func (s *Server) shortcut() {
	ops := s.opts.API.Operations()
	n := slices.IndexFunc(ops, func(op v1.Operation) bool { return op.ID == v1.LookupItemID })
	s.app.Add(ops[n].Method, ops[n].Path, s.cached(ops[n]))
}

func (s *Server) cached(op v1.Operation) fiber.Handler {
	return func(c *fiber.Ctx) error {
		key := bearer(c)
		question, plain := plainQuestion(c)
		if key == "" || !plain || len(c.Request().Header.Peek(fiber.HeaderCookie)) > 0 {
			return c.Next()
		}
		ask, plain := v1.PlainItem(question[0], question[1], question[2])
		if !plain {
			return c.Next()
		}
		r, err := s.opts.API.Lookup.Cached(c.UserContext(), key, ask, func(k *models.KeyCaller) error {
			_, err := s.authorize(c, op.Rule(), credentials{token: key, key: k})
			return err
		})
		switch {
		case err != nil:
			return err
		case r == nil:
			return c.Next()
		}
		setNumber(c, creditsCharged, r.Receipt.Usage.CreditsCharged)
		setNumber(c, creditsRemaining, r.Receipt.Remaining)
		c.Set(serverTiming, v1.ServerTiming(r.Timings))
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		c.Response().SetBodyRaw(r.Body)
		return nil
	}
}

// questionNames are the parameters of an item lookup, in the order that PlainItem takes them.
var questionNames = [...]string{"url", "include", "maxAge"}

// plainQuestion reads them where each is given at most once and not empty, and no other is given.
func plainQuestion(c *fiber.Ctx) (values [len(questionNames)]string, plain bool) {
	for name, value := range c.Context().QueryArgs().All() {
		n := slices.Index(questionNames[:], string(name))
		if n < 0 || values[n] != "" || len(value) == 0 {
			return values, false
		}
		if values[n] = string(value); !clean(values[n]) {
			return values, false
		}
	}
	return values, true
}
