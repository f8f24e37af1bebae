package v1

import (
	"context"
	"fmt"
	"strings"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/lookup"
	"socialdata/models/content"
)

type lookupItemInput struct {
	URL     string `query:"url" required:"true" minLength:"1" maxLength:"2048" format:"link" doc:"Absolute http or https URL of a post, video, short or ad" example:"https://www.youtube.com/watch?v=dQw4w9WgXcQ"`
	Include string `query:"include" enum:"transcript" doc:"Also return a transcript built from captions"`
	MaxAge  string `query:"maxAge" default:"1h" pattern:"^(0|[1-9][0-9]{0,5}[mhd])$" format:"max-age-365d" doc:"How fresh a stored observation must be to be served; 0 always fetches live"`
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
		ServerTiming: serverTiming(r.Timings),
		Body:         Rendered[T]{B: r.Body},
	}, nil
}

func serverTiming(t lookup.Timings) string {
	phases := []string{}
	add := func(name string, d time.Duration) {
		phases = append(phases, fmt.Sprintf("%s;dur=%.1f", name, float64(d.Microseconds())/1000))
	}
	if t.Fetch > 0 {
		add("fetch", t.Fetch)
	}
	if t.Persist > 0 {
		add("persist", t.Persist)
	}
	add("total", t.Total)
	return strings.Join(phases, ", ")
}
