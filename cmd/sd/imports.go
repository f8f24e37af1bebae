package main

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/spf13/cobra"

	"socialdata/internal/client"
)

// How long one request waits for an import to end: shorter where somebody looks at the bar.
const (
	waitSeconds  = int64(20)
	watchSeconds = int64(1)
)

// stagesOfImport is how many stages an import has at most, for its bar.
const stagesOfImport = 8

// importFailed is an import that ended without success.
type importFailed struct{ code, message string }

// Error implements error.
func (f importFailed) Error() string {
	return fmt.Sprintf("the import failed: %s (%s)", f.message, f.code)
}

func (a *app) importCommand() *cobra.Command {
	var wait, noTranscript bool
	var profile, key string
	var tags []string
	c := &cobra.Command{Use: "import URL", Short: "Keep a link as a reference", Args: args(cobra.ExactArgs(1)),
		Long: "Keep a link as a reference: verified media, transcript, analysis and provenance.\n\nEach call imports anew, unless --key repeats an earlier one.",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			if key == "" {
				key = "sd-" + rand.Text()
			}
			transcript := !noTranscript
			body := client.CreateIngestionRequest{SourceURL: given[0], MediaProfile: orNil[client.CreateIngestionRequestMediaProfile](profile), Transcript: &transcript}
			if len(tags) > 0 {
				body.Tags = &tags
			}
			r, err := api.CreateIngestionWithResponse(ctx, &client.CreateIngestionParams{IdempotencyKey: &key}, body)
			if err := refused(r, err); err != nil {
				return err
			}
			if !wait {
				return printOne(a, r.Body, *r.JSON202, importFacts())
			}
			return a.awaitImport(ctx, api, r.JSON202.ID)
		})}
	c.Flags().BoolVar(&wait, "wait", false, "wait until it has ended; an import that fails is exit code 1")
	c.Flags().StringVar(&profile, "profile", "", "none, analysis or full; analysis unless said otherwise")
	c.Flags().BoolVar(&noTranscript, "no-transcript", false, "without the transcript")
	c.Flags().StringSliceVar(&tags, "tag", nil, "a tag of the reference; several times for several")
	c.Flags().StringVar(&key, "key", "", "idempotency key: the same key and link give the same import for a day")
	complete(c, "profile", profiles()...)
	return c
}

// awaitImport waits until an import has ended, and prints it.
func (a *app) awaitImport(ctx context.Context, api *client.ClientWithResponses, id string) error {
	bar := a.counter("import", stagesOfImport)
	defer bar.done()
	wait, done := waitSeconds, 0
	if a.isTerminal() {
		wait = watchSeconds
	}
	for {
		r, err := api.GetImportWithResponse(ctx, id, &client.GetImportParams{Wait: &wait})
		if err := refused(r, err); err != nil {
			return err
		}
		i := r.JSON200
		if i.Progress.Stage != nil {
			bar.say(string(*i.Progress.Stage))
		}
		bar.add(len(i.Progress.CompletedStages) - done)
		done = len(i.Progress.CompletedStages)
		if i.FinishedAt == nil {
			continue
		}
		bar.clear()
		if err := printOne(a, r.Body, *i, importFacts()); err != nil {
			return err
		}
		if i.State != client.ImportStateSucceeded {
			return importFailed{code: text(i.OutcomeCode), message: text(i.OutcomeMessage)}
		}
		return nil
	}
}

func importFacts() []column[client.Import] {
	return []column[client.Import]{
		{"ID", func(i client.Import) string { return i.ID }},
		{"STATE", func(i client.Import) string { return string(i.State) }},
		{"STAGE", func(i client.Import) string { return text(i.Progress.Stage) }},
		{"OUTCOME", func(i client.Import) string { return text(i.OutcomeCode) }},
		{"REFERENCE", func(i client.Import) string { return text(i.ReferenceID) }},
		{"URL", func(i client.Import) string { return i.SourceURL }},
	}
}

func (a *app) importsCommand() *cobra.Command {
	var f listFlags
	columns := []column[client.Ingestion]{
		{"ID", func(i client.Ingestion) string { return i.ID }},
		{"STATE", func(i client.Ingestion) string { return string(i.State) }},
		{"STAGE", func(i client.Ingestion) string { return text(i.CurrentStage) }},
		{"OUTCOME", func(i client.Ingestion) string { return text(i.OutcomeCode) }},
		{"CREATED", func(i client.Ingestion) string { return text(i.CreatedAt) }},
		{"REFERENCE", func(i client.Ingestion) string { return text(i.ReferenceID) }},
		{"URL", func(i client.Ingestion) string { return i.SourceURL }},
	}
	c := &cobra.Command{Use: "imports", Short: "List imports, newest first", Args: args(cobra.NoArgs),
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, _ []string) error {
			return printList(ctx, a, f, columns, func(ctx context.Context, cursor *string) (p page[client.Ingestion], err error) {
				r, err := api.ListIngestionsWithResponse(ctx, &client.ListIngestionsParams{Cursor: cursor})
				if err := refused(r, err); err != nil {
					return p, err
				}
				return page[client.Ingestion]{r.JSON200.Items, r.JSON200.NextCursor}, nil
			})
		})}
	f.add(c)
	return c
}
