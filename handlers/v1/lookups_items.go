package v1

import (
	"context"

	"github.com/danielgtaylor/huma/v2"

	"socialdata/handlers/operations"
	"socialdata/handlers/session"
	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/internal/input"
	"socialdata/internal/lookup"
)

type lookupsInput struct {
	Body struct {
		URLs     batchRows[operations.Link] `json:"urls" doc:"Links as the single lookup takes them; equal ones are looked up and charged once"`
		Include  string                     `json:"include,omitempty" enum:"transcript" doc:"Also return transcripts built from captions"`
		Language operations.LanguageTag     `json:"transcriptLanguage,omitempty" doc:"Language of the transcripts (BCP 47), beside include, as of a single lookup"`
		MaxAge   operations.ItemMaxAge      `json:"maxAge,omitempty" doc:"How fresh a stored observation must be to be served; 0 always fetches live"`
	}
}

// LookupBatch has the results of several item lookups, in the order of the request.
type LookupBatch struct {
	Object  string         `json:"object" enum:"batch"`
	Results []LookupResult `json:"results"`
	Usage   content.Usage  `json:"usage" doc:"What all results cost together"`
}

// LookupResult is the result for one link of a batch: exactly one of item and error is not null.
type LookupResult struct {
	Index  int64       `json:"index" doc:"Of the link, from 0"`
	URL    string      `json:"url" doc:"The link as it was sent"`
	Status int64       `json:"status" doc:"The status that a lookup of this link alone would have had"`
	Item   *ServedItem `json:"item"`
	Error  *ErrorBody  `json:"error"`
}

// languageWithoutTranscript rejects a transcript language without a request for transcripts.
func (in *lookupsInput) languageWithoutTranscript() error {
	if in.Body.Language == "" || in.Body.Include != "" {
		return nil
	}
	return apierror.InvalidInput(apierror.Field{Name: "include", In: "body", Reason: "required", Expected: "transcript, beside transcriptLanguage"})
}

// lookupItems looks up at most 100 links.
func (h *Handlers) lookupItems(ctx context.Context, in *lookupsInput) (*huma.StreamResponse, error) {
	if err := in.languageWithoutTranscript(); err != nil {
		return nil, err
	}
	language, _ := input.Language(string(in.Body.Language)) // "" if none was given
	request := lookup.ItemRequest{Workspace: session.From(ctx).WorkspaceID, By: session.From(ctx).Spender(), Transcript: in.Body.Include == "transcript",
		Language: language, MaxAge: operations.CheckedMaxAge(input.ItemMaxAge, in.Body.MaxAge)}
	return h.newLookupBatch(ctx, batchOfItems, in.Body.URLs, itemBatchRow(request)).send(ctx)
}

// itemBatchRow returns a function that decodes the entries of a batch of items. Invalid links are reported later, by
// lookup.
func itemBatchRow(request lookup.ItemRequest) func(string) (lookup.BatchedRequest, error) {
	return func(url string) (lookup.BatchedRequest, error) {
		request.URL = url
		return request, nil
	}
}
