package v1

import (
	"context"
	"strconv"
	"time"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
	"socialdata/models/billing"
)

type lookupItemInput struct {
	URL      operations.Link        `query:"url" required:"true" doc:"Absolute http or https URL of a post, video, short or ad" example:"https://www.youtube.com/watch?v=dQw4w9WgXcQ"`
	Include  string                 `query:"include" enum:"transcript" doc:"Also return a transcript built from captions, and the list of captions that exist"`
	Language operations.LanguageTag `query:"transcriptLanguage" doc:"Language of the transcript (BCP 47), beside include=transcript: exactly this one, else one of the same language. If there is none, transcript is null. Without it: the spoken language's, written by people before automatic" example:"en"`
	MaxAge   operations.ItemMaxAge  `query:"maxAge" doc:"How fresh a stored observation must be to be served; 0 always fetches live"`
	AsOf
	DryRun
}

// LookupItemID is the id of the operation that has a fast path through SimpleItemRequest.
const LookupItemID = "lookupItem"

// SimpleItemRequest parses the parameters of an item lookup that may be served from the store. ok is false for
// invalid parameters and for live lookups, which the full operation handles. The link is parsed later, by lookup.
func SimpleItemRequest(url, include, maxAge, language string) (r lookup.ItemRequest, ok bool) {
	age, ok := input.ItemMaxAge.Parse(maxAge)
	if !ok || age == 0 || url == "" || include != "" && include != "transcript" {
		return r, false
	}
	if language != "" {
		if language, ok = input.Language(language); !ok || include == "" {
			return r, false
		}
	}
	return lookup.ItemRequest{URL: url, Transcript: include == "transcript", Language: language, MaxAge: age}, true
}

// itemQuery rejects combinations of parameters that mean nothing.
func itemQuery(given map[string]string) []apierror.Field {
	return append(transcriptQuery(given), asOfQuery(given)...)
}

// transcriptQuery rejects a transcript language without a request for the transcript.
func transcriptQuery(given map[string]string) []apierror.Field {
	_, language := given["transcriptLanguage"]
	if _, include := given["include"]; language && !include {
		return []apierror.Field{{Name: "include", In: "query", Reason: "required", Expected: "transcript, beside transcriptLanguage"}}
	}
	return nil
}

// ServedItem is an Item as responses contain it.
type ServedItem struct {
	content.Item
	content.Served
}

// lookupOutput is the response of every lookup: an encoded body with the credit headers.
type lookupOutput[T any] struct {
	Charged      int64  `header:"Service-Credits-Charged" doc:"Credits charged by this response"`
	Remaining    int64  `header:"Service-Credits-Remaining" doc:"Credits left after the response"`
	ServerTiming string `header:"Server-Timing" doc:"Durations of the phases that ran, in milliseconds"`
	SourceRoute  string `header:"Source-Route" doc:"Route by which the platform was read, now or when the stored observation was made; GET /v1/source-routes describes it"`
	Body         operations.Rendered[T]
}

func (h *Handlers) lookupItem(ctx context.Context, in *lookupItemInput) (*lookupOutput[ServedItem], error) {
	language, _ := input.Language(string(in.Language)) // "" if none was given
	request := lookup.ItemRequest{
		Workspace:  session.From(ctx).WorkspaceID,
		By:         session.From(ctx).Spender(),
		URL:        string(in.URL),
		Transcript: in.Include == "transcript",
		Language:   language,
		MaxAge:     operations.CheckedMaxAge(input.ItemMaxAge, in.MaxAge),
	}
	subject := h.SubjectOf(string(in.URL))
	if in.By != "" {
		return earlier[ServedItem](ctx, h, in.AsOf, subject, request)
	}
	return answered[ServedItem](ctx, h, in.DryRun, LookupItemID, subject, request)
}

// lookupResponse returns the response of a lookup, with its cost and timings in headers.
func lookupResponse[T any](r *lookup.Result, err error) (*lookupOutput[T], error) {
	if err != nil {
		return nil, err
	}
	return &lookupOutput[T]{
		Charged:      r.Receipt.Usage.CreditsCharged,
		Remaining:    billing.WithoutAdvance(r.Receipt.Remaining),
		ServerTiming: ServerTiming(r.Timings),
		SourceRoute:  r.RouteID(),
		Body:         operations.Rendered[T]{B: r.Body},
	}, nil
}

// ServerTiming formats the phases that ran as a Server-Timing header.
func ServerTiming(t lookup.Timings) string {
	b := make([]byte, 0, 64)
	add := func(name string, d time.Duration) {
		if d > 0 || name == "total" {
			if len(b) > 0 {
				b = append(b, ", "...)
			}
			b = append(append(b, name...), ";dur="...)
			b = strconv.AppendFloat(b, float64(d.Microseconds())/1000, 'f', 1, 64)
		}
	}
	add("fetch", t.Fetch)
	add("persist", t.Persist)
	add("total", t.Total)
	return string(b)
}
