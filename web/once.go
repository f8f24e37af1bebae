package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	"socialdata/models/idempotency"
)

// The headers of requests that may be sent again.
const (
	idempotencyKey      = "Idempotency-Key"
	idempotencyReplayed = "Idempotency-Replayed"
)

// idempotencyParameter is the header by which a client says that a request is the same as one before.
func idempotencyParameter() *huma.Param {
	return &huma.Param{Name: idempotencyKey, In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: new(1), MaxLength: new(255), Pattern: "^[ -~]+$"},
		Description: "Kept for 24 hours: the same key, path and body make nothing more and give the first answer again, with Idempotency-Replayed: true"}
}

// prepared is the middleware of operations that ask a platform before the transaction of once begins.
func prepared(prepare func(context.Context, []byte) context.Context) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		next(huma.WithContext(ctx, prepare(ctx.Context(), humafiber.Unwrap(ctx).Body())))
	}
}

// once is the middleware of operations that make something: with an Idempotency-Key equal requests make it once. What is
// made and the answer that is kept of it are one transaction.
func (s *Server) once(ctx huma.Context, next func(huma.Context)) {
	c := humafiber.Unwrap(ctx)
	key := c.Get(idempotencyKey)
	if key == "" {
		next(ctx)
		return
	}
	who := session.From(ctx.Context())
	owner := who.WorkspaceID
	if owner == "" {
		owner = who.UserID()
	}
	answer, err := s.opts.Store.Idempotency.Once(ctx.Context(), owner, key, fingerprint(c), func(within context.Context) (a idempotency.Answer, made bool) {
		next(huma.WithContext(ctx, within))
		r := c.Response()
		return idempotency.Answer{Status: r.StatusCode(), Body: slices.Clone(r.Body())}, r.StatusCode() < http.StatusMultipleChoices
	})
	if err != nil {
		c.Response().ResetBody()
		s.writeError(ctx, err)
		return
	}
	if answer.Replayed {
		c.Set(idempotencyReplayed, "true")
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		c.Status(answer.Status).Response().SetBodyRaw(answer.Body)
	}
}

// fingerprint is the same for equal requests: those to the same path whose bodies hold the same.
func fingerprint(c *fiber.Ctx) string {
	var parsed any
	body := c.Body()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&parsed) == nil {
		if b, err := json.Marshal(parsed); err == nil { // members in the order of their names
			body = b
		}
	}
	sum := sha256.Sum256(slices.Concat([]byte(c.Method()+" "+c.Path()+"\x00"), body))
	return hex.EncodeToString(sum[:])
}
