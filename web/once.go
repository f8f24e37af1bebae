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

// The headers of requests that can be repeated.
const (
	idempotencyKey      = "Idempotency-Key"
	idempotencyReplayed = "Idempotency-Replayed"
)

// idempotencyParameter describes the header by which a client marks a request as a repeat.
func idempotencyParameter() *huma.Param {
	return &huma.Param{Name: idempotencyKey, In: "header", Schema: &huma.Schema{Type: huma.TypeString, MinLength: new(1), MaxLength: new(255), Pattern: "^[ -~]+$"},
		Description: "Kept for 24 hours: the same key, path and body make nothing more and give the first answer again, with Idempotency-Replayed: true"}
}

// prepared is the middleware of operations that contact a platform before the transaction of once begins.
func prepared(prepare func(context.Context, []byte) context.Context) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		next(huma.WithContext(ctx, prepare(ctx.Context(), humafiber.Unwrap(ctx).Body())))
	}
}

// once is the middleware of operations that create something: equal requests with the same Idempotency-Key create it
// only once. What is created and the stored response are written in one transaction.
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

// fingerprint returns a hash that is equal for requests with the same method, path and body. The order of properties
// in the body does not matter.
func fingerprint(c *fiber.Ctx) string {
	var parsed any
	body := c.Body()
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&parsed) == nil {
		if b, err := json.Marshal(parsed); err == nil { // sorts properties by name
			body = b
		}
	}
	sum := sha256.Sum256(slices.Concat([]byte(c.Method()+" "+c.Path()+"\x00"), body))
	return hex.EncodeToString(sum[:])
}
