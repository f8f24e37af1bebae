package exports

import (
	"gorm.io/gorm"

	"socialdata/internal/apierror"
	"socialdata/internal/content"
	"socialdata/models/alerts"
	"socialdata/models/events"
)

// Ended is the data of export.succeeded and export.failed.
type Ended struct {
	ExportID    string         `json:"exportId"`
	RunID       string         `json:"runId"`
	Kind        Kind           `json:"kind"`
	AsOf        content.Time   `json:"asOf" doc:"What was made before is in it"`
	Rows        int64          `json:"rows"`
	ManifestKey *string        `json:"manifestKey" doc:"Where the list of its files is stored; null if the run failed"`
	Code        *apierror.Code `json:"code" doc:"Why it failed; null if it succeeded"`
	Message     *string        `json:"message"`
	NextRunAt   content.Time   `json:"nextRunAt" doc:"The next run has what a failed one lacks"`
}

// tell records that a run has ended, and raises an alert if it failed. e is the export with its next run.
func tell(tx *gorm.DB, e *Export, run *Run) error {
	data := Ended{ExportID: e.ID, RunID: run.ID, Kind: e.Kind, AsOf: content.AtMicros(run.AsOf), Rows: run.RowCount, NextRunAt: content.AtMicros(e.NextRunAt)}
	is := events.ExportSucceeded
	if run.State == Failed {
		is, data.Code, data.Message = events.ExportFailed, &run.Code, new(apierror.Lookup(run.Code).Message)
		if err := alerts.Raise(tx, e.WorkspaceID, alerts.ExportFailing); err != nil {
			return err
		}
	} else {
		data.ManifestKey = &run.Manifest
	}
	event, err := events.New(e.WorkspaceID, is, data)
	if err != nil {
		return err
	}
	return events.Add(tx, event)
}
