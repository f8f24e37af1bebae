package docs

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/gofiber/fiber/v2"

	"socialdata/handlers/pages/page"
	"socialdata/handlers/pages/shown"
	"socialdata/internal/apierror"
	"socialdata/models/billing"
	"socialdata/views"
)

// New returns what generates the API reference from the contract, every operation, schema and error, when it is first
// called.
func New(api *huma.OpenAPI, origin string, prices billing.Prices, perMinute map[string]int) func() *views.Docs {
	return sync.OnceValue(func() *views.Docs { return generate(api, origin, prices, perMinute) })
}

func generate(api *huma.OpenAPI, origin string, prices billing.Prices, perMinute map[string]int) *views.Docs {
	b := &docsBuilder{api: api, origin: origin, examples: readExamples(), perMinute: perMinute}
	d := &views.Docs{Version: api.Info.Version, Origin: origin, Prices: shown.PriceList(prices), Start: b.samples(b.examples["resolve"]), Guides: readGuides(origin)}
	for _, tag := range api.Tags {
		word, _ := tag.Extensions["x-displayName"].(string)
		group := views.DocsGroup{Slug: strings.ToLower(word), Word: word, About: tag.Description}
		group.Operations = page.Map(b.operations(tag.Name), b.operation)
		d.Groups = append(d.Groups, group)
	}
	d.Shapes, d.Tests = b.shapes(), testLinks()
	for _, e := range apierror.Catalogue() {
		v := views.DocsError{Code: string(e.Code), Status: int64(e.Status), Retryable: e.Retryable, Message: sentence(apierror.Happened(e.Message)), Do: e.Advice}
		v.Also = page.Map(apierror.OtherStatuses(e.Code), strconv.Itoa)
		d.Errors = append(d.Errors, v)
	}
	slices.SortStableFunc(d.Errors, func(a, b views.DocsError) int { return cmp.Compare(a.Status, b.Status) })
	return d
}

// sentence ends a text with a full stop.
func sentence(text string) string { return strings.TrimSuffix(text, ".") + "." }

// reference serves a chapter of the API reference, the first one if none is named, or search results. It is public.
func (h *Handlers) reference(c *fiber.Ctx) error {
	f := page.ReadQuery(c)
	v := views.DocsView{Chapter: c.Params("chapter"), Language: findLanguage(f.Word("lang")).name, Query: f.Word("q")}
	for _, l := range languages {
		v.Languages = append(v.Languages, views.Choice{Word: l.word, Href: page.Address(c.Path(), "lang", l.name), On: l.name == v.Language})
	}
	if v.Language == languages[0].name {
		v.Language, v.Sample = "", languages[0].name
	} else {
		v.Sample = v.Language
	}
	d := h.Docs()
	title, known := d.Chapter(v.Chapter)
	if !known {
		return apierror.New(apierror.CodeNotFound, "resource", "page")
	}
	if v.Query != "" {
		v.Found = d.Search(v.Query)
	}
	return page.Show(c, fiber.StatusOK, views.DocsPage(h.Frame(c, title, "docs"), *d, v))
}

// docsBuilder generates the reference from the contract.
type docsBuilder struct {
	api       *huma.OpenAPI
	origin    string
	examples  map[string]example
	perMinute map[string]int // 0 for none
}

// operations returns the operations of a group, in the order in which the examples use them.
func (b *docsBuilder) operations(group string) []*huma.Operation {
	var list []*huma.Operation
	for _, path := range b.api.Paths {
		for _, op := range []*huma.Operation{path.Get, path.Post, path.Put, path.Patch, path.Delete} {
			if op != nil && slices.Contains(op.Tags, group) {
				list = append(list, op)
			}
		}
	}
	slices.SortFunc(list, func(x, y *huma.Operation) int {
		return cmp.Or(cmp.Compare(b.examples[x.OperationID].place, b.examples[y.OperationID].place), cmp.Compare(x.OperationID, y.OperationID))
	})
	return list
}

func (b *docsBuilder) operation(op *huma.Operation) views.DocsOperation {
	v := views.DocsOperation{ID: op.OperationID, Method: op.Method, Path: op.Path, Summary: op.Summary, Credential: credentialWords(op),
		Scope: word(op, "x-required-scope"), Role: word(op, "x-required-role"), Price: cmp.Or(word(op, "x-price"), "free"), Limit: b.limit(word(op, "x-rate-limit"))}
	for _, p := range op.Parameters {
		f := b.field(p.Name, p.Schema, p.Required)
		f.In, f.Says = p.In, cmp.Or(p.Description, f.Says)
		v.Parameters = append(v.Parameters, f)
	}
	if op.RequestBody != nil {
		v.Body = b.body(op.RequestBody)
	}
	for code, r := range op.Responses {
		switch {
		case code == strconv.Itoa(op.DefaultStatus):
			v.Status = code
			switch body := r.Content["application/json"]; {
			case body != nil && len(body.Schema.OneOf) > 0:
				v.Answer = b.kind(body.Schema.OneOf[0]) // the others are for dryRun
			case body != nil:
				v.Answer = b.kind(body.Schema)
				v.Fields = b.fields(b.resolve(body.Schema))
			default:
				v.Bytes = strings.Join(slices.Sorted(maps.Keys(r.Content)), " or ")
			}
		case code >= "400" && code != "default":
			v.Statuses = append(v.Statuses, code)
		}
	}
	slices.Sort(v.Statuses)
	e := b.examples[op.OperationID]
	v.Samples, v.Example = b.samples(e), e.answer()
	return v
}

// body lists the members of a JSON body, or the single entry of a body of bytes.
func (b *docsBuilder) body(body *huma.RequestBody) []views.DocsField {
	if json := body.Content["application/json"]; json != nil {
		return b.fields(b.resolve(json.Schema))
	}
	f := b.field("bytes", &huma.Schema{Type: huma.TypeString}, body.Required)
	f.Says = "the whole body, as application/octet-stream"
	return []views.DocsField{f}
}

// word returns one of our extension fields of an operation as text, or "".
func word(op *huma.Operation, name string) string {
	if v := op.Extensions[name]; v != nil {
		return fmt.Sprint(v)
	}
	return ""
}

// credentialWords describes the credentials that an operation accepts.
func credentialWords(op *huma.Operation) string {
	words := []string{}
	for _, s := range op.Security {
		for name := range s {
			words = append(words, map[string]string{"apiKey": "API key", "session": "session", "setupToken": "setup token"}[name])
		}
	}
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, " or ")
}

// limitedTo says what each limit counts.
var limitedTo = map[string]string{
	"read":   "for a key or a session",
	"lookup": "for a workspace, shared by all lookups",
	"import": "for a workspace",
	"signin": "for an address",
}

// limit describes a limit as this service is set; "" for one without a published name.
func (b *docsBuilder) limit(name string) string {
	to, published := limitedTo[name]
	switch {
	case !published:
		return ""
	case b.perMinute[name] == 0:
		return "none"
	}
	return views.Number(int64(b.perMinute[name])) + " a minute " + to
}
