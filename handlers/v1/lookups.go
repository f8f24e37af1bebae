package v1

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
)

type lookupsInput struct {
	Body struct {
		URLs     batchRows[link] `json:"urls" doc:"Links as the single lookup takes them; equal ones are looked up and charged once"`
		Include  string          `json:"include,omitempty" enum:"transcript" doc:"Also return transcripts built from captions"`
		Language languageTag     `json:"transcriptLanguage,omitempty" doc:"Language of the transcripts (BCP 47), beside include, as of a single lookup"`
		MaxAge   itemMaxAge      `json:"maxAge,omitempty" doc:"How fresh a stored observation must be to be served; 0 always fetches live"`
	}
}

// LookupBatch answers several lookups, in the order of the links.
type LookupBatch struct {
	Object  string         `json:"object" enum:"batch"`
	Results []LookupResult `json:"results"`
	Usage   content.Usage  `json:"usage" doc:"What all results cost together"`
}

// LookupResult is the answer to one link of a batch: exactly one of item and error is not null.
type LookupResult struct {
	Index  int64       `json:"index" doc:"Of the link, from 0"`
	URL    string      `json:"url" doc:"The link as it was sent"`
	Status int64       `json:"status" doc:"The status that a lookup of this link alone would have had"`
	Item   *ServedItem `json:"item"`
	Error  *ErrorBody  `json:"error"`
}

// LookupBatchEnd is the last line of a batch that is sent line by line. An answer without it was cut off.
type LookupBatchEnd struct {
	Object           string        `json:"object" enum:"batch"`
	Usage            content.Usage `json:"usage" doc:"What all results cost together"`
	CreditsRemaining int64         `json:"creditsRemaining" doc:"Credits left after the last result"`
}

// lookupRow is a LookupResult whose item is rendered already.
type lookupRow struct {
	Index  int             `json:"index"`
	URL    string          `json:"url"`
	Status int             `json:"status"`
	Item   json.RawMessage `json:"item"`
	Error  *ErrorBody      `json:"error"`
}

// lookupBatch is one batch that is being answered.
type lookupBatch struct {
	h         *Handlers
	caller    *session.Caller
	request   lookup.BatchRequest
	refused   []lookupRow // what is wrong in itself
	usage     content.Usage
	remaining int64
}

// languageWithoutTranscript refuses a language of transcripts that are not asked for.
func (in *lookupsInput) languageWithoutTranscript() error {
	if in.Body.Language == "" || in.Body.Include != "" {
		return nil
	}
	return apierror.InvalidInput(apierror.Field{Name: "include", In: "body", Reason: "required", Expected: "transcript, beside transcriptLanguage"})
}

// newLookupBatch reads the links; what is no link is refused by itself.
func (h *Handlers) newLookupBatch(ctx context.Context, in *lookupsInput) *lookupBatch {
	b := &lookupBatch{h: h, caller: session.From(ctx), usage: content.Charge("", 0)}
	b.remaining = b.caller.Key.Balance
	language, _ := input.Language(string(in.Body.Language)) // "" where none is asked for
	b.request = lookup.BatchRequest{Workspace: b.caller.WorkspaceID, RequestID: b.caller.RequestID, Transcript: in.Body.Include == "transcript", Language: language,
		MaxAge: checkedMaxAge(input.ItemMaxAge, in.Body.MaxAge)}
	for n, raw := range in.Body.URLs {
		url := sentText(raw)
		if err := rowProblem(ctx, n); err != nil {
			b.refused = append(b.refused, b.row(lookup.BatchRow{BatchLink: lookup.BatchLink{Index: n, URL: url}, Err: err}))
			continue
		}
		b.request.Links = append(b.request.Links, lookup.BatchLink{Index: n, URL: url})
	}
	return b
}

// sentText returns an entry that is a text, or "".
func sentText(raw json.RawMessage) (text string) {
	if json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// storing is how long our own stores may take after the time of the batch is over.
const storing = 15 * time.Second

// run looks the links up and passes on each answer when it is known.
func (b *lookupBatch) run(ctx context.Context, write func(lookupRow) error) error {
	ctx, cancel := context.WithTimeout(ctx, b.h.Lookup.BatchTime()+storing)
	defer cancel()
	ctx, stop := session.WhilePresent(ctx)
	defer stop()
	for _, row := range b.refused {
		if err := write(row); err != nil {
			return err
		}
	}
	return b.h.Lookup.ItemBatch(ctx, b.request, func(r lookup.BatchRow) error { return write(b.row(r)) })
}

// row is an answer as it is sent; what it cost is added to the batch's usage.
func (b *lookupBatch) row(r lookup.BatchRow) lookupRow {
	row := lookupRow{Index: r.Index, URL: r.URL, Status: http.StatusOK}
	if r.Err != nil {
		f := apierror.From(r.Err)
		e := ErrorOf(f, b.caller.RequestID)
		row.Status, row.Error = f.HTTPStatus(), &e
		return row
	}
	b.usage = b.usage.Plus(r.Result.Receipt.Usage)
	if r.Result.Receipt.Usage.CreditsCharged > 0 {
		b.remaining = min(b.remaining, r.Result.Receipt.Remaining)
	}
	row.Item = r.Result.Body
	return row
}

// end is the last line.
func (b *lookupBatch) end() LookupBatchEnd {
	return LookupBatchEnd{Object: "batch", Usage: b.usage, CreditsRemaining: b.remaining}
}

// writeRow writes a value as one line, at once.
func writeRow(to io.Writer, v any) error {
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// distinctLinks returns as how many lookups a batch counts: the number of its different links, at least one.
func (h *Handlers) distinctLinks(body []byte) int {
	var b struct {
		URLs []json.RawMessage `json:"urls"`
	}
	if json.Unmarshal(body, &b) != nil || len(b.URLs) > input.MaxBatch {
		return 1 // it will be refused as a whole
	}
	urls := make([]string, 0, len(b.URLs))
	for _, raw := range b.URLs {
		urls = append(urls, sentText(raw))
	}
	return max(1, h.Lookup.DistinctLinks(urls))
}
