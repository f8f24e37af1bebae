package web

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/internal/httpsig"
	"socialdata/models/billing"
)

// fastPath serves simple item lookups by API key before the operation is reached. One statement finds the key and the
// stored item, and nothing is parsed or recognized twice. Requests that are invalid or unusual continue to the
// operation, which reports what is wrong. Contract, credential, scope and limit are those of the operation.
func (s *Server) fastPath() {
	ops := s.opts.API.Operations()
	n := slices.IndexFunc(ops, func(op v1.Operation) bool { return op.ID == v1.LookupItemID })
	s.app.Add(ops[n].Method, ops[n].Path, s.lookupItem(ops[n]))
}

func (s *Server) lookupItem(op v1.Operation) fiber.Handler {
	rule := op.Rule()
	return func(c *fiber.Ctx) error {
		token := bearer(c)
		given, simple := simpleQuery(c)
		if token == "" || !simple || len(c.Request().Header.Peek(fiber.HeaderCookie)) > 0 || len(c.Request().Header.Peek(httpsig.FieldAccept)) > 0 {
			return c.Next()
		}
		request, simple := v1.SimpleItemRequest(given[0], given[1], given[2], given[3])
		if !simple {
			return c.Next()
		}
		found, err := s.opts.API.Lookup.FindItemByKey(c.UserContext(), token, request)
		switch {
		case err != nil:
			return err
		case !found.Live():
			return c.Next()
		case !found.Ready():
			defer s.withDeadline(c, rule.Wait)()
		}
		if err := s.authorize(c, rule, credentials{token: token, key: found.Key()}); err != nil {
			s.noteSubject(c, given[0])
			return err
		}
		r, err := s.opts.API.Lookup.ServeItem(c.UserContext(), found)
		if err != nil {
			s.noteSubject(c, given[0])
			return err
		}
		if caller, ok := c.Locals(callerKey).(*session.Caller); ok {
			caller.Note = operations.NoteOf(r)
		}
		setNumber(c, creditsCharged, r.Receipt.Usage.CreditsCharged)
		setNumber(c, creditsRemaining, billing.WithoutAdvance(r.Receipt.Remaining))
		c.Set(serverTiming, v1.ServerTiming(r.Timings))
		c.Set(sourceRoute, r.RouteID())
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		c.Response().SetBodyRaw(r.Body)
		return nil
	}
}

// noteSubject records the subject of a rejected or failed lookup for the log, if the caller is known.
func (s *Server) noteSubject(c *fiber.Ctx, link string) {
	if caller, ok := c.Locals(callerKey).(*session.Caller); ok {
		caller.Note.Subject = s.opts.API.SubjectOf(link)
	}
}

// simpleParameters lists the parameters of an item lookup, in the order in which SimpleItemRequest takes them.
var simpleParameters = [...]string{"url", "include", "maxAge", "transcriptLanguage"}

// simpleQuery returns the parameters. simple is false if one is repeated or empty, or there are others.
func simpleQuery(c *fiber.Ctx) (values [len(simpleParameters)]string, simple bool) {
	for name, value := range c.Context().QueryArgs().All() {
		n := slices.Index(simpleParameters[:], string(name))
		if n < 0 || values[n] != "" || len(value) == 0 {
			return values, false
		}
		if values[n] = string(value); !isCleanText(values[n]) {
			return values, false
		}
	}
	return values, true
}
