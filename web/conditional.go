package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"

	"socialdata/handlers/media"
)

// leastCompressed is the minimum size of a compressed response, in bytes: a smaller response fits into one packet.
const leastCompressed = 1400

// shrink responds with 304 if the client already has the current response to a GET of a resource with a revision, and
// compresses JSON for clients that accept it. Streamed responses are left as they are.
func (s *Server) shrink(c *fiber.Ctx) error {
	if err := c.Next(); err != nil {
		return err
	}
	r := c.Response()
	if r.StatusCode() != http.StatusOK || r.IsBodyStream() || !bytes.HasPrefix(r.Header.ContentType(), []byte(fiber.MIMEApplicationJSON)) {
		return nil
	}
	if c.Method() == fiber.MethodGet && s.tagged[c.Route().Path] {
		tag := tagOf(r.Body())
		c.Set(fiber.HeaderETag, tag)
		if media.HasTag(c.Get(fiber.HeaderIfNoneMatch), tag) {
			r.ResetBody()
			r.Header.SetContentType("")
			return c.SendStatus(http.StatusNotModified)
		}
	}
	c.Vary(fiber.HeaderAcceptEncoding)
	if len(r.Body()) >= leastCompressed && !isSigned(c) && c.Context().Request.Header.HasAcceptEncoding("gzip") {
		r.SetBodyRaw(fasthttp.AppendGzipBytesLevel(nil, r.Body(), fasthttp.CompressBestSpeed))
		c.Set(fiber.HeaderContentEncoding, "gzip")
	}
	return nil
}

// tagOf returns the ETag of a response. It covers the whole body, because parts of it can change without a new
// revision.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// taggedRoutes returns the routes whose responses have a revision.
func taggedRoutes(doc *huma.OpenAPI) map[string]bool {
	routes := map[string]bool{}
	for path, item := range doc.Paths {
		if item.Get != nil && hasRevision(doc, item.Get) {
			routes[strings.NewReplacer("{", ":", "}", "").Replace(path)] = true
		}
	}
	return routes
}

// hasRevision reports whether a successful response of an operation is a resource with a revision.
func hasRevision(doc *huma.OpenAPI, op *huma.Operation) bool {
	r := op.Responses["200"]
	if r == nil || r.Content["application/json"] == nil {
		return false
	}
	schema := r.Content["application/json"].Schema
	if schema != nil && schema.Ref != "" {
		schema = doc.Components.Schemas.SchemaFromRef(schema.Ref)
	}
	return schema != nil && schema.Properties["revision"] != nil
}
