package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	v1 "socialdata/handlers/v1"
	"socialdata/models/billing"
)

// serverKey is the key of an operation's server in fiber's locals, for huma's error functions.
const serverKey = "server"

// Version is the version of the contract.
const Version = "0.1.0"

// setUpHuma sets huma's package variables once. They are the same for every server, and servers may be created
// concurrently.
var setUpHuma = sync.OnceFunc(func() {
	huma.ValidateStrictCasing = true
	huma.DefaultArrayNullable = false
	setHumaErrors()
})

// contract registers every operation of the table and serves /openapi.json, which is written when it is first asked for.
func (s *Server) contract() {
	setUpHuma()

	cfg := huma.DefaultConfig("Social Data", Version)
	cfg.CreateHooks, cfg.SchemasPath, cfg.DocsPath, cfg.OpenAPIPath = nil, "", "", ""
	cfg.NoFormatFallback = false
	cfg.Info.Description = "Turns a link to a public post, video, short or ad into structured data."
	cfg.Info.License = &huma.License{Name: "Apache 2.0", Identifier: "Apache-2.0"}
	cfg.Servers = []*huma.Server{{URL: "/", Description: "Where this document is"}}
	cfg.Tags = v1.Groups()
	cfg.Components = &huma.Components{Schemas: v1.Registry(), SecuritySchemes: map[string]*huma.SecurityScheme{
		"apiKey":     {Type: "http", Scheme: "bearer", Description: "A workspace's API key"},
		"session":    {Type: "apiKey", In: "cookie", Name: "social_session", Description: "A signed-in person; changes need an Origin header equal to the web origin"},
		"setupToken": {Type: "http", Scheme: "bearer", Description: "The setup token that the first start prints"},
	}}
	cfg.Formats = map[string]huma.Format{"application/json": {Marshal: writeJSON, Unmarshal: json.Unmarshal}}
	s.api = humafiber.New(s.app, cfg)

	check := newInputCheck(s.api.OpenAPI().Components.Schemas, s.opts.API.Formats())
	for _, op := range s.opts.API.Operations() {
		h := describe(op, s.opts.Store.Billing.Prices)
		batch, rule := s.opts.API.Batch(op.ID), op.Rule()
		rule.Weight = batch.Weight
		h.Middlewares = huma.Middlewares{s.authorizeOperation(op.Operation, rule)}
		if signable(op.Operation) {
			h.Middlewares = append(h.Middlewares, s.sign)
		}
		h.Middlewares = append(h.Middlewares, check.middleware(s, op.Check, batch.Rows))
		if op.Repeatable() {
			h.Parameters = append(h.Parameters, idempotencyParameter())
			if prepare := s.opts.API.Prepare(op.ID); prepare != nil {
				h.Middlewares = append(h.Middlewares, prepared(prepare))
			}
			h.Middlewares = append(h.Middlewares, s.once)
		}
		op.Register(s.api, h)
	}
	s.opts.API.DescribePlatforms(s.api.OpenAPI())
	operations.Nullables(s.api.OpenAPI().Components.Schemas)
	s.opts.API.DescribeEvents(s.api.OpenAPI())
	s.finishContract()
	s.tagged = taggedRoutes(s.api.OpenAPI())
	s.document = s.published(s.api.OpenAPI())
	written := sync.OnceValues(func() ([]byte, error) { return json.Marshal(s.document) })
	s.app.Get("/openapi.json", s.authorizeOpen, func(c *fiber.Ctx) error {
		doc, err := written()
		if err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		c.Set(fiber.HeaderCacheControl, "no-store")
		return c.Send(doc)
	})
}

// authorizeOperation is the middleware that runs before an operation, before any parameter is parsed. After it, what it
// did is recorded for the owners of the workspace.
func (s *Server) authorizeOperation(op operations.Operation, rule session.Rule) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		c := humafiber.Unwrap(ctx)
		c.Locals(serverKey, s)
		defer s.withDeadline(c, rule.Wait)()
		if err := s.authorize(c, rule, apiCredentials(c)); err != nil {
			s.writeError(ctx, err)
			return
		}
		within := s.withPresence(c, rule.Wait)
		if !op.Recorded() {
			next(huma.WithContext(ctx, within))
			return
		}
		within, a := beginAct(within, op.ID, !op.Changes())
		next(huma.WithContext(ctx, within))
		s.recordAct(c, a)
	}
}

// describe converts a row of the table to huma's form. Our own validation replaces huma's, so that one response
// reports all problems.
func describe(op v1.Operation, prices billing.Prices) huma.Operation {
	return huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: requirements(op.Rule()) + toImport(op),
		Tags: []string{op.Group}, DefaultStatus: op.Success(), Security: security(op.Credential), Extensions: extensions(op, prices),
		SkipValidateParams: true, SkipValidateBody: true, MaxBodyBytes: -1,
	}
}

func security(c session.Credential) []map[string][]string {
	key, person := map[string][]string{"apiKey": {}}, map[string][]string{"session": {}}
	switch c {
	case session.APIKey:
		return []map[string][]string{key}
	case session.APIKeyOrSession:
		return []map[string][]string{key, person}
	case session.Session:
		return []map[string][]string{person}
	case session.SetupToken:
		return []map[string][]string{{"setupToken": {}}}
	case session.NoCredential, session.OptionalSession:
	}
	return []map[string][]string{}
}

// requirements returns a sentence that says what a caller needs.
func requirements(r session.Rule) string {
	key := "an API key"
	if r.Scope != "" {
		key += " with the scope " + string(r.Scope)
	}
	person := "the session of a signed-in person"
	if r.Role != session.NoRole {
		person = map[session.Role]string{session.Member: "the session of a member of the workspace",
			session.Editor: "the session of an editor or an owner of the workspace",
			session.Owner:  "the session of an owner of the workspace", session.Operator: "the session of an operator of the service"}[r.Role]
	}
	switch r.Credential {
	case session.APIKey:
		return "Requires " + key + "."
	case session.APIKeyOrSession:
		return "Requires " + key + ", or " + person + "."
	case session.Session:
		return "Requires " + person + "."
	case session.SetupToken:
		return "Requires the setup token."
	case session.NoCredential, session.OptionalSession:
	}
	return "Requires no credential."
}

// toImport says what else a key needs for an operation that may import.
func toImport(op v1.Operation) string {
	if scope := op.Importing; scope != "" {
		return " Where the watch imports, the key needs the scope " + string(scope) + " as well."
	}
	return ""
}

func extensions(op v1.Operation, prices billing.Prices) map[string]any {
	ext := map[string]any{"x-implementation-status": "implemented", "x-rate-limit": op.Limit.Name()}
	if op.Scope != "" {
		ext["x-required-scope"] = op.Scope
	}
	if scope := op.Importing; scope != "" {
		ext["x-required-scope-to-import"] = scope
	}
	if op.Role != session.NoRole && op.Credential != session.APIKey {
		ext["x-required-role"] = op.Role
	}
	if op.Price != nil {
		ext["x-price"] = op.Price(prices)
	}
	return ext
}

// finishContract documents the common error envelope for every operation, and the error statuses of lookups.
func (s *Server) finishContract() {
	doc := s.api.OpenAPI()
	envelope := doc.Components.Schemas.Schema(reflect.TypeFor[Envelope](), true, "Error")
	nameCodes(doc)
	body := map[string]*huma.MediaType{"application/json": {Schema: envelope}}
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			op.Responses["default"] = &huma.Response{Description: "Any error, in the one envelope", Content: body}
			if slices.Contains(lookups, op.OperationID) {
				for _, status := range lookupStatuses {
					op.Responses[strconv.Itoa(status)] = &huma.Response{Description: http.StatusText(status), Content: body}
				}
			}
		}
	}
}

// lookups lists the operations whose error statuses the specification defines.
var lookups = []string{"lookupItem", "lookupAccount", "listItems", "listComments", "search", "lookupItems", "lookupAccounts", "listItemPages"}

var lookupStatuses = []int{400, 401, 402, 403, 404, 410, 422, 429, 500, 502, 503, 504}

// encodeJSON returns the JSON of an error or of a page for programs, in which < stays readable.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	err := writeJSON(&b, v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// writeJSON writes a body. An already encoded body is written unchanged.
func writeJSON(w io.Writer, v any) error {
	if b, ok := v.(io.WriterTo); ok {
		_, err := b.WriteTo(w)
		return err
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
