package exports

import (
	"encoding/json"

	"socialdata/internal/content"
	"socialdata/internal/table"
)

// ManifestName is the name of a manifest in the folder of its run. It is written last: a folder without one is not whole.
const ManifestName = "manifest.json"

// ManifestVersion is the version of the manifest's form.
const ManifestVersion = 1

// Manifest describes the files of a run.
type Manifest struct {
	Object           string         `json:"object"` // "exportManifest"
	Version          int            `json:"version"`
	WorkspaceID      string         `json:"workspaceId"`
	ExportID         string         `json:"exportId"`
	RunID            string         `json:"runId"`
	Kind             Kind           `json:"kind"`
	Format           table.Format   `json:"format"`
	AsOf             content.Time   `json:"asOf"`
	Incremental      bool           `json:"incremental"` // only what the manifests before do not have
	Columns          []table.Column `json:"columns"`
	Rows             int64          `json:"rows"`
	Bytes            int64          `json:"bytes"`
	Files            []File         `json:"files"`
	PreviousManifest *string        `json:"previousManifest"`
}

// Manifest returns the manifest of a complete run: the same for every worker that writes it.
func (c *Claimed) Manifest() ([]byte, error) {
	m := Manifest{Object: "exportManifest", Version: ManifestVersion, WorkspaceID: c.WorkspaceID, ExportID: c.ID, RunID: c.Run.ID, Kind: c.Kind, Format: c.Format,
		AsOf: content.AtMicros(c.Run.AsOf), Incremental: c.Run.FromAt > 0, Columns: c.Kind.Columns(), Rows: c.Run.RowCount, Bytes: c.Run.Bytes, Files: c.Run.Files(),
		PreviousManifest: content.OrNil(c.Run.Previous)}
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}
