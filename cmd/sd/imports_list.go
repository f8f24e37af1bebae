package main

import (
	"context"
	"encoding/json"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) importsCommand() *cobra.Command {
	var states []string
	var platform, outcome string
	columns := []column[client.Ingestion]{
		{"ID", func(i client.Ingestion) string { return i.ID }},
		{"STATE", func(i client.Ingestion) string { return string(i.State) }},
		{"STAGE", func(i client.Ingestion) string { return text(i.CurrentStage) }},
		{"OUTCOME", func(i client.Ingestion) string { return text(i.OutcomeCode) }},
		{"LAST FAILURE", func(i client.Ingestion) string { return text(i.FailureCode) }},
		{"CREATED", func(i client.Ingestion) string { return text(i.CreatedAt) }},
		{"REFERENCE", func(i client.Ingestion) string { return text(i.ReferenceID) }},
		{"URL", func(i client.Ingestion) string { return i.SourceURL }},
	}
	c := &cobra.Command{Use: "imports", Short: "List imports, newest first", Args: args(cobra.NoArgs), Example: "  sd imports --limit 50 --csv\n  sd imports --state failed --outcome route_degraded --all"}
	c.Flags().StringSliceVar(&states, "state", nil, "accepted, queued, running, retry_wait, succeeded, failed or cancelled; several times for several, any of which may match")
	complete(c, "state", importStates()...)
	c.Flags().StringVar(&platform, "platform", "", "video_site, clip_site, photo_site or ad_library")
	complete(c, "platform", searchable()...)
	c.Flags().StringVar(&outcome, "outcome", "", "a code: those that failed so, or of which the last attempt did")
	return listing(a, c, columns, func(ctx context.Context, api *client.ClientWithResponses, _ []string, cursor *string) (answered, error) {
		return api.ListIngestionsWithResponse(ctx, &client.ListIngestionsParams{State: listOrNil[client.ListIngestionsParamsState](states), Cursor: cursor,
			Platform: orNil[client.ListIngestionsParamsPlatform](platform), OutcomeCode: orNil[client.ListIngestionsParamsOutcomeCode](outcome)})
	})
}

func (a *app) cancelCommand() *cobra.Command {
	columns := []column[client.CancelledImport]{
		{"ID", func(i client.CancelledImport) string { return i.ID }},
		{"STATE", func(i client.CancelledImport) string { return string(i.State) }},
	}
	return &cobra.Command{Use: "cancel IMPORT...", Short: "Cancel imports that have not ended", Args: args(cobra.MinimumNArgs(1)), Example: "  sd cancel 01a20522-427c-774f-a985-fd7bfaa3bf95",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			for n, id := range given {
				r, err := api.CancelImportWithResponse(ctx, id)
				cancelled, err := parsed[client.CancelledImport](r, err)
				if err != nil {
					return err
				}
				if err := printRaw(a, []json.RawMessage{r.Body}, []client.CancelledImport{cancelled}, columns, n == 0); err != nil {
					return err
				}
			}
			return nil
		})}
}
