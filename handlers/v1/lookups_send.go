package v1

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"reflect"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humafiber"
	"github.com/gofiber/fiber/v2"

	"socialdata/internal/export"
	"socialdata/models/billing"
)

// The headers with the cost of a lookup.
const (
	creditsCharged   = "Service-Credits-Charged"
	creditsRemaining = "Service-Credits-Remaining"
)

// send responds with all results as one JSON object, or streams each as a line as soon as it is available.
func (b *lookupBatch) send(ctx context.Context) (*huma.StreamResponse, error) {
	return &huma.StreamResponse{Body: func(hc huma.Context) {
		c := humafiber.Unwrap(hc)
		if c.Accepts(fiber.MIMEApplicationJSON, typeLines) == typeLines {
			b.sendLines(ctx, c)
			return
		}
		b.sendObject(ctx, c)
	}}, nil
}

// sendObject responds once all results are available.
func (b *lookupBatch) sendObject(ctx context.Context, c *fiber.Ctx) {
	rows := make([]lookupRow, len(b.sent))
	_ = b.run(ctx, func(row lookupRow) error { rows[row.Index] = row; return nil }) // writing to memory cannot fail
	b.caller.Note.Charged = b.usage.CreditsCharged
	var body bytes.Buffer
	_ = writeRow(&body, struct { // writing to a buffer cannot fail
		Object  string      `json:"object"`
		Results []lookupRow `json:"results"`
		Usage   any         `json:"usage"`
	}{"batch", rows, b.usage})
	c.Set(creditsCharged, strconv.FormatInt(b.usage.CreditsCharged, 10))
	c.Set(creditsRemaining, strconv.FormatInt(billing.WithoutAdvance(b.remaining), 10))
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Response().SetBodyRaw(body.Bytes())
}

// sendLines streams the results line by line. Headers are sent before any cost is known, so the last line contains
// the total. If the client disconnects, the batch ends.
func (b *lookupBatch) sendLines(ctx context.Context, c *fiber.Ctx) {
	later := make(chan int64, 1)
	b.caller.Note.Later = later
	body, _ := export.Stream(ctx, func(ctx context.Context, to io.Writer) error {
		defer func() { later <- b.usage.CreditsCharged }()
		if err := b.run(ctx, func(row lookupRow) error { return writeRow(to, row) }); err != nil {
			return err
		}
		return writeRow(to, b.end())
	}) // cannot fail: the function returns no error before its first write
	c.Response().Header.Del(creditsCharged)
	c.Response().Header.Del(creditsRemaining)
	c.Set(fiber.HeaderContentType, typeLines)
	c.Context().Response.SetBodyStream(export.Paced(body, c.Context().Conn()), -1)
}

// registerBatch registers a batch of lookups, which responds with an object or with lines.
func registerBatch[In, Whole, Row any](f func(context.Context, *In) (*huma.StreamResponse, error)) func(huma.API, huma.Operation) {
	return func(api huma.API, op huma.Operation) {
		schemas := api.OpenAPI().Components.Schemas
		lines := &huma.Schema{Description: "A text of JSON lines: a result as each becomes known, a LookupBatchEnd as the last line", AnyOf: []*huma.Schema{
			{Type: huma.TypeString}, schemas.Schema(reflect.TypeFor[Row](), true, ""), schemas.Schema(reflect.TypeFor[LookupBatchEnd](), true, "")}}
		number := &huma.Schema{Type: huma.TypeInteger, Format: "int64"}
		op.Responses = map[string]*huma.Response{strconv.Itoa(http.StatusOK): {
			Description: "Every answer in the order of the rows; as JSON lines each when it is known, and a last line with what all cost",
			Headers: map[string]*huma.Param{
				creditsCharged:   {Schema: number, Description: "Credits charged by this response; not with JSON lines, whose last line has it"},
				creditsRemaining: {Schema: number, Description: "Credits left after the response; not with JSON lines"},
			},
			Content: map[string]*huma.MediaType{
				fiber.MIMEApplicationJSON: {Schema: schemas.Schema(reflect.TypeFor[Whole](), true, "")},
				typeLines:                 {Schema: lines},
			},
		}}
		huma.Register(api, op, f)
	}
}
