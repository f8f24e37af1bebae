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
)

// leastCompressed is the size from which an answer is compressed: a smaller one fits a packet.
const leastCompressed = 1400

// shrink answers 304 to a client that has what a GET with a revision would answer, and compresses JSON for one that takes it.
// Answers that are sent while they are made stay as they are.
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
		if names(c.Get(fiber.HeaderIfNoneMatch), tag) {
			r.ResetBody()
			r.Header.SetContentType("")
			return c.SendStatus(http.StatusNotModified)
		}
	}
	c.Vary(fiber.HeaderAcceptEncoding)
	if len(r.Body()) >= leastCompressed && c.Context().Request.Header.HasAcceptEncoding("gzip") {
		r.SetBodyRaw(fasthttp.AppendGzipBytesLevel(nil, r.Body(), fasthttp.CompressBestSpeed))
		c.Set(fiber.HeaderContentEncoding, "gzip")
	}
	return nil
}

// tagOf returns the tag of an answer: of all of it, because some of it changes without its revision.
func tagOf(body []byte) string {
	sum := sha256.Sum256(body)
	return `"` + hex.EncodeToString(sum[:12]) + `"`
}

// names reports whether an If-None-Match holds a tag. A weak one is as good: what is compared is all of the answer.
func names(header, tag string) bool {
	for given := range strings.SplitSeq(header, ",") {
		if given = strings.TrimPrefix(strings.TrimSpace(given), "W/"); given == tag || given == "*" {
			return true
		}
	}
	return false
}

// taggedRoutes finds the routes whose answers have a revision in the contract.
func taggedRoutes(doc *huma.OpenAPI) map[string]bool {
	routes := map[string]bool{}
	for path, item := range doc.Paths {
		if item.Get != nil && hasRevision(doc, item.Get) {
			routes[strings.NewReplacer("{", ":", "}", "").Replace(path)] = true
		}
	}
	return routes
}

// hasRevision reports whether the success of an operation is a resource with a revision.
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
