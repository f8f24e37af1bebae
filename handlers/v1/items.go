package v1

import (
	"context"
	"strconv"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/content"
	"socialdata/internal/lookup"
)

type lookupItemInput struct {
	URL     string `query:"url" required:"true" minLength:"1" maxLength:"2048" format:"link" doc:"Absolute http or https URL of a post, video, short or ad" example:"https://www.youtube.com/watch?v=dQw4w9WgXcQ"`
	Include string `query:"include" enum:"transcript" doc:"Also return a transcript built from captions"`
	MaxAge  string `query:"maxAge" default:"1h" pattern:"^(0|[1-9][0-9]{0,5}[mhd])$" format:"max-age-365d" doc:"How fresh a stored observation must be to be served; 0 always fetches live"`
}

// LookupItemID names the operation that PlainItem is a short way into.
const LookupItemID = "lookupItem"

// PlainItem reads the parameters of an item lookup that have nothing wrong with them; ok is false for all others, which
// the operation's own check judges. The link itself is read by lookup.
func PlainItem(url, include, age string) (r lookup.ItemRequest, ok bool) {
	if age == "" {
		age = "1h"
	}
	plain := len(age) <= 7 && age[0] >= '1' && age[0] <= '9' // with minutes: as the schema's pattern says, but for 0
	if n := minutes(age); !plain || n == 0 || n > 365*24*60 || url == "" || include != "" && include != "transcript" {
		return r, false
	}
	return lookup.ItemRequest{URL: url, Transcript: include == "transcript", MaxAge: maxAge(age)}, true
}

// ServedItem is an Item as it is answered.
type ServedItem struct {
	content.Item
	content.Served
}

// lookupOutput is the answer of every lookup: a rendered body with the credit headers.
type lookupOutput[T any] struct {
	Charged      int64  `header:"Service-Credits-Charged" doc:"Credits charged by this response"`
	Remaining    int64  `header:"Service-Credits-Remaining" doc:"Credits left after the response"`
	ServerTiming string `header:"Server-Timing" doc:"Durations of the phases that ran, in milliseconds"`
	Body         Rendered[T]
}

func (h *Handlers) lookupItem(ctx context.Context, in *lookupItemInput) (*lookupOutput[ServedItem], error) {
	r, err := h.Lookup.Item(ctx, lookup.ItemRequest{
		Workspace:  session.From(ctx).WorkspaceID,
		URL:        in.URL,
		Transcript: in.Include == "transcript",
		MaxAge:     maxAge(in.MaxAge),
	})
	return served[ServedItem](r, err)
}

// served prints the receipt and the timings of a lookup.
func served[T any](r *lookup.Result, err error) (*lookupOutput[T], error) {
	if err != nil {
		return nil, err
	}
	return &lookupOutput[T]{
		Charged:      r.Receipt.Usage.CreditsCharged,
		Remaining:    r.Receipt.Remaining,
		ServerTiming: ServerTiming(r.Timings),
		Body:         Rendered[T]{B: r.Body},
	}, nil
}

// ServerTiming prints the phases that ran as the header of that name.
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
