package main

import (
	"context"
	"encoding/json"
	"time"

	"github.com/spf13/cobra"

	"socialdata/cmd/sd/client"
)

func (a *app) exportsCommand() *cobra.Command {
	c := &cobra.Command{Use: "exports", Short: "Have rows written to the operator's store on a schedule"}
	c.AddCommand(a.exportsListCommand(), a.exportsCreateCommand(), a.exportsRunsCommand(), a.exportsRunCommand(), a.exportsChangeCommand(), a.exportsDeleteCommand())
	group(c)
	return c
}

func exportFacts() []column[client.Export] {
	return []column[client.Export]{
		{"ID", func(e client.Export) string { return e.ID }},
		{"KIND", func(e client.Export) string { return string(e.Kind) }},
		{"FORMAT", func(e client.Export) string { return string(e.Format) }},
		{"SCHEDULE", func(e client.Export) string { return string(e.Schedule) }},
		{"LAST RUN", func(e client.Export) string {
			if e.LastRun == nil {
				return ""
			}
			return string(e.LastRun.State)
		}},
		{"NEXT RUN", func(e client.Export) string { return e.NextRunAt.Format(time.RFC3339) }},
	}
}

func (a *app) exportsListCommand() *cobra.Command {
	c := &cobra.Command{Use: "list", Short: "List scheduled exports, newest first", Args: args(cobra.NoArgs), Example: "  sd exports list"}
	return listing(a, c, exportFacts(), func(ctx context.Context, api *client.ClientWithResponses, _ []string, cursor *string) (answered, error) {
		return api.ListExportsWithResponse(ctx, &client.ListExportsParams{Cursor: cursor})
	})
}

func (a *app) exportsCreateCommand() *cobra.Command {
	var format, schedule, prefix string
	c := &cobra.Command{Use: "create KIND", Short: "Schedule an export of references, imports, observations, ledger, events or requests", Args: args(cobra.ExactArgs(1)),
		Example: "  sd exports create references --format parquet --schedule daily --prefix lake/social",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.CreateExportWithResponse(ctx, nil, client.CreateExportRequest{Kind: client.CreateExportRequestKind(given[0]), Format: client.CreateExportRequestFormat(format),
				Schedule: client.CreateExportRequestSchedule(schedule), Prefix: orNil[string](prefix)})
			return printResult(a, r, err, exportFacts())
		})}
	c.Flags().StringVar(&format, "format", "csv", "csv, ndjson or parquet")
	c.Flags().StringVar(&schedule, "schedule", "daily", "hourly, daily or weekly, in UTC")
	c.Flags().StringVar(&prefix, "prefix", "", "folder of the files, below that of the workspace")
	return c
}

func (a *app) exportsRunsCommand() *cobra.Command {
	return &cobra.Command{Use: "runs EXPORT", Short: "Show how the last runs of an export went, newest first", Args: args(cobra.ExactArgs(1)), Example: "  sd exports runs $EXPORT",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.GetExportWithResponse(ctx, given[0], nil)
			export, err := parsed[client.ExportDetail](r, err)
			if err != nil {
				return err
			}
			var raw struct{ Runs []json.RawMessage }
			if err := json.Unmarshal(r.Body, &raw); err != nil {
				return err
			}
			return printRaw(a, raw.Runs, export.Runs, []column[client.ExportRun]{
				{"AS OF", func(r client.ExportRun) string { return r.AsOf.Format(time.RFC3339) }},
				{"STATE", func(r client.ExportRun) string { return string(r.State) }},
				{"ROWS", func(r client.ExportRun) string { return text(r.Rows) }},
				{"FILES", func(r client.ExportRun) string { return text(r.Files) }},
				{"BYTES", func(r client.ExportRun) string { return text(r.Bytes) }},
				{"MANIFEST", func(r client.ExportRun) string { return text(r.ManifestKey) }},
			}, true)
		})}
}

func (a *app) exportsRunCommand() *cobra.Command {
	return &cobra.Command{Use: "run EXPORT", Short: "Run an export now, without waiting for its schedule", Args: args(cobra.ExactArgs(1)), Example: "  sd exports run $EXPORT",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.RunExportWithResponse(ctx, given[0], nil)
			return printResult(a, r, err, exportFacts())
		})}
}

func (a *app) exportsChangeCommand() *cobra.Command {
	var schedule string
	c := &cobra.Command{Use: "change EXPORT", Short: "Change the schedule of an export", Args: args(cobra.ExactArgs(1)), Example: "  sd exports change $EXPORT --schedule hourly",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.ChangeExportWithResponse(ctx, given[0], nil, client.ChangeExportRequest{Schedule: client.ChangeExportRequestSchedule(schedule)})
			return printResult(a, r, err, exportFacts())
		})}
	c.Flags().StringVar(&schedule, "schedule", "", "hourly, daily or weekly, in UTC")
	_ = c.MarkFlagRequired("schedule")
	return c
}

func (a *app) exportsDeleteCommand() *cobra.Command {
	return &cobra.Command{Use: "delete EXPORT", Short: "Delete a scheduled export; the files that it wrote stay", Args: args(cobra.ExactArgs(1)), Example: "  sd exports delete $EXPORT",
		RunE: a.with(func(ctx context.Context, api *client.ClientWithResponses, given []string) error {
			r, err := api.DeleteExportWithResponse(ctx, given[0], nil)
			return a.sayDone(r, err, "Deleted. The files that it wrote stay.")
		})}
}
