package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/internal/apierror"
	"socialdata/internal/httpsig"
)

// signable reports whether answers of an operation are signed for clients that ask for it: those of lookups whose question is
// all in the address, which a signature covers.
func signable(op operations.Operation) bool {
	return op.Method == http.MethodGet && slices.Contains(lookups, op.ID)
}

// sign is the middleware that signs an answer, also an error, for a client that sends Accept-Signature. What cannot be signed as
// it was asked for is refused before anything is looked up or charged.
func (s *Server) sign(ctx huma.Context, next func(huma.Context)) {
	c := humafiber.Unwrap(ctx)
	asked := c.GetReqHeaders()[httpsig.FieldAccept]
	if len(asked) == 0 {
		next(ctx)
		return
	}
	wanted, err := httpsig.ParseAccept(asked, s.opts.Signer.KeyID())
	if err != nil {
		s.writeError(ctx, apierror.InvalidInput(apierror.Field{Name: httpsig.FieldAccept, In: "header", Reason: "format", Expected: err.Error()}))
		return
	}
	next(ctx)
	if err := s.signAnswer(c, wanted); err != nil {
		s.writeError(ctx, err)
	}
}

// signAnswer signs the answer as it is. It must not be compressed afterwards: the digest is that of the bytes that are sent.
func (s *Server) signAnswer(c *fiber.Ctx, wanted []httpsig.Wanted) error {
	r, header := c.Response(), http.Header{}
	for _, name := range []string{fiber.HeaderContentType, "X-Request-Id"} {
		header.Set(name, string(r.Header.Peek(name)))
	}
	scheme, _, _ := strings.Cut(s.opts.Origin, "://")
	x := httpsig.Exchange{Method: c.Method(), Target: scheme + "://" + c.Get(fiber.HeaderHost) + string(c.Request().RequestURI()), Status: r.StatusCode(), Header: header}
	fields, err := httpsig.Sign(x, r.Body(), wanted, s.opts.Signer, s.opts.Store.Now())
	if err != nil {
		return err
	}
	for name := range fields {
		c.Set(name, fields.Get(name))
	}
	c.Set(fiber.HeaderCacheControl, "no-store, no-transform")
	return nil
}

// isSigned reports whether an answer has a signature.
func isSigned(c *fiber.Ctx) bool { return len(c.Response().Header.Peek(httpsig.FieldSignature)) > 0 }
