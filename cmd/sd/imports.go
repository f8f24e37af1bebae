package main

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

// How long one request waits for an import to end, in seconds. It is shorter while a person watches the progress bar.
const (
	waitSeconds  = int64(20)
	watchSeconds = int64(1)
)

// stagesOfImport is the maximum number of stages of an import, for its progress bar.
const stagesOfImport = 8

// importFailed is the error of an import that did not succeed.
type importFailed struct{ code, message string }

// Error implements error.
func (f importFailed) Error() string {
	return fmt.Sprintf("the import failed: %s (%s)", f.message, f.code)
}

// importFlags holds the flags of sd import.
type importFlags struct {
	linkFlags
	wait, noTranscript bool
	profile, key       string
	evidence           string
	tags               []string
}

func (a *app) importCommand() *cobra.Command {
	var f importFlags
	c := &cobra.Command{Use: "import LINK...", Short: "Keep links as references", Args: args(cobra.ArbitraryArgs),
		Long: "Keep links as references: verified media, transcript, analysis and provenance.\n\nEach call imports anew, unless --key repeats an earlier one " +
			"with the same links. Many links are sent a hundred at a time. Those that fail are named on standard error; the exit code is that of the first.",
		Example: "  sd import --wait --profile full https://www.youtube.com/watch?v=g6QYSy6P-nW\n  sd import --from links.txt --tag nightly --csv\n  sd import --wait - < links.txt",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			links, err := f.read(a.in, given)
			if err != nil {
				return err
			}
			if f.key == "" {
				f.key = "sd-" + rand.Text()
			}
			if len(links) > 1 {
				return a.importMany(ctx, api, links, f)
			}
			r, err := api.CreateIngestionWithResponse(ctx, &client.CreateIngestionParams{IdempotencyKey: &f.key}, f.request(links[0]))
			made, err := parsed[client.Import](r, err)
			if err != nil {
				return err
			}
			if !f.wait {
				return printOne(a, r.Body, made, importFacts())
			}
			raw, i, err := a.awaitImport(ctx, api, made.ID)
			if err != nil {
				return err
			}
			return errors.Join(printOne(a, raw, *i, importFacts()), importError(i))
		})}
	f.add(c)
	c.Flags().BoolVar(&f.wait, "wait", false, "wait until all have ended; the exit code of one that fails says why")
	c.Flags().StringVar(&f.profile, "profile", "", "none, analysis or full; analysis unless said otherwise")
	c.Flags().StringVar(&f.evidence, "evidence", "", "full also keeps the platform's own answers, for sd bundle and replay software, and, where the operator has a browser, a picture of the page")
	c.Flags().BoolVar(&f.noTranscript, "no-transcript", false, "without the transcript")
	c.Flags().StringSliceVar(&f.tags, "tag", nil, "a tag of the reference; several times for several")
	c.Flags().StringVar(&f.key, "key", "", "idempotency key: the same key and links give the same imports for a day")
	complete(c, "profile", profiles()...)
	complete(c, "evidence", string(client.CreateIngestionRequestEvidenceStandard), string(client.CreateIngestionRequestEvidenceFull))
	return c
}

// request returns the request body for one import.
func (f *importFlags) request(link string) client.CreateIngestionRequest {
	return client.CreateIngestionRequest{SourceURL: link, MediaProfile: orNil[client.CreateIngestionRequestMediaProfile](f.profile), Transcript: new(!f.noTranscript),
		Evidence: orNil[client.CreateIngestionRequestEvidence](f.evidence), Tags: listOrNil[string](f.tags)}
}

// importMany sends links in batches. The idempotency key of a batch is derived from the command's key and its links,
// so that sending some links again after a limit is not mistaken for the earlier request.
func (a *app) importMany(ctx context.Context, api *client.ClientWithResponses, links []string, f importFlags) error {
	var waits error
	ask := func(ctx context.Context, links []string) ([]row[client.Import], time.Duration, error) {
		body := client.CreateIngestionsRequest{}
		for _, link := range links {
			body.Imports = append(body.Imports, f.request(link))
		}
		sum := sha256.Sum256([]byte(strings.Join(links, "\n")))
		r, err := api.CreateIngestionsWithResponse(ctx, &client.CreateIngestionsParams{IdempotencyKey: f.key + "-" + hex.EncodeToString(sum[:8])}, body)
		if err := refused(r, err); err != nil {
			return nil, 0, err
		}
		rows, err := rowsOf[client.Import](links, r.Body, "import")
		if err == nil && f.wait {
			waits = errors.Join(waits, a.awaitRows(ctx, api, rows))
		}
		return rows, retryAfter(r.HTTPResponse.Header), err
	}
	if err := many(ctx, a, importFacts(), links, ask); err != nil {
		return err
	}
	return waits
}

// awaitRows waits until the imports of a batch have ended, and updates the rows with their final state.
func (a *app) awaitRows(ctx context.Context, api *client.ClientWithResponses, rows []row[client.Import]) error {
	var failed error
	for n := range rows {
		if rows[n].found == nil {
			continue
		}
		raw, i, err := a.awaitImport(ctx, api, rows[n].found.ID)
		if err != nil {
			return err
		}
		rows[n].raw, rows[n].found = raw, i
		if err := importError(i); err != nil {
			a.report(rows[n].link, err)
			if failed == nil {
				failed = reported{err}
			}
		}
	}
	return failed
}

// importError returns why an ended import failed, or nil if it succeeded.
func importError(i *client.Import) error {
	if i.State == client.ImportStateSucceeded {
		return nil
	}
	return importFailed{code: text(i.OutcomeCode), message: text(i.OutcomeMessage)}
}

// awaitImport waits until an import has ended.
func (a *app) awaitImport(ctx context.Context, api *client.ClientWithResponses, id string) (raw []byte, i *client.Import, err error) {
	bar := a.counter("import", stagesOfImport)
	defer bar.done()
	wait, done, told := waitSeconds, 0, int64(0)
	if a.isTerminal() {
		wait = watchSeconds
	}
	for {
		r, err := api.GetImportWithResponse(ctx, id, &client.GetImportParams{Wait: &wait})
		i, err := parsed[client.Import](r, err)
		if err != nil {
			return nil, nil, err
		}
		if i.Progress.Stage != nil {
			bar.say(string(*i.Progress.Stage))
		}
		if n := i.Progress.AttemptNumber; i.State == client.ImportStateRetryWait && n > told {
			bar.clear()
			fmt.Fprintln(a.err, retryWords(&i))
			told = n
		}
		bar.add(len(i.Progress.CompletedStages) - done)
		done = len(i.Progress.CompletedStages)
		if i.FinishedAt != nil {
			return r.Body, &i, nil
		}
	}
}

// retryWords says why an import tries again, and when.
func retryWords(i *client.Import) string {
	said := fmt.Sprintf("attempt %d failed", i.Progress.AttemptNumber)
	if n := len(i.Attempts); n > 0 && i.Attempts[n-1].FailureCode != nil {
		said += ": " + *i.Attempts[n-1].FailureCode
	}
	if at := i.Progress.NextAttemptAt; at != nil {
		said += "; the next one begins at " + at.Local().Format(time.TimeOnly)
	}
	return said
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
