package web

import (
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/models"
)

// Version is the declared version of the contract.
const Version = "0.1.0"

// adoptHuma sets huma's package variables, once: they are the same for every server, and servers may be built at the
// same time.
var adoptHuma = sync.OnceFunc(func() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
	adoptErrors()
})

// contract registers every operation of the table and publishes /openapi.json.
func (s *Server) contract() error {
	adoptHuma()

	cfg := huma.DefaultConfig("Social Data", Version)
	cfg.CreateHooks, cfg.SchemasPath, cfg.DocsPath, cfg.OpenAPIPath = nil, "", "", ""
	cfg.NoFormatFallback = false
	cfg.Info.Description = "Turns a link to a public post, video, short or ad into structured data."
	cfg.Components = &huma.Components{Schemas: v1.Registry(), SecuritySchemes: map[string]*huma.SecurityScheme{
		"apiKey":     {Type: "http", Scheme: "bearer", Description: "A workspace's API key"},
		"session":    {Type: "apiKey", In: "cookie", Name: "social_session", Description: "A signed-in person; changes need an Origin header equal to the web origin"},
		"setupToken": {Type: "http", Scheme: "bearer", Description: "The setup token that the first start prints"},
	}}
	cfg.Formats = map[string]huma.Format{"application/json": {Marshal: writeJSON, Unmarshal: json.Unmarshal}}
	s.api = humafiber.New(s.app, cfg)

	check := newInputCheck(s.api.OpenAPI().Components.Schemas, s.opts.API.Formats())
	for _, op := range s.opts.API.Operations() {
		if op.Register == nil {
			s.plan(op)
			continue
		}
		h := s.describe(op)
		h.Middlewares = huma.Middlewares{s.admit(op), check.middleware(s, op.Check)}
		op.Register(s.api, h)
	}
	v1.Nullables(s.api.OpenAPI().Components.Schemas)
	s.finishContract()
	doc, err := json.Marshal(s.api.OpenAPI())
	if err != nil {
		return err
	}
	s.app.Get("/openapi.json", s.limitOpen, func(c *fiber.Ctx) error {
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		c.Set(fiber.HeaderCacheControl, "no-store")
		return c.Send(doc)
	})
	return nil
}

// describe turns a row of the table into huma's words. Our own check runs in place of huma's, so that all problems of a
// request come in one answer.
func (s *Server) describe(op v1.Operation) huma.Operation {
	return huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Tags: []string{op.Group},
		DefaultStatus: op.Status, Security: security(op.Access), Extensions: extensions(op, "implemented"),
		SkipValidateParams: true, SkipValidateBody: true, MaxBodyBytes: -1,
	}
}

func security(a v1.Access) []map[string][]string {
	key, person := map[string][]string{"apiKey": {}}, map[string][]string{"session": {}}
	switch a {
	case v1.AnyKey:
		return []map[string][]string{key}
	case v1.KeyOrPerson:
		return []map[string][]string{key, person}
	case v1.AnyPerson, v1.AnyMember, v1.AnyOwner:
		return []map[string][]string{person}
	case v1.SetupToken:
		return []map[string][]string{{"setupToken": {}}}
	}
	return []map[string][]string{}
}

func extensions(op v1.Operation, status string) map[string]any {
	ext := map[string]any{"x-implementation-status": status}
	if op.Scope != "" {
		ext["x-required-scope"] = op.Scope
	}
	if op.Price != "" {
		ext["x-price"] = op.Price
	}
	switch op.Access {
	case v1.AnyMember:
		ext["x-required-role"] = models.Member
	case v1.AnyOwner:
		ext["x-required-role"] = models.Owner
	}
	ext["x-rate-limit"] = cmp.Or(op.Limit, session.LimitRead)
	return ext
}

// plan lists an operation that is not served yet.
func (s *Server) plan(op v1.Operation) {
	h := s.describe(op)
	h.Extensions = extensions(op, "planned")
	for _, part := range strings.Split(op.Path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			h.Parameters = append(h.Parameters, &huma.Param{Name: strings.TrimSuffix(name, "}"), In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
		}
	}
	code := http.StatusText(op.Status)
	h.Responses = map[string]*huma.Response{statusText(op.Status): {Description: code}}
	s.api.OpenAPI().AddOperation(&h)
}

// finishContract says on every operation that any error has the one envelope, and on lookups which statuses there are.
func (s *Server) finishContract() {
	doc := s.api.OpenAPI()
	envelope := doc.Components.Schemas.Schema(reflect.TypeFor[Envelope](), true, "Error")
	body := map[string]*huma.MediaType{"application/json": {Schema: envelope}}
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			op.Responses["default"] = &huma.Response{Description: "Any error, in the one envelope", Content: body}
			if slices.Contains(lookups, op.OperationID) {
				for _, status := range lookupStatuses {
					op.Responses[statusText(status)] = &huma.Response{Description: http.StatusText(status), Content: body}
				}
			}
		}
	}
}

// lookups are the operations whose error statuses the specification lists.
var lookups = []string{"lookupItem", "lookupAccount", "listItems", "listComments", "search"}

var lookupStatuses = []int{400, 401, 402, 403, 404, 410, 422, 429, 500, 502, 503, 504}

// writeJSON writes a body; one that is rendered already goes out as it is.
func writeJSON(w io.Writer, v any) error {
	if b, ok := v.(io.WriterTo); ok {
		_, err := b.WriteTo(w)
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
